/** Checks a module's indentation against Python's rules. */

import type { LogicalLine } from "./logical_line.ts";
import type { PythonScan } from "./scanner.ts";
import type { UnlocatedProblem } from "./problem.ts";

/**
 * The width of an indentation: `indent` in columns, with tab stops every eight, and `characters` in
 * characters.
 */
interface Level {
  readonly indent: number;
  readonly characters: number;
}

/** The open blocks during a check. */
interface Blocks {
  readonly source: string;
  readonly hasOnlySpaces: boolean;
  readonly levels: Level[];
}

// CPython's limit on nested blocks (MAXINDENT).
const MAX_LEVELS = 100;

const MIXED = "inconsistent use of tabs and spaces in indentation";

const OPENER =
  /(if|elif|else|for|while|with|try|except|finally|match|case|def|class|async[ \t\f]+(?:def|for|with))(?![\w\u0080-\uffff])/y;

const STATEMENT_NAMES: Readonly<Record<string, string>> = {
  "def": "function definition",
  "async def": "function definition",
  "class": "class definition",
  "async for": "'for' statement",
  "async with": "'with' statement",
};

/** Finds lines with too much or too little indentation, or with inconsistent tabs and spaces. */
export function indentationProblems(scan: PythonScan): UnlocatedProblem[] {
  if (isPlainlyIndented(scan)) return [];
  const { source, lines, physical } = scan;
  const problems: UnlocatedProblem[] = [];
  const { hasOnlySpaces } = physical;
  const blocks = { source, hasOnlySpaces, levels: [{ indent: 0, characters: 0 }] };
  let previous: LogicalLine | null = null;
  for (const line of lines) {
    const message = lineProblem(blocks, line, previous);
    if (message !== null) problems.push({ offset: line.start, message });
    previous = line;
  }
  const opener = previous === null ? null : openerName(source, previous);
  if (previous !== null && opener !== null) {
    problems.push({ offset: previous.start, message: blockExpected(opener, previous.row) });
  }
  return problems;
}

/**
 * Reports whether a quick check finds no problem. The check passes if the source has neither tabs
 * nor form feeds, a line is indented deeper exactly if the line before it ends with a colon, and
 * every dedent returns to an outer level. Most files pass.
 */
function isPlainlyIndented({ lines, physical }: PythonScan): boolean {
  if (!physical.hasOnlySpaces) return false;
  const levels = [0];
  let current = 0;
  let opens = false;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined) break;
    const { indent } = line;
    if (opens !== (indent > current)) return false;
    if (indent !== current) {
      if (opens) levels.push(indent);
      else while (levels.length > 1 && levels[levels.length - 1] !== indent) levels.pop();
      if (levels[levels.length - 1] !== indent || levels.length > MAX_LEVELS) return false;
      current = indent;
    }
    opens = line.body === line.end;
  }
  return !opens;
}

/** Checks one line and updates the open levels. */
function lineProblem(
  { source, hasOnlySpaces, levels }: Blocks,
  line: LogicalLine,
  previous: LogicalLine | null,
): string | null {
  const characters = hasOnlySpaces ? line.indent : line.indentation.length;
  const current = levels.at(-1) ?? { indent: 0, characters: 0 };
  if (line.indent > current.indent) {
    levels.push({ indent: line.indent, characters });
    return indentProblem(characters, current, levels.length, previous);
  }
  const opener = previous === null ? null : openerName(source, previous);
  if (line.indent < current.indent && !dedent(levels, line.indent, characters)) {
    return "unindent does not match any outer indentation level";
  }
  if (opener !== null && previous !== null) return blockExpected(opener, previous.row);
  return levels.at(-1)?.characters === characters ? null : MIXED;
}

function indentProblem(
  characters: number,
  outer: Level,
  depth: number,
  previous: LogicalLine | null,
): string | null {
  if (characters <= outer.characters) return MIXED;
  if (depth > MAX_LEVELS) return "too many levels of indentation";
  const opensBlock = previous !== null && previous.body === previous.end;
  return opensBlock ? null : "unexpected indent";
}

/**
 * Closes the levels that are indented deeper. Returns `false` if no remaining level has the same
 * width.
 */
function dedent(levels: Level[], indent: number, characters: number): boolean {
  while ((levels.at(-1)?.indent ?? 0) > indent) levels.pop();
  if (levels.at(-1)?.indent === indent) return true;
  levels.push({ indent, characters });
  return false;
}

/**
 * Returns the keywords of a compound statement if its body starts on the next line; otherwise
 * `null`.
 */
function openerName(source: string, line: LogicalLine): string | null {
  if (line.body !== line.end) return null;
  return headerName(source, line);
}

/**
 * Returns the keywords at the start of a line if they can start a compound statement; otherwise
 * `null`. A line with `match` or `case` may be another statement, because both can also be names.
 */
export function headerName(source: string, { start }: Pick<LogicalLine, "start">): string | null {
  OPENER.lastIndex = start;
  return OPENER.exec(source)?.[1]?.replace(/\s+/, " ") ?? null;
}

function blockExpected(opener: string, row: number): string {
  const statement = STATEMENT_NAMES[opener] ?? `'${opener}' statement`;
  return `expected an indented block after ${statement} on line ${row}`;
}
