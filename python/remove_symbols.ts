/** Removes definitions from a module. */

import { lineBindings } from "./bindings.ts";
import { isOperator, tokenize } from "./expression.ts";
import { type Gaps, gapsAround, type LineSpan, removalOf } from "./gaps.ts";
import { lineImports } from "./import_statement.ts";
import type { PythonModule } from "./python_module.ts";
import { type PythonSymbol, symbols } from "./symbols.ts";
import { applyEdits, replaceRange, type TextEdit } from "./text_edit.ts";
import { removeUnusedImports } from "./unused_imports.ts";

/** A module without some of its definitions. */
export interface SymbolRemoval {
  readonly text: string;
  /**
   * The definitions that could not be removed without other code: classes with other code or
   * comments, and assignments that bind several names or share their line with another statement.
   */
  readonly left: readonly PythonSymbol[];
}

/** The options of a removal. */
export interface RemovalOptions {
  /** Imported names that stay, for example because other modules import them from this one. */
  readonly keptImports?: ReadonlySet<string>;
}

/**
 * Removes definitions from a module, with their decorators and attached comments, and the imports
 * that only they used. Everything else stays. If blank lines are as formatters require, the result
 * has the blank lines from before the definitions were added. A block that would be empty gets a
 * `pass`.
 *
 * To remove a class, pass its methods, too. Otherwise, the class stays.
 *
 * @param removed Symbols of the module, without duplicates. Takes linear time for any number of
 * symbols.
 *
 * @example
 * ```ts
 * import { readPython } from "./python_module.ts";
 * import { removeSymbols } from "./remove_symbols.ts";
 * import { symbols } from "./symbols.ts";
 * import { equal } from "node:assert/strict";
 *
 * const module = readPython("class A:\n    def b(self): ...\n\n    def c(self): ...\n");
 * const found = symbols(module).filter(({ name }) => name === "A.c");
 * equal(removeSymbols(module, found).text, "class A:\n    def b(self): ...\n");
 * ```
 */
export function removeSymbols(
  module: PythonModule,
  removed: Iterable<PythonSymbol>,
  { keptImports }: RemovalOptions = {},
): SymbolRemoval {
  const spans = [...removed].map((symbol) => ({ symbol, start: symbol.start, end: symbol.end }))
    .sort((a, b) => a.start - b.start);
  const left = new Set([...sharedAssignments(module, spans), ...remainingClasses(module, spans)]);
  const gone = spans.filter(({ symbol }) => !left.has(symbol));
  if (gone.length === 0) return { text: module.source, left: [...left] };
  const runs = joined(module, gone);
  const blocks = emptiedBlocks(module, runs);
  const edits = runs.map((run) => removal(module, run, blocks.get(run)));
  const code = gone.map(({ start, end }) => module.source.slice(start, end)).join("\n");
  return {
    text: removeUnusedImports(applyEdits(module.source, edits), code, keptImports),
    left: [...left],
  };
}

interface SymbolSpan extends LineSpan {
  readonly symbol: PythonSymbol;
}

/** Definitions with only blank lines between them, and their logical lines. */
interface Run extends LineSpan {
  readonly first: number;
  readonly last: number;
}

function sharedAssignments(module: PythonModule, spans: readonly SymbolSpan[]): PythonSymbol[] {
  const { source, lines } = module;
  let index = 0;
  return spans.filter(({ symbol, start }) => {
    while ((lines[index]?.lineStart ?? Infinity) < start) index++;
    const line = lines[index];
    if (symbol.kind !== "assignment" || line === undefined) return false;
    const tokens = tokenize(source, line.start, line.end);
    return tokens.some((token) => isOperator(token, ";")) ||
      lineBindings(module, index).length !== 1;
  }).map(({ symbol }) => symbol);
}

/** Lists the classes that have code or comments besides the removed symbols. */
function remainingClasses(module: PythonModule, spans: readonly SymbolSpan[]): PythonSymbol[] {
  const { source, lines, definitions } = module;
  const classes = symbols(module).filter(({ kind }) => kind === "class");
  const ends = new Map(
    definitions.filter(({ kind }) => kind === "class")
      .map(({ last }, index) => [classes[index]?.start, lines[last]?.end ?? source.length]),
  );
  const remaining: PythonSymbol[] = [];
  // `coveredEnd` is the end of the current run of removed symbols without other code between them.
  let next: SymbolSpan | undefined;
  let coveredEnd = 0;
  for (const span of spans.toReversed()) {
    const isNext = next !== undefined && source.slice(span.end, next.start).trim() === "";
    if (!isNext) coveredEnd = span.end;
    const { symbol } = span;
    next = span;
    if (symbol.kind !== "class" || (ends.get(span.start) ?? Infinity) <= coveredEnd) continue;
    remaining.push(symbol);
    next = undefined;
  }
  return remaining;
}

function joined({ source, lines }: PythonModule, spans: readonly SymbolSpan[]): Run[] {
  const runs: Run[] = [];
  let line = 0;
  for (const { start, end } of spans) {
    while ((lines[line]?.lineStart ?? Infinity) < start) line++;
    const first = line;
    while ((lines[line]?.lineStart ?? Infinity) < end) line++;
    const last = line - 1;
    const run = runs.at(-1);
    const isNext = run !== undefined && source.slice(run.end, start).trim() === "";
    if (isNext) runs[runs.length - 1] = { ...run, end, last };
    else runs.push({ start, end, first, last });
  }
  return runs;
}

/** Finds the runs whose removal would leave a block empty, with the indentation of the block. */
function emptiedBlocks(
  { lines }: PythonModule,
  runs: readonly Run[],
): ReadonlyMap<Run, string> {
  const emptied = new Map<Run, string>();
  // The first run of a group. Between the runs of a group are only comments.
  let group: Run | undefined;
  for (const [index, run] of runs.entries()) {
    group ??= run;
    if (runs[index + 1]?.first === run.last + 1) continue;
    const header = lines[group.first - 1];
    const first = lines[group.first];
    const isBlock = header !== undefined && first !== undefined && first.indent > header.indent;
    const next = lines[run.last + 1]?.indent ?? 0;
    if (isBlock && next <= header.indent) emptied.set(group, first.indentation);
    group = undefined;
  }
  return emptied;
}

function removal(module: PythonModule, run: Run, block: string | undefined): TextEdit {
  const { source } = module;
  if (block !== undefined) return replaceRange(run, `${block}pass`);
  const gaps = gapsAround(source, run);
  return replaceRange(removalOf(source, run, gaps, blankLinesLeft(module, run, gaps)), "");
}

/** Returns the number of blank lines to leave in place of definitions. */
function blankLinesLeft(module: PythonModule, run: Run, { previous, above, below, rest }: Gaps) {
  const { source, lines } = module;
  const header = lines[run.first - 1];
  const first = lines[run.first];
  if (previous === null || header === undefined || first === undefined) return above.length;
  // If a comment is directly above the definitions, this is false.
  const isBelowLine = previous <= header.next;
  if (isBelowLine && header.indent < first.indent) return above.length;
  const next = lines[run.last + 1];
  const isBelowImport = isBelowLine && header.indent === 0 &&
    lineImports(source, header, run.first - 1).length > 0;
  const isAboveStatement = next?.lineStart === rest && next.indent === 0 &&
    !/(?:@|class\b|def\b|async\b)/y.test(source.slice(next.start, next.start + 6));
  if (isBelowImport && isAboveStatement) return Math.min(1, above.length);
  return Math.max(above.length, below.length);
}
