/** Merges wanted definitions into a Python module, one by one. */

import type { AppendOptions } from "../../python/edit.ts";
import { IMPORTED } from "../../project/layout/import_name.ts";
import { readImports } from "../../python/imports.ts";
import { type PythonModule, readPython } from "../../python/python_module.ts";
import { definitionIn, definitionParts, ERRORS } from "../../python/definition_parts.ts";
import { changedParts, haveSameHead, HEAD, mergeParts } from "../../python/definition_hash.ts";
import { definitionHash, type PythonSymbol, symbols } from "../../python/symbols.ts";
import type { CodePart, CopiedCode, Import } from "../code/code_part.ts";
import { namesIn } from "../code/names_in.ts";
import { withCopied } from "./edit_module.ts";
import { isMethod, ModuleDraft } from "./module_draft.ts";

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

/** A definition that a run wants in a module. */
export interface WantedSymbol extends Pick<PythonSymbol, "name" | "text" | "hash"> {
  readonly imports: readonly Import[];
  /** Its hash under the names that records have; its own by default. */
  readonly generatedHash?: string;
  /** The decorators that it gets from other definitions. */
  readonly copied?: CopiedCode | undefined;
}

/** The definitions that a run wants in a module, and what may happen to those that exist. */
export interface WantedModule {
  /** In the order of the generated module. */
  readonly wanted: readonly WantedSymbol[];
  /**
   * Hashes of the definitions that Layerwright wrote earlier, by name. An existing definition with
   * its recorded hash has no edits. A recorded definition that does not exist was deleted.
   */
  readonly known: ReadonlyMap<string, string>;
  readonly policyOf: PolicyOf;
  /** Returns the hash of an existing definition under its recorded names; its own by default. */
  readonly hashOf?: (current: PythonSymbol) => string;
  /** The place of new definitions if the module has none of the others; its end by default. */
  readonly place?: AppendOptions;
}

/** What a merge did to a module. */
export interface DefinitionsMerge {
  /** Whether the text discards definitions that people wrote, without their consent. */
  readonly discards: boolean;
  /** Whether the text replaces edited definitions, with or without the user's consent. */
  readonly replaces: boolean;
  /** Whether every wanted definition is in the text, exactly as wanted. */
  readonly followsAll: boolean;
  /** The names of the wanted definitions that the merge added or replaced. */
  readonly written: ReadonlySet<string>;
  /** The names of the edited classes that are as wanted, but for what people edited. */
  readonly followed: ReadonlySet<string>;
}

export type ModuleMerge =
  | DefinitionsMerge & {
    readonly kind: "merged";
    readonly text: string;
    /** Whether the module has definitions that the generated module lacks. */
    readonly hasMore: boolean;
  }
  /**
   * The class to which a method would be added does not exist, or its name belongs to something
   * other than a class.
   */
  | { readonly kind: "unplaced" }
  | { readonly kind: "broken"; readonly line: number; readonly reason: string };

/** Merges wanted definitions into an existing module. */
export function mergeModule(existing: string, into: WantedModule): ModuleMerge {
  const module = readPython(existing);
  const [problem] = module.problems;
  if (problem !== undefined) {
    return { kind: "broken", line: problem.line, reason: problem.message };
  }
  const names = new Set(into.wanted.map(({ name }) => name));
  const hasMore = symbols(module).some(({ name }) => !names.has(name));
  const draft = new ModuleDraft(module);
  const merge = mergeDefinitions(draft, into);
  const text = merge === null ? null : draft.text();
  if (merge === null || text === null) return { kind: "unplaced" };
  return { kind: "merged", text, hasMore, ...merge };
}

/**
 * Merges wanted definitions into the working copy of a module.
 *
 * @returns What the merge did; `null` if the class of a method does not exist, or has no body.
 */
export function mergeDefinitions(
  draft: ModuleDraft,
  { wanted, known, policyOf, place, hashOf = ({ hash }) => hash }: WantedModule,
): DefinitionsMerge | null {
  draft.allowMoves(wanted.map(({ name }) => name));
  const written = new Set<string>();
  const followed = new Set<string>();
  let previous: WantedSymbol | undefined;
  let discards = false;
  let followsAll = true;
  let replaces = false;
  for (const [index, symbol] of wanted.entries()) {
    const { name, text, generatedHash = symbol.hash } = symbol;
    if (written.has(name)) continue;
    if (draft.dependsOnChanges(symbol, previous) && !draft.apply()) return null;
    const current = draft.find(name);
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
      const all = [symbol, ...methods];
      const part = {
        name,
        code: withMethods(symbol, methods),
        imports: all.flatMap((each) => each.imports),
        ...(symbol.copied && { copied: symbol.copied }),
      };
      if (isMethod(symbol)) draft.addMethod(...inClass(part));
      else draft.addBeside(part, { previous, after: wanted.values().drop(index + 1), place });
      for (const each of all) written.add(each.name);
    } else if (current.text !== text && policy !== "leave" && current.hash !== symbol.hash) {
      const now = hashOf(current);
      const isUntouched = now === recorded;
      const isEdited = !isUntouched && recorded !== undefined && policy !== "replace";
      if (isEdited) followsAll = false;
      const code = withCopied(text, symbol.copied);
      if (!isEdited) {
        if (draft.replace(current, code, symbol.imports)) written.add(name);
        discards ||= !isUntouched && policy !== "replace";
        replaces ||= !isUntouched;
      } else if (canFollowParts(current, recorded, now, generatedHash)) {
        draft.replace(current, code, symbol.imports, changedParts(recorded, generatedHash));
        followed.add(name);
      } else if (canFollowHead(current, recorded, now, generatedHash)) {
        draft.replace(current, code, importsOfHead(symbol), (part) => part === HEAD);
        followed.add(name);
      } else if (canFollowErrors(current, recorded, now, generatedHash)) {
        const imports = symbol.imports.filter((each) => each.name === IMPORTED.errors.name);
        draft.replace(current, code, imports, (part) => part === ERRORS);
        followed.add(name);
      }
    } else if (current.text !== text) followsAll = false;
    previous = symbol;
  }
  return { discards, replaces, followsAll, written, followed };
}

/**
 * Lists the definitions of a generated module. Their hashes and imports are read on access.
 *
 * @param inForm The definitions that have another form, by name; `null` for those to leave out.
 */
export function wantedSymbols(
  generated: string,
  inForm: ReadonlyMap<string, CodePart | null> = new Map(),
): readonly WantedSymbol[] {
  const module = readPython(generated);
  const importsOf = importFinder(module);
  const names = new Set(symbols(module).map(({ name }) => name));
  const others = [...inForm].filter(([name]) => !names.has(name));
  return [
    ...symbols(module).flatMap((symbol) => {
      const part = inForm.get(symbol.name);
      if (part === null) return [];
      return part === undefined ? new GeneratedSymbol(symbol, importsOf) : symbolOf(part);
    }),
    ...others.flatMap(([, part]) => part === null ? [] : symbolOf(part)),
  ];
}

function symbolOf(part: CodePart): WantedSymbol {
  const text = part.code.trimEnd();
  return { ...part, text, hash: definitionHash(text) };
}

class GeneratedSymbol implements WantedSymbol {
  constructor(
    private readonly symbol: PythonSymbol,
    private readonly importsOf: (code: string) => readonly Import[],
  ) {}

  get name(): string {
    return this.symbol.name;
  }

  get text(): string {
    return this.symbol.text;
  }

  get hash(): string {
    return this.symbol.hash;
  }

  get imports(): readonly Import[] {
    return this.importsOf(this.text);
  }
}

/**
 * Reports whether to add a definition that the module lacks. If the definition is recorded, people
 * deleted it.
 */
export function isAdded(policy: Policy, recorded: string | undefined): boolean {
  return policy !== "leave" && (policy !== "follow" || recorded === undefined);
}

/** Reports whether an edited class can follow its new code member by member. */
function canFollowParts(
  { kind }: Pick<PythonSymbol, "kind">,
  recorded: string,
  now: string,
  wanted: string,
): boolean {
  return kind === "class" && mergeParts(recorded, now, wanted).conflicts.length === 0;
}

/** Reports whether an edited method can get its new signature, because people edited only its body. */
function canFollowHead(
  { kind }: Pick<PythonSymbol, "kind">,
  recorded: string,
  now: string,
  wanted: string,
): boolean {
  return kind === "method" && haveSameHead(now, recorded) && !haveSameHead(wanted, recorded);
}

/** Reports whether an edited function can get other errors, because people did not edit its own. */
function canFollowErrors(
  { kind }: Pick<PythonSymbol, "kind">,
  recorded: string,
  now: string,
  wanted: string,
): boolean {
  return kind === "function" && changedParts(recorded, wanted)(ERRORS) &&
    !changedParts(recorded, now)(ERRORS);
}

/** Returns the imports that the signature of a method uses. */
function importsOfHead({ text, imports }: WantedSymbol): readonly Import[] {
  const parsed = definitionIn(text);
  const header = parsed && definitionParts(parsed.scan, parsed.range)?.header;
  const names = namesIn(text.slice(header?.start, header?.end));
  return imports.filter(({ name, alias = name }) => names.has(alias));
}

/** Returns the class of a method, and the method under its own name. */
function inClass({ code, ...method }: CodePart): [string, CodePart] {
  const [className = "", name = ""] = method.name.split(".");
  return [className, { ...method, name, code: `${code}\n` }];
}

/** Returns the methods of the class at an index; none if it is not a class. */
function methodsBelow(index: number, all: readonly WantedSymbol[]): readonly WantedSymbol[] {
  const start = `${all[index]?.name}.`;
  const methods: WantedSymbol[] = [];
  for (let next = index + 1; all[next]?.name.startsWith(start); next++) {
    const method = all[next];
    if (method !== undefined) methods.push(method);
  }
  return methods;
}

/** Returns the code of a class with some of its methods. */
function withMethods({ text }: WantedSymbol, methods: readonly WantedSymbol[]): string {
  const [first, ...others] = methods.map((each) => each.text);
  if (first === undefined) return text;
  return [text + (text.endsWith(":") ? "\n" : "\n\n") + first, ...others].join("\n\n");
}

/**
 * Returns a function that lists the module's imports that some code uses, in the module's order.
 */
function importFinder(module: PythonModule): (code: string) => Import[] {
  let byName: ReadonlyMap<string, readonly ImportedMember[]> | undefined;
  return (code) => {
    byName ??= importedMembers(module);
    return [...namesIn(code)].flatMap((name) => byName?.get(name) ?? [])
      .sort(([a], [b]) => a - b).map(([, member]) => member);
  };
}

/** A member that a module imports, with its position among all of them. */
type ImportedMember = readonly [number, Import];

function importedMembers(module: PythonModule): ReadonlyMap<string, readonly ImportedMember[]> {
  const members = readImports(module).flatMap(({ kind, module: from, names }) =>
    names.map(({ name }) =>
      kind === "from" ? { module: from, name } : { module: name, name, isModule: true }
    )
  );
  return Map.groupBy(members.entries(), ([, { name }]) => name);
}
