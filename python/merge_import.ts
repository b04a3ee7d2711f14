/** Adding a name to an import statement. */

import { isLineBreak, nextPhysicalLine, physicalLineEnd, skipBlanks } from "./characters.ts";
import type { TextEdit } from "./edit.ts";
import { compareMembers } from "./import_order.ts";
import type { ImportedName, ImportStatement } from "./import_statement.ts";
import { columns, LINE_WIDTH } from "./layout.ts";
import type { PythonModule } from "./python_module.ts";

/** Where a name goes: between two others, of which one may be missing. */
interface Gap {
  readonly previous: ImportedName | undefined;
  readonly next: ImportedName | undefined;
}

/**
 * Adds a name to a `from` import, in the order of its members and in its layout. A line that gets too
 * long becomes a block of one name a line.
 */
export function mergeImport(
  module: PythonModule,
  statement: ImportStatement,
  name: string,
): TextEdit[] {
  const { source } = module;
  const gap = gapFor(statement.names, name);
  if (hasLineBreak(source, statement.start, statement.end)) {
    return isBetweenLines(source, statement, gap)
      ? insertLine(module, statement, gap, name)
      : [insertInline(gap, name)];
  }
  const lineStart = module.lines[statement.line]?.lineStart ?? statement.start;
  const line = source.slice(lineStart, physicalLineEnd(source, statement.end));
  const width = columns(line) + `, ${name}`.length;
  if (width <= LINE_WIDTH || !statement.isAlone) return [insertInline(gap, name)];
  return [wrap(module, statement, name)];
}

function gapFor(names: readonly ImportedName[], name: string): Gap {
  const index = names.findIndex((each) => compareMembers(name, each.name) < 0);
  return index === -1
    ? { previous: names.at(-1), next: undefined }
    : { previous: names[index - 1], next: names[index] };
}

function hasLineBreak(source: string, start: number, end: number): boolean {
  return /[\r\n]/.test(source.slice(start, end));
}

/** Whether a line break in parentheses parts the gap, and comes after its comma, not before. */
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

function insertInline({ previous, next }: Gap, name: string): TextEdit {
  return next === undefined
    ? { offset: previous?.end ?? 0, remove: 0, insert: `, ${name}` }
    : { offset: next.start, remove: 0, insert: `${name}, ` };
}

function insertLine(
  module: PythonModule,
  { parentheses }: ImportStatement,
  { previous, next }: Gap,
  name: string,
): TextEdit[] {
  const { source, eol } = module;
  const start = previous?.end ?? parentheses?.start ?? 0;
  const insert = `${lineIndentation(module, next ?? previous)}${name},${eol}`;
  const line = { offset: nextPhysicalLine(source, start), remove: 0, insert };
  const needsComma = next === undefined && !hasComma(source, start, parentheses?.end ?? start);
  return needsComma ? [{ offset: start, remove: 0, insert: "," }, line] : [line];
}

/** Whether a comma comes next, after blanks, line breaks and comments. */
function hasComma(source: string, start: number, end: number): boolean {
  return source.slice(start, end).replace(/#[^\r\n]*/g, "").includes(",");
}

/** The indentation of the line that a name starts, or that of the file. */
function lineIndentation(
  { source, indentUnit }: PythonModule,
  name: ImportedName | undefined,
): string {
  if (name === undefined) return indentUnit;
  let start = name.start;
  while (start > 0 && !isLineBreak(source.charCodeAt(start - 1))) start--;
  return skipBlanks(source, start) === name.start ? source.slice(start, name.start) : indentUnit;
}

function wrap(module: PythonModule, statement: ImportStatement, name: string): TextEdit {
  const { source } = module;
  const { names, parentheses, end } = statement;
  const members = names.map((each) => ({
    name: each.name,
    text: source.slice(each.start, each.end),
  }));
  const index = names.findIndex((each) => compareMembers(name, each.name) < 0);
  members.splice(index === -1 ? members.length : index, 0, { name, text: name });
  const offset = parentheses === null ? names[0]?.start ?? end : parentheses.start - 1;
  const insert = wrappedNames(module, members.map(({ text }) => text));
  return { offset, remove: end - offset, insert };
}

/** Names between parentheses, one a line. */
function wrappedNames(
  { eol, indentUnit }: PythonModule,
  names: readonly string[],
): string {
  return ["(", ...names.map((name) => `${indentUnit}${name},`), ")"].join(eol);
}
