/** Merges a generated Python module into an existing one, definition by definition. */

import { applyEdits } from "../../python/text_edit.ts";
import { readImports } from "../../python/imports.ts";
import { type PythonModule, readPython } from "../../python/python_module.ts";
import { type PythonSymbol, symbols } from "../../python/symbols.ts";
import { orderDefinitions } from "./definition_order.ts";
import type { CodePart, Import } from "../code/code_part.ts";
import { ModuleDraft } from "./module_draft.ts";
import { namesIn } from "../code/names_in.ts";
import { removeUnusedImports } from "../../python/unused_imports.ts";

/**
 * The actions that a merge may take on a definition or a file.
 *
 * - `follow`: add it if it was never there, or replace it if no one edited it
 * - `leave`: keep it as it is; if it does not exist, do not add it
 * - `restore`: add it if it does not exist, or replace it if no one edited it
 * - `replace`: write it even if people edited or deleted it
 */
export type Policy = "follow" | "leave" | "restore" | "replace";

/** Returns the policy for a definition by its name, or for a whole file by its path. */
export type PolicyOf = (name: string) => Policy;

export type ModuleMerge =
  | {
    readonly kind: "merged";
    readonly text: string;
    /** Whether the module has definitions that the generated module lacks. */
    readonly hasMore: boolean;
    /** Whether the text discards definitions that people wrote, without their consent. */
    readonly discards: boolean;
    /** Whether the text replaces edited definitions, with or without the user's consent. */
    readonly replaces: boolean;
    /** The names of the definitions that the merge added or replaced. */
    readonly written: ReadonlySet<string>;
    /** Whether every generated definition is in the text, exactly as generated. */
    readonly followsAll: boolean;
  }
  /**
   * The class to which a method would be added does not exist, or its name belongs to something
   * other than a class.
   */
  | { readonly kind: "unplaced" }
  | { readonly kind: "broken"; readonly line: number; readonly reason: string };

/**
 * Merges a generated module into an existing one.
 *
 * @param known Hashes of the definitions that Layerwright wrote earlier, by name. An existing definition
 * with its recorded hash has no edits. A recorded definition that does not exist was deleted.
 */
export function mergeModule(
  existing: string,
  generated: string,
  known: ReadonlyMap<string, string>,
  policyOf: PolicyOf,
): ModuleMerge {
  const module = readPython(existing);
  const [problem] = module.problems;
  if (problem !== undefined) {
    return { kind: "broken", line: problem.line, reason: problem.message };
  }
  const source = readPython(generated);
  const wanted = symbols(source);
  const names = new Set(wanted.map((symbol) => symbol.name));
  const hasMore = symbols(module).some((symbol) => !names.has(symbol.name));
  const written = new Set<string>();
  const importsOf = importFinder(source);
  let changes = new ModuleDraft(module);
  let previous: PythonSymbol | undefined;
  let discards = false;
  let followsAll = true;
  let replaces = false;
  for (const [index, symbol] of wanted.entries()) {
    if (written.has(symbol.name)) continue;
    if (changes.dependsOnChanges(symbol, previous)) {
      const changed = changes.text();
      if (changed === null) return { kind: "unplaced" };
      changes = new ModuleDraft(readPython(changed, changes.module.source));
    }
    const { name, text } = symbol;
    const current = changes.find(name);
    const recorded = known.get(name);
    const policy = policyOf(name);
    if (current === undefined) {
      if (!isAdded(policy, recorded)) {
        followsAll = false;
        continue;
      }
      // A class without methods may have no body at all.
      const methods = methodsBelow(index, wanted).filter((each) =>
        isAdded(policyOf(each.name), known.get(each.name))
      );
      const code = withMethods(symbol, methods);
      const part = { name, code: `${code}\n`, imports: importsOf(code) };
      if (symbol.kind === "method") changes.addMethod(...inClass(part));
      else changes.addBeside({ ...part, code }, previous, wanted.values().drop(index + 1));
      for (const each of [symbol, ...methods]) written.add(each.name);
    } else if (current.text !== text && policy !== "leave" && !isEqual(current, symbol)) {
      const isUntouched = current.hash === recorded;
      const isKept = !isUntouched && recorded !== undefined && policy !== "replace";
      if (isKept) followsAll = false;
      else {
        const code = generated.slice(symbol.start, symbol.end);
        if (changes.replace(current, code, importsOf(text))) written.add(name);
        discards ||= !isUntouched && policy !== "replace";
        replaces ||= !isUntouched;
      }
    } else if (current.text !== text) followsAll = false;
    previous = symbol;
  }
  const text = changes.text();
  if (text === null) return { kind: "unplaced" };
  const found = { hasMore, discards, replaces, written, followsAll };
  if (text === existing) return { kind: "merged", text, ...found };
  return { kind: "merged", text: tidy(text, written, names, module), ...found };
}

/**
 * Moves definitions above those that use them, removes the imports that only replaced code used, and corrects
 * the blank lines above the first definition.
 *
 * @param written The names of the definitions that the merge added or replaced.
 * @param generated The names of all generated definitions.
 * @param before The module before the merge.
 */
function tidy(
  text: string,
  written: ReadonlySet<string>,
  generated: ReadonlySet<string>,
  before: PythonModule,
): string {
  const replaced = symbols(before).filter(({ name }) => written.has(name));
  const ordered = orderDefinitions(text, written, generated);
  const used = removeUnusedImports(ordered, replaced.map((symbol) => symbol.text).join("\n"));
  const merged = readPython(used);
  const [first] = symbols(merged);
  const isSpaced = first === undefined || used === ordered && !written.has(first.name);
  return isSpaced ? used : spaceFirst(merged, first);
}

/**
 * Reports whether to add a definition that the module lacks. If the definition is recorded, people
 * deleted it.
 */
function isAdded(policy: Policy, recorded: string | undefined): boolean {
  return policy !== "leave" && (policy !== "follow" || recorded === undefined);
}

/** Returns the class of a method, and the method under its own name. */
function inClass(method: CodePart): [string, CodePart] {
  const [className = "", name = ""] = method.name.split(".");
  return [className, { ...method, name }];
}

/** Returns the methods of the class at an index; none if it is not a class. */
function methodsBelow(index: number, all: readonly PythonSymbol[]): readonly PythonSymbol[] {
  const start = `${all[index]?.name}.`;
  const methods: PythonSymbol[] = [];
  for (let next = index + 1; all[next]?.name.startsWith(start); next++) {
    const method = all[next];
    if (method !== undefined) methods.push(method);
  }
  return methods;
}

/** Returns the code of a class with some of its methods. */
function withMethods({ text }: PythonSymbol, methods: readonly PythonSymbol[]): string {
  const [first, ...others] = methods.map((each) => each.text);
  if (first === undefined) return text;
  return [text + (text.endsWith(":") ? "\n" : "\n\n") + first, ...others].join("\n\n");
}

/** Reports whether two definitions differ at most in their formatting. */
function isEqual(a: PythonSymbol, b: PythonSymbol): boolean {
  return a.hash === b.hash;
}

/**
 * Corrects the blank lines above the first definition. Formatters require two blank lines after
 * imports or a docstring, but one before an assignment.
 */
function spaceFirst(module: PythonModule, first: PythonSymbol): string {
  const text = module.source;
  const head = text.slice(0, first.start).trimEnd();
  const last = readImports(module).findLast(({ end }) => end <= head.length);
  const isDocstring = last === undefined && /^"""[^"]*"""$/.test(head);
  if (last?.end !== head.length && !isDocstring) return text;
  const breaks = first.kind === "assignment" ? 2 : 3;
  const remove = first.start - head.length;
  return applyEdits(text, [{ offset: head.length, remove, insert: module.eol.repeat(breaks) }]);
}

/**
 * Returns a function that lists the module's imports that some code uses, in the module's order.
 */
export function importFinder(module: PythonModule): (code: string) => Import[] {
  const members = readImports(module).flatMap(({ kind, module: from, names }) =>
    kind === "import" ? [] : names.map(({ name }) => ({ module: from, name }))
  );
  const byName = Map.groupBy(members.entries(), ([, { name }]) => name);
  return (code) =>
    [...namesIn(code)].flatMap((name) => byName.get(name) ?? [])
      .sort(([a], [b]) => a - b).map(([, member]) => member);
}
