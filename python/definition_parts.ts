/**
 * The parts of a function or class: those that a generator writes, and those that people add around
 * them, which are other decorators, the docstring, and comments outside the body.
 */

import { isNameStart } from "./characters.ts";
import { errorsArgument, type ErrorsNames, GENERATED_NAMES } from "./errors_decorator.ts";
import { afterBlankLines, commentedStart, isClause } from "./extent.ts";
import { isOperator, type Token } from "./expression.ts";
import { isStringOnly, tokensOf } from "./line_tokens.ts";
import type { LogicalLine } from "./logical_line.ts";
import { type CodeRange, normalForm, normalFormIn } from "./normal_form.ts";
import { type Definition, outlinePython } from "./outline.ts";
import { type PythonScan, scanPython } from "./scanner.ts";

/** A function or class in a source. A class may end above its first method. */
export interface DefinitionRange {
  readonly definition: Definition;
  /** Its last logical line. */
  readonly last: number;
  /** The end of its last physical line, before the line break. */
  readonly end: number;
  readonly errorsNames: ErrorsNames;
}

/** Some characters of a source, in whole statements. */
export interface Part {
  readonly start: number;
  readonly end: number;
  /** The start of its first physical line. */
  readonly lineStart: number;
  /** The normal form of the part. */
  readonly form: () => string;
}

/** The parts of a definition that a generator writes. */
export interface DefinitionParts {
  /** The decorators by which Flask serves a function, from `@` on. */
  readonly routes: readonly Part[];
  /** The decorator that documents errors; `null` without one. */
  readonly errors: Part | null;
  /** From `def` or `class` to the colon; to the end of the body if the body is on that line. */
  readonly header: Part;
  /** The statements below the docstring, in whole physical lines, with their comments. */
  readonly body: Part;
  /** The indentation of the body; `null` if the body is on the line of the header. */
  readonly indentation: string | null;
  /** Its decorators, from the first `@` on; `null` if it has none. */
  readonly decorators: Pick<Part, "lineStart" | "end"> | null;
  /** The statements in the body of a class, without strings; `null` for a function. */
  readonly statements: readonly ClassStatement[] | null;
}

/** A statement in the body of a class. */
export interface ClassStatement extends Part {
  /** The member that it assigns or annotates; `null` if it does neither. */
  readonly member: string | null;
  /** The start of the comments directly above it, or of its first line. */
  readonly above: number;
  /** The start of the physical line below it and below the strings that describe it. */
  readonly below: number;
}

/** The logical lines of the parts of a definition. */
interface PartLines {
  readonly routes: readonly LogicalLine[];
  readonly errors: readonly LogicalLine[];
  readonly header: LogicalLine;
  readonly body: readonly LogicalLine[];
  /** The index of the first of them. */
  readonly bodyIndex: number;
  /** The end of the physical line above the body. */
  readonly bodyStart: number;
}

function partLines(
  scan: PythonScan,
  { definition, last, end, errorsNames }: DefinitionRange,
): PartLines | null {
  const { decorators, header: index, inline } = definition;
  const { source, lines } = scan;
  const header = lines[index];
  if (header === undefined) return null;
  const below = lines[index + 1];
  const hasDocstring = !inline && index < last && below !== undefined &&
    isStringOnly(tokensOf(scan, below));
  const top = hasDocstring ? below : header;
  const bodyIndex = index + (hasDocstring ? 2 : 1);
  const above = decorators.flatMap((each) => lines[each] ?? []);
  return {
    routes: above.filter((each) => isRoute(scan, each)),
    errors: above.filter((each) => errorsArgument(tokensOf(scan, each), errorsNames) !== null)
      .slice(0, 1),
    header,
    body: lines.slice(bodyIndex, last + 1),
    bodyIndex,
    bodyStart: Math.min(afterBlankLines(source, top.next), end),
  };
}

/** The methods of a blueprint that serve a function. */
const ROUTES: ReadonlySet<string> = new Set(["route", "get", "post", "put", "delete", "patch"]);

/** Reports whether a decorator serves a path, such as `@orders_bp.get("/open")`. */
function isRoute(scan: PythonScan, line: LogicalLine): boolean {
  const tokens = tokensOf(scan, line);
  const open = tokens.findIndex((token) => isOperator(token, "("));
  const isCalled = open > 2 && isOperator(tokens[open - 2], ".") &&
    ROUTES.has(tokens[open - 1]?.text ?? "");
  return isCalled && mayBePath(tokens[open + 1]);
}

/** Reports whether a token may be a path: `@mock.patch("module.name")` serves nothing. */
function mayBePath(token: Token | undefined): boolean {
  if (token?.kind !== "string" || token.value === null) return true;
  return token.value === "" || token.value.startsWith("/");
}

/**
 * Finds the parts of a definition that a generator writes.
 *
 * @example
 * ```ts
 * import { definitionParts } from "./definition_parts.ts";
 * import { readPython } from "./python_module.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const source = '@login_required\n@bp.get("")\ndef get():\n    """Docs."""\n    return 1\n';
 * const module = readPython(source);
 * const end = source.length - 1;
 * const range = { definition: module.definitions[0]!, last: 4, end, errorsNames: new Set<string>() };
 * const { routes, header, body } = definitionParts(module, range)!;
 * deepEqual(
 *   [...routes, header, body].map(({ start, end }) => source.slice(start, end)),
 *   ['@bp.get("")', "def get():", "    return 1"],
 * );
 * ```
 */
export function definitionParts(scan: PythonScan, range: DefinitionRange): DefinitionParts | null {
  const found = partLines(scan, range);
  if (found === null) return null;
  const { routes, errors: [errors], header, body, bodyIndex, bodyStart } = found;
  const { definition: { inline, kind }, end } = range;
  const part = (line: LogicalLine) => ({
    start: line.start,
    end: line.end,
    lineStart: line.lineStart,
    form: () => formIn(scan, bare(line)),
  });
  const indented = body[0] ?? scan.lines[range.definition.header + 1];
  const isBelow = indented !== undefined && indented.indent > header.indent;
  return {
    routes: routes.map(part),
    errors: errors === undefined ? null : part(errors),
    header: part(header),
    body: {
      start: bodyStart,
      end,
      lineStart: bodyStart,
      form: () => formIn(scan, { start: bodyStart, end, lines: body }),
    },
    decorators: decoratorsOf(scan, range.definition),
    statements: kind === "class" && !inline ? classStatements(scan, body, bodyIndex) : null,
    indentation: inline ? null : isBelow ? indented.indentation : `${header.indentation}    `,
  };
}

function decoratorsOf(
  { lines }: PythonScan,
  { decorators }: Definition,
): DefinitionParts["decorators"] {
  const [first, last] = [lines[decorators[0] ?? -1], lines[decorators.at(-1) ?? -1]];
  if (first === undefined || last === undefined) return null;
  return { lineStart: first.lineStart, end: last.end };
}

/** Returns the text of a definition that belongs to none of its parts. */
export function surroundings(
  source: string,
  { routes, errors, header, body, statements }: DefinitionParts,
  { start, end }: Pick<Part, "start" | "end">,
): string {
  const around: string[] = [];
  let offset = start;
  const decorators = errors === null
    ? routes
    : [...routes, errors].sort((a, b) => a.start - b.start);
  for (const part of [...decorators, header, ...statements ?? [body]]) {
    around.push(source.slice(offset, part.start));
    offset = Math.max(offset, part.end);
  }
  return around.join("") + source.slice(offset, end);
}

/** The normal forms of what a generator writes. */
export interface GeneratedForms {
  /** Of the routes and the header. */
  readonly head: string;
  /** Of the body; of a class, without its members. */
  readonly body: string;
  /** Of the members of a class, by name; of a function, of its documented {@linkcode ERRORS}. */
  readonly members: ReadonlyMap<string, string>;
}

/** The part of a function with the decorator that documents errors. */
export const ERRORS = "errors";

function errorsForm(scan: PythonScan, { errors }: PartLines): ReadonlyMap<string, string> {
  return new Map(errors.map((each) => [ERRORS, normalFormIn(scan, [bare(each)])]));
}

/**
 * Returns the normal forms of the parts of a definition that a generator writes; `null` for a class
 * on one line, which has no parts.
 */
export function generatedForms(scan: PythonScan, range: DefinitionRange): GeneratedForms | null {
  const found = partLines(scan, range);
  if (found === null || isOneLineClass(range)) return null;
  const { routes, header, body, bodyStart } = found;
  const { definition: { inline, kind }, end } = range;
  if (inline) return inlineForms(scan, found, end);
  const head = normalFormIn(scan, [...routes.map(bare), bare(header)]);
  if (kind === "class") return { head, ...classForms(scan, body) };
  const form = normalFormIn(scan, [{ start: bodyStart, end, lines: body }]);
  return { head, body: form, members: errorsForm(scan, found) };
}

function isOneLineClass({ definition: { inline, kind } }: DefinitionRange): boolean {
  return inline && kind === "class";
}

function inlineForms(
  scan: PythonScan,
  lines: PartLines,
  end: number,
): GeneratedForms {
  const { routes, header } = lines;
  const whole = normalFormIn(scan, [{ start: header.lineStart, end, lines: [header] }]);
  const [first = "", ...rest] = whole.split("\n");
  const head = [...routes.map((each) => normalFormIn(scan, [bare(each)])), first].join("\n");
  // The body is one level deeper than one on lines of its own.
  return {
    head,
    body: rest.map((line) => line.slice(1)).join("\n"),
    members: errorsForm(scan, lines),
  };
}

function classForms(
  scan: PythonScan,
  body: readonly LogicalLine[],
): Pick<GeneratedForms, "body" | "members"> {
  const members = new Map<string, string>();
  const others: CodeRange[] = [];
  for (const [name, statements] of Map.groupBy(statementsIn(scan, body), memberOf(scan))) {
    const ranges = statements.map(codeOf);
    if (name === null) others.push(...ranges);
    else members.set(name, normalFormIn(scan, ranges));
  }
  return { body: normalFormIn(scan, others), members };
}

/** The lines of a statement. */
type StatementLines = readonly [LogicalLine, ...LogicalLine[]];

function memberOf({ source }: PythonScan): (statement: StatementLines) => string | null {
  return ([first]) => assignedName(source, first);
}

/** Lists the statements in the body of a class, without strings. */
function statementsIn(scan: PythonScan, body: readonly LogicalLine[]): readonly StatementLines[] {
  const statements: [LogicalLine, ...LogicalLine[]][] = [];
  for (const line of body) {
    const open = statements.at(-1);
    const goesOn = open !== undefined &&
      (line.indent > open[0].indent || isClause(scan.source, line));
    if (goesOn) open.push(line);
    else statements.push([line]);
  }
  return statements.filter((each) => !isString(scan, each));
}

function isString(scan: PythonScan, [first, ...others]: StatementLines): boolean {
  const code = scan.source.charCodeAt(first.start);
  const isName = isNameStart(code) && assignedName(scan.source, first) !== null;
  return others.length === 0 && !isName && isStringOnly(tokensOf(scan, first));
}

/** Returns the statements in the body of a class with their places. */
function classStatements(
  scan: PythonScan,
  body: readonly LogicalLine[],
  first: number,
): readonly ClassStatement[] {
  const indices = new Map(body.map((line, index) => [line, first + index]));
  const statements = statementsIn(scan, body);
  const starts = statements.map(([line]) => indices.get(line) ?? first);
  return statements.map((lines, index): ClassStatement => {
    const code = codeOf(lines);
    const start = starts[index] ?? first;
    // Strings between two statements describe the first one.
    const end = starts[index + 1] ?? first + body.length;
    return {
      start: lines[0].start,
      end: code.end,
      lineStart: code.start,
      form: () => formIn(scan, code),
      member: memberOf(scan)(lines),
      above: commentedStart(scan, start),
      below: scan.lines[end - 1]?.next ?? code.end,
    };
  });
}

/** Returns the code of a statement, without comments around it. */
function codeOf(lines: StatementLines): CodeRange {
  const last = lines.at(-1) ?? lines[0];
  return {
    start: lines[0].lineStart,
    end: last.end,
    lines: [...lines.slice(0, -1), last.withoutComment()],
  };
}

const ASSIGNMENT = /([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)[ \t]*(?:=(?!=)|:(?!=))/y;
const CLAUSES = new Set(["else", "finally", "try"]);

/** Returns the name to which a line assigns, or that it annotates; `null` for any other line. */
export function assignedName(source: string, { start }: LogicalLine): string | null {
  ASSIGNMENT.lastIndex = start;
  const name = ASSIGNMENT.exec(source)?.[1];
  return name === undefined || CLAUSES.has(name) ? null : name;
}

function formIn(scan: PythonScan, range: CodeRange): string {
  return scan.physical.hasOnlyLineFeeds
    ? normalFormIn(scan, [range])
    : normalForm(scan.source.slice(range.start, range.end).replace(/\r\n?/g, "\n"));
}

/** Returns the range of a line without the comment at its end. */
function bare(line: LogicalLine): CodeRange {
  return { start: line.lineStart, end: line.end, lines: [line.withoutComment()] };
}

/**
 * Parses the text of a function or class; `null` for any other text.
 *
 * @param errorsNames The names of the decorator that documents errors, by default those in generated code.
 */
export function definitionIn(
  text: string,
  errorsNames = GENERATED_NAMES,
): { readonly scan: PythonScan; readonly range: DefinitionRange } | null {
  const scan = scanPython(text);
  const [definition] = outlinePython(scan);
  if (definition === undefined || scan.problems.length > 0) return null;
  const [last, end] = [scan.lines.length - 1, text.trimEnd().length];
  return { scan, range: { definition, last, end, errorsNames } };
}
