/** Adds names to an import statement. */

import { isLineBreak, nextPhysicalLine, physicalLineEnd, skipBlanks } from "./characters.ts";
import type { TextEdit } from "./text_edit.ts";
import { compareMembers } from "./import_order.ts";
import type { ImportedName, ImportStatement } from "./import_statement.ts";
import { columns, LINE_WIDTH } from "./layout.ts";
import type { PythonModule } from "./python_module.ts";

/** A position for added names: between two existing names, before the first, or after the last. */
interface Gap {
  readonly previous: ImportedName | undefined;
  readonly next: ImportedName | undefined;
  /** The added names, in order. */
  readonly added: string[];
}

/**
 * Adds names to a `from` import, sorted among its members and in its layout. If the line gets too
 * long, it is wrapped to one name per line.
 */
export function mergeImport(
  module: PythonModule,
  statement: ImportStatement,
  names: readonly string[],
): TextEdit[] {
  const { source } = module;
  const gaps = gapsFor(statement.names, names);
  if (hasLineBreak(source, statement.start, statement.end)) {
    return gaps.flatMap((gap) =>
      isBetweenLines(source, statement, gap)
        ? insertLines(module, statement, gap)
        : [insertInline(gap)]
    );
  }
  const lineStart = module.lines[statement.line]?.lineStart ?? statement.start;
  const line = source.slice(lineStart, physicalLineEnd(source, statement.end));
  const width = columns(line) + names.map((name) => `, ${name}`).join("").length;
  if (width <= LINE_WIDTH || !statement.isAlone) return gaps.map(insertInline);
  return [wrap(module, statement, gaps)];
}

/** Finds the position of each name. */
function gapsFor(present: readonly ImportedName[], names: readonly string[]): Gap[] {
  const gaps: Gap[] = [];
  let index = 0;
  for (const name of names.toSorted(compareMembers)) {
    for (; index < present.length; index++) {
      if (compareMembers(name, present[index]?.name ?? "") < 0) break;
    }
    const [previous, next] = [present[index - 1], present[index]];
    const last = gaps.at(-1);
    if (last !== undefined && last.next === next) last.added.push(name);
    else gaps.push({ previous, next, added: [name] });
  }
  return gaps;
}

function hasLineBreak(source: string, start: number, end: number): boolean {
  return /[\r\n]/.test(source.slice(start, end));
}

/**
 * Reports whether a gap is inside parentheses and contains a line break. Between two names, the
 * line break must follow the comma.
 */
function isBetweenLines(
  source: string,
  { parentheses }: ImportStatement,
  { previous, next }: Gap,
): boolean {
  if (parentheses === null) return false;
  const start = previous?.end ?? parentheses.start;
  const end = next?.start ?? parentheses.end;
  if (!hasLineBreak(source, start, end)) return false;
  return previous === undefined || next === undefined ||
    source.charAt(skipBlanks(source, start)) === ",";
}

function insertInline({ previous, next, added }: Gap): TextEdit {
  const names = added.join(", ");
  return next === undefined
    ? { offset: previous?.end ?? 0, remove: 0, insert: `, ${names}` }
    : { offset: next.start, remove: 0, insert: `${names}, ` };
}

function insertLines(
  module: PythonModule,
  { parentheses }: ImportStatement,
  { previous, next, added }: Gap,
): TextEdit[] {
  const { source, eol } = module;
  const start = previous?.end ?? parentheses?.start ?? 0;
  const indentation = lineIndentation(module, next ?? previous);
  const insert = added.map((name) => `${indentation}${name},${eol}`).join("");
  const line = { offset: nextPhysicalLine(source, start), remove: 0, insert };
  const needsComma = next === undefined && !hasComma(source, start, parentheses?.end ?? start);
  return needsComma ? [{ offset: start, remove: 0, insert: "," }, line] : [line];
}

/** Reports whether part of a source contains a comma outside of comments. */
function hasComma(source: string, start: number, end: number): boolean {
  return source.slice(start, end).replace(/#[^\r\n]*/g, "").includes(",");
}

/**
 * Returns the indentation of a name if it is the first on its line; otherwise, one level of the
 * file's indentation.
 */
function lineIndentation(
  { source, indentUnit }: PythonModule,
  name: ImportedName | undefined,
): string {
  if (name === undefined) return indentUnit;
  let start = name.start;
  while (start > 0 && !isLineBreak(source.charCodeAt(start - 1))) start--;
  return skipBlanks(source, start) === name.start ? source.slice(start, name.start) : indentUnit;
}

function wrap(module: PythonModule, statement: ImportStatement, gaps: readonly Gap[]): TextEdit {
  const { names, parentheses, end, start, line } = statement;
  const added = new Map(gaps.map((gap) => [gap.next, gap.added]));
  const members = [...names, undefined].flatMap((each) => [
    ...added.get(each) ?? [],
    ...each === undefined ? [] : [module.source.slice(each.start, each.end)],
  ]);
  const offset = parentheses === null ? names[0]?.start ?? end : parentheses.start - 1;
  const margin = module.source.slice(module.lines[line]?.lineStart ?? start, start);
  return { offset, remove: end - offset, insert: wrappedNames(module, members, margin) };
}

/** Formats names in parentheses, one per line, for a statement with a margin. */
export function wrappedNames(
  { eol, indentUnit }: PythonModule,
  names: readonly string[],
  margin: string,
): string {
  const lines = names.map((name) => `${margin}${indentUnit}${name},`);
  return ["(", ...lines, `${margin})`].join(eol);
}
