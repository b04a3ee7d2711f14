/** Removes imports that an edit left unused. */

import { nextPhysicalLine } from "./characters.ts";
import { gapsAround, type LineSpan, removalOf } from "./gaps.ts";
import { type ImportedName, type ImportStatement, lineImports } from "./import_statement.ts";
import { type ImportSection, importSection } from "./import_order.ts";
import { readImports } from "./imports.ts";
import { namesRead } from "./names_read.ts";
import { type PythonModule, readPython } from "./python_module.ts";
import { scanPython } from "./scanner.ts";
import { applyEdits, replaceRange, type TextEdit } from "./text_edit.ts";
import { unmergeImport } from "./unmerge_import.ts";

/**
 * Removes the imports of names that a module no longer reads, and the blank lines that were added
 * with these imports.
 *
 * An import stays if it has a comment, shares its line with other statements, or is alone in a
 * block.
 *
 * @param code The removed code. Only imports that this code used are removed.
 * @param kept Imported names that stay, for example because other modules import them from this one.
 *
 * @example
 * ```ts
 * import { removeUnusedImports } from "./unused_imports.ts";
 * import { equal } from "node:assert/strict";
 *
 * const text = "from flask import abort, jsonify\n\n\nabort(404)\n";
 * equal(removeUnusedImports(text, "jsonify(1)"), "from flask import abort\n\n\nabort(404)\n");
 * ```
 */
export function removeUnusedImports(
  text: string,
  code: string,
  kept: ReadonlySet<string> = new Set(),
): string {
  const module = readPython(text);
  const before = namesRead(scanPython(code));
  const after = namesRead(module);
  const statements = readImports(module);
  const starred = starredPackages(module, statements);
  const isUnused = ({ name, alias }: ImportedName, from: string) => {
    const local = alias ?? name;
    if (name === "*" || !before.has(local) || kept.has(local)) return false;
    return !after.has(local) || (alias === null && starred.has(from));
  };
  const edits: TextEdit[] = [];
  const gone: Run[] = [];
  for (const statement of statements) {
    if (statement.kind !== "from" || statement.module === "__future__") continue;
    const unused = statement.names.filter((name) => isUnused(name, statement.module));
    if (unused.length === 0) continue;
    if (unused.length < statement.names.length) {
      edits.push(...unmergeImport(module, statement, new Set(unused)));
    } else if (isRemovable(module, statement)) addStatement(gone, module, statement);
  }
  for (const span of gone.flatMap((run) => spansOf(module, run))) {
    edits.push(replaceRange(span, ""));
  }
  return applyEdits(text, edits);
}

/**
 * Lists the packages from outside of the project from which a module imports `*`. Imports of single
 * names from these packages are redundant.
 */
function starredPackages(
  { lines }: PythonModule,
  statements: readonly ImportStatement[],
): ReadonlySet<string> {
  const starred = statements.filter(({ module, names, line }) =>
    names.some(({ name }) => name === "*") && lines[line]?.indent === 0 &&
    OTHER_PACKAGES.has(importSection(module))
  );
  return new Set(starred.map(({ module }) => module));
}

const OTHER_PACKAGES: ReadonlySet<ImportSection> = new Set(["standard", "third-party"]);

/** Logical lines that are removed together, because only blank lines are between them. */
interface Run extends LineSpan {
  readonly first: number;
  readonly last: number;
  /** The last blank lines between the run's lines; `null` if there are none. */
  readonly gap: LineSpan | null;
}

/** Reports whether removing a whole statement removes no comment and no other code. */
function isRemovable({ source, lines }: PythonModule, statement: ImportStatement): boolean {
  const { isAlone, start, end, line } = statement;
  const { indent = 0, next = end } = lines[line] ?? {};
  // Removing an indented import could leave an empty block, which does not parse.
  return isAlone && indent === 0 && !source.slice(start, next).includes("#") &&
    !source.slice(end, next).includes(";");
}

/** Adds a statement to the last run, or starts a new run. */
function addStatement(
  runs: Run[],
  { source, lines }: PythonModule,
  { line, end }: ImportStatement,
): void {
  const start = lines[line]?.lineStart ?? end;
  const last = runs.at(-1);
  const isNext = last !== undefined && source.slice(last.end, start).trim() === "";
  if (!isNext) {
    runs.push({ first: line, last: line, start, end, gap: null });
    return;
  }
  const between = { start: nextPhysicalLine(source, last.end), end: start };
  const gap = between.start < between.end ? between : last.gap;
  runs[runs.length - 1] = { ...last, last: line, end, gap };
}

/**
 * Returns the lines to remove. If the run is between two groups of imports, the blank lines between
 * the groups stay.
 */
function spansOf(module: PythonModule, run: Run): readonly LineSpan[] {
  const span = linesOf(module, run);
  const { gap } = run;
  const { previous, above, below } = gapsAround(module.source, run);
  const isBetween = previous !== null && above.length === 0 && below.length === 0 &&
    isImport(module, run.first - 1) && isImport(module, run.last + 1);
  if (gap === null || !isBetween) return [span];
  return [{ start: span.start, end: gap.start }, { start: gap.end, end: span.end }];
}

/** Returns the lines to remove: a run, and the blank lines that were added with it. */
function linesOf(module: PythonModule, run: Run): LineSpan {
  const { source, lines } = module;
  const gaps = gapsAround(source, run);
  const { previous, above, below, rest, isFollowed } = gaps;
  if (!isFollowed) return removalOf(source, run, gaps, 0);
  const previousLine = lines[run.first - 1];
  // If a comment is directly above the run, this is false.
  const isBelowLine = previous !== null && previous <= (previousLine?.next ?? -1);
  const isBelowImport = isBelowLine && isImport(module, run.first - 1);
  const isAtTop = above.length === 0 && previousLine === undefined;
  // These imports were added directly above other code, without new blank lines.
  if (below.length === 0) return { start: run.start, end: rest };
  if (!isBelowImport && (isAtTop || isImport(module, run.last + 1))) {
    return { start: run.start, end: rest };
  }
  const start = previous === null ? run.start : nextPhysicalLine(source, previous);
  return { start, end: nextPhysicalLine(source, run.end) };
}

function isImport({ source, lines }: PythonModule, index: number): boolean {
  const line = lines[index];
  return line?.indent === 0 && lineImports(source, line, index).length > 0;
}
