/** Merging a generated Python module into an existing one, definition by definition. */

import { symbolHash } from "../project/manifest.ts";
import { applyEdits } from "../python/text_edit.ts";
import { readImports } from "../python/imports.ts";
import { type PythonModule, readPython } from "../python/python_module.ts";
import { type PythonSymbol, symbols } from "../python/symbols.ts";
import { orderDefinitions } from "./definition_order.ts";
import type { Import } from "./endpoint_code.ts";
import { ModuleChanges } from "./module_changes.ts";
import { namesIn } from "./names_in.ts";
import { removeUnusedImports } from "../python/unused_imports.ts";

export type ModuleMerge =
  | {
    readonly kind: "merged";
    readonly text: string;
    /** Whether the module has definitions that the generated module lacks. */
    readonly hasMore: boolean;
    /** Whether the text discards edited definitions. */
    readonly discards: boolean;
  }
  /** The class to which a method would be added does not exist, or its name is not that of a class. */
  | { readonly kind: "homeless" }
  | { readonly kind: "broken"; readonly line: number; readonly reason: string };

/**
 * Merges a generated module into an existing one.
 *
 * @param known Hashes of the definitions that Layerwright wrote earlier. An existing definition with one
 * of these hashes has no edits. A generated definition with one of them is not new.
 */
export function mergeModule(
  existing: string,
  generated: string,
  known: ReadonlySet<string>,
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
  let changes = new ModuleChanges(module);
  let previous: PythonSymbol | undefined;
  let discards = false;
  for (const [index, symbol] of wanted.entries()) {
    if (changes.dependsOnChanges(symbol, previous)) {
      const changed = changes.apply();
      if (changed === null) return { kind: "homeless" };
      changes = new ModuleChanges(readPython(changed, changes.module.source));
    }
    const { name, text } = symbol;
    const current = changes.find(name);
    const isUntouched = current !== undefined && known.has(symbolHash(current.text));
    const isNew = !known.has(symbolHash(text));
    if (current === undefined) {
      if (!isNew) continue;
      const part = { name, code: `${text}\n`, imports: importsOf(text) };
      if (symbol.kind === "method") changes.addMethod(part);
      else changes.addBeside({ ...part, code: text }, previous, wanted.values().drop(index + 1));
      written.add(name);
    } else if (current.text !== text && (isUntouched || isNew)) {
      const code = generated.slice(symbol.start, symbol.end);
      if (changes.replace(current, code, importsOf(text))) written.add(name);
      discards ||= !isUntouched;
    }
    previous = symbol;
  }
  const text = changes.apply();
  if (text === null) return { kind: "homeless" };
  if (text === existing) return { kind: "merged", text, hasMore, discards };
  const replaced = symbols(module).filter(({ name }) => written.has(name));
  const ordered = orderDefinitions(text, written, names);
  const used = removeUnusedImports(ordered, replaced.map((symbol) => symbol.text).join("\n"));
  const merged = readPython(used);
  const [first] = symbols(merged);
  const isSpaced = first === undefined || used === ordered && !written.has(first.name);
  return { kind: "merged", text: isSpaced ? used : spaceFirst(merged, first), hasMore, discards };
}

/**
 * Corrects the blank lines above the first definition. Formatters require two after imports, but one
 * before an assignment or after a docstring.
 */
function spaceFirst(module: PythonModule, first: PythonSymbol): string {
  const text = module.source;
  const head = text.slice(0, first.start).trimEnd();
  const last = readImports(module).findLast(({ end }) => end <= head.length);
  const isDocstring = last === undefined && /^"""[^"]*"""$/.test(head);
  if (last?.end !== head.length && !isDocstring) return text;
  const breaks = first.kind === "assignment" || isDocstring ? 2 : 3;
  const remove = first.start - head.length;
  return applyEdits(text, [{ offset: head.length, remove, insert: module.eol.repeat(breaks) }]);
}

/** Returns a function that lists which of the module's imports some code uses, in the module's order. */
function importFinder(module: PythonModule): (code: string) => Import[] {
  const members = readImports(module).flatMap(({ kind, module: from, names }) =>
    kind === "import" ? [] : names.map(({ name }) => ({ module: from, name }))
  );
  const byName = Map.groupBy(members.entries(), ([, { name }]) => name);
  return (code) =>
    [...namesIn(code)].flatMap((name) => byName.get(name) ?? [])
      .sort(([a], [b]) => a - b).map(([, member]) => member);
}
