/** The parts of a module that are exactly as generated, apart from line endings. */

import { isStringOnly, tokensOf } from "../../python/line_tokens.ts";
import { readImports } from "../../python/imports.ts";
import { type PythonModule, readPython } from "../../python/python_module.ts";
import { type PythonSymbol, symbols } from "../../python/symbols.ts";
import type { ReplacedPart } from "./file_edits.ts";
import { withEolOf } from "../plans/plan.ts";

/** The text that is generated for a module, before and after a change. */
export interface GeneratedTexts {
  readonly before: string;
  readonly after: string;
}

/**
 * Finds the unedited parts of a module, with the text that replaces each of them after a change. An
 * unedited module is one part. In an edited module, the docstring, the imports and each definition
 * are parts.
 *
 * @param nameAfter Returns the new name of a definition; `null` to leave it alone.
 */
export function generatedParts(
  text: string,
  { before, after }: GeneratedTexts,
  nameAfter: (name: string) => string | null,
): readonly ReplacedPart[] {
  if (text === withEolOf(text, before)) {
    return [{ start: 0, end: text.length, insert: withEolOf(text, after) }];
  }
  const [module, old, now] = [readPython(text), readPython(before), readPython(after)];
  const header = headerParts(module, old, now);
  const [mine, earlier, later] = [bySymbol(module), bySymbol(old), bySymbol(now)];
  const definitions = [...mine].flatMap(([name, symbol]): readonly ReplacedPart[] => {
    const renamed = nameAfter(name);
    const replaced = earlier.get(name);
    const insert = renamed === null ? undefined : later.get(renamed)?.text;
    if (symbol === null || replaced === undefined || insert === undefined) return [];
    const own = text.slice(symbol.start, symbol.end);
    if (own !== withEolOf(text, replaced?.text ?? "")) return [];
    return [{ start: symbol.start, end: symbol.end, insert: withEolOf(text, insert) }];
  });
  return [...header, ...definitions].sort((a, b) => a.start - b.start);
}

/** Returns the symbols of a module by name; `null` for a name of several symbols. */
function bySymbol(module: PythonModule): ReadonlyMap<string, PythonSymbol | null> {
  const found = new Map<string, PythonSymbol | null>();
  for (const symbol of symbols(module)) {
    found.set(symbol.name, found.has(symbol.name) ? null : symbol);
  }
  return found;
}

/** Finds the docstring and the block of imports. Leaves out either of them if people edited it. */
function headerParts(
  module: PythonModule,
  before: PythonModule,
  after: PythonModule,
): readonly ReplacedPart[] {
  const { source } = module;
  return [docstring, importBlock].flatMap((part) => {
    const [own, old, now] = [part(module), part(before), part(after)];
    if (own === null || old === null || now === null) return [];
    const text = before.source.slice(old.start, old.end);
    if (source.slice(own.start, own.end) !== withEolOf(source, text)) return [];
    const insert = withEolOf(source, after.source.slice(now.start, now.end));
    return [{ ...own, insert }];
  });
}

interface Extent {
  readonly start: number;
  readonly end: number;
}

function docstring(module: PythonModule): Extent | null {
  const [line] = module.lines;
  if (line === undefined || !isStringOnly(tokensOf(module, line))) return null;
  return { start: line.start, end: line.end };
}

/** Returns the extent of the imports above the first definition. */
function importBlock(module: PythonModule): Extent | null {
  const [first] = symbols(module);
  const end = first?.start ?? module.source.length;
  const imports = readImports(module).filter((each) => each.start < end);
  const [top] = imports;
  const last = imports.at(-1);
  return top === undefined || last === undefined ? null : { start: top.start, end: last.end };
}
