/** Removes names from an import statement. */

import { isLineBreak, nextPhysicalLine, physicalLineEnd, skipBlanks } from "./characters.ts";
import type { ImportedName, ImportStatement } from "./import_statement.ts";
import { columns, LINE_WIDTH } from "./layout.ts";
import { wrappedNames } from "./merge_import.ts";
import type { PythonModule } from "./python_module.ts";
import type { TextEdit } from "./text_edit.ts";

/**
 * Removes some of the names of a `from` import: the opposite of `mergeImport`. An import goes back
 * to one line if it was wrapped only because of these names. In parentheses, a name with a comment
 * after it stays.
 *
 * @param unused The names to remove: some names of the statement, but not all.
 */
export function unmergeImport(
  module: PythonModule,
  statement: ImportStatement,
  unused: ReadonlySet<ImportedName>,
): TextEdit[] {
  const { source } = module;
  const unwrapped = unwrap(module, statement, unused);
  if (unwrapped !== null) return [unwrapped];
  const { names, parentheses } = statement;
  const isGone = (name: ImportedName | undefined) =>
    name !== undefined && unused.has(name) &&
    (parentheses === null || !hasComment(source, name));
  const edits: TextEdit[] = [];
  for (let index = 0; index < names.length; index++) {
    const first = names[index];
    if (first === undefined || !isGone(first)) continue;
    if (isOnOwnLine(source, first)) {
      edits.push(ownLine(source, first));
      continue;
    }
    const previous = names[index - 1];
    let last = first;
    for (let next = names[index + 1]; next !== undefined; next = names[index + 1]) {
      if (!isGone(next) || isOnOwnLine(source, next)) break;
      last = next;
      index++;
    }
    const isPreviousLeft = !isGone(previous);
    edits.push(inline(source, { first, last, previous, next: names[index + 1], isPreviousLeft }));
  }
  return edits;
}

/** Consecutive names to remove that share their line with other names. */
interface InlineNames {
  readonly first: ImportedName;
  readonly last: ImportedName;
  readonly previous: ImportedName | undefined;
  readonly next: ImportedName | undefined;
  readonly isPreviousLeft: boolean;
}

function inline(source: string, names: InlineNames): TextEdit {
  const { first, last, previous, next, isPreviousLeft } = names;
  const isOnLine = next !== undefined && !/[\r\n]/.test(source.slice(last.end, next.start));
  const isNextJoined = next !== undefined && (isOnLine || previous === undefined);
  const offset = !isNextJoined && previous !== undefined && isPreviousLeft
    ? previous.end
    : first.start;
  const end = isNextJoined ? next.start : last.end;
  return { offset, remove: end - offset, insert: "" };
}

const COMMENT_AFTER = /[ \t\f]*,?[ \t\f]*#/y;

function hasComment(source: string, { end }: ImportedName): boolean {
  COMMENT_AFTER.lastIndex = end;
  return COMMENT_AFTER.test(source);
}

const LINE_END_AFTER = /[ \t\f]*,?[ \t\f]*[\r\n]/y;

function isOnOwnLine(source: string, { start, end }: ImportedName): boolean {
  LINE_END_AFTER.lastIndex = end;
  return skipBlanks(source, lineStart(source, start)) === start && LINE_END_AFTER.test(source);
}

function ownLine(source: string, { start, end }: ImportedName): TextEdit {
  const offset = lineStart(source, start);
  return { offset, remove: nextPhysicalLine(source, end) - offset, insert: "" };
}

function lineStart(source: string, offset: number): number {
  let start = offset;
  while (start > 0 && !isLineBreak(source.charCodeAt(start - 1))) start--;
  return start;
}

/**
 * Returns the edit that puts an import on one line if it was wrapped only because of the removed
 * names; otherwise `null`.
 */
function unwrap(
  module: PythonModule,
  { names, parentheses, line, start, end, isAlone }: ImportStatement,
  unused: ReadonlySet<ImportedName>,
): TextEdit | null {
  if (parentheses === null || !isAlone) return null;
  const { source } = module;
  const text = (name: ImportedName) => source.slice(name.start, name.end);
  const offset = parentheses.start - 1;
  const lineStart = module.lines[line]?.lineStart ?? start;
  const wrapped = wrappedNames(module, names.map(text), source.slice(lineStart, start));
  if (source.slice(offset, end) !== wrapped) return null;
  const kept = names.filter((name) => !unused.has(name)).map(text).join(", ");
  const head = source.slice(lineStart, offset);
  const tail = source.slice(end, physicalLineEnd(source, end));
  const isTooLong = (members: string) => columns(head + members + tail) > LINE_WIDTH;
  const wasWrapped = isTooLong(names.map(text).join(", ")) && !isTooLong(kept);
  return wasWrapped ? { offset, remove: end - offset, insert: kept } : null;
}
