/** Adding to a Python module what a newer generation of it has, by its functions and classes. */

import { symbolHash } from "../project/manifest.ts";
import { applyEdits, replaceSymbol } from "../python/edit.ts";
import { readImports } from "../python/imports.ts";
import { type PythonModule, readPython } from "../python/python_module.ts";
import { type PythonSymbol, symbols } from "../python/symbols.ts";
import { orderDefinitions } from "./definition_order.ts";
import { addImports, addSymbol, importsOf } from "./edit_module.ts";
import { removeUnusedImports } from "./unused_imports.ts";

export type ModuleMerge =
  | {
    readonly kind: "merged";
    readonly text: string;
    /** Whether the module has definitions that the generated one has not. */
    readonly hasMore: boolean;
    /** Whether definitions that people wrote are not in the text any more. */
    readonly discards: boolean;
  }
  /** What a definition belongs to is not there, or something else. */
  | { readonly kind: "homeless" }
  | { readonly kind: "broken"; readonly line: number; readonly reason: string };

/**
 * Merges a generated module into an existing one.
 *
 * @param known Hashes of the definitions that Layerwright wrote: what has one of them was not edited,
 * and what is asked for with one of them is not asked for anew.
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
  let discards = false;
  let text = existing;
  for (const symbol of wanted) {
    const step = mergeSymbol(text, source, symbol, known);
    if (step === null) return { kind: "homeless" };
    if (step.text !== text) {
      written.add(symbol.name);
      // What both versions have in common is not read again for the next symbol.
      readPython(step.text, text);
    }
    discards ||= step.discards;
    text = step.text;
  }
  if (written.size === 0) return { kind: "merged", text, hasMore, discards };
  const replaced = symbols(module).filter(({ name }) => written.has(name));
  const ordered = orderDefinitions(text, written, names);
  const used = removeUnusedImports(ordered, replaced.map((symbol) => symbol.text).join("\n"));
  const [first] = symbols(readPython(used));
  const isSpaced = used === ordered && (first === undefined || !written.has(first.name));
  return { kind: "merged", text: isSpaced ? used : spaceFirst(used), hasMore, discards };
}

/** Formatters want two blank lines behind the imports, but one before an assignment or without any. */
function spaceFirst(text: string): string {
  const module = readPython(text);
  const [first] = symbols(module);
  if (first === undefined) return text;
  const head = text.slice(0, first.start).trimEnd();
  const last = readImports(module).findLast(({ end }) => end <= head.length);
  const isDocstring = last === undefined && /^"""[^"]*"""$/.test(head);
  if (last?.end !== head.length && !isDocstring) return text;
  const breaks = first.kind === "assignment" || isDocstring ? 2 : 3;
  const remove = first.start - head.length;
  return applyEdits(text, [{ offset: head.length, remove, insert: module.eol.repeat(breaks) }]);
}

interface SymbolMerge {
  readonly text: string;
  /** Whether a definition that people wrote gave way. */
  readonly discards: boolean;
}

/** Merges one definition; `null` if there is no place for it. */
function mergeSymbol(
  text: string,
  source: PythonModule,
  symbol: PythonSymbol,
  known: ReadonlySet<string>,
): SymbolMerge | null {
  const module = readPython(text);
  const current = symbols(module).find((each) => each.name === symbol.name);
  if (current?.text === symbol.text) return { text, discards: false };
  const isNew = !known.has(symbolHash(symbol.text));
  if (current === undefined) {
    const added = isNew ? addSymbol(text, source, symbol) : text;
    return added === null ? null : { text: added, discards: false };
  }
  const isUntouched = known.has(symbolHash(current.text));
  if (!isUntouched && !isNew) return { text, discards: false };
  const code = source.source.slice(symbol.start, symbol.end);
  const replaced = applyEdits(text, replaceSymbol(module, current, code));
  return { text: addImports(replaced, importsOf(source, symbol.text)), discards: !isUntouched };
}
