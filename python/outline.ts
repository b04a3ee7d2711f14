/** The functions and classes of a module, as a tree. */

import type { LogicalLine, PythonScan } from "./scanner.ts";
import { AT, LOWER_A, LOWER_C, LOWER_D, skipMatch } from "./characters.ts";
import { startInCommon } from "./common_start.ts";

/** A function or class, by the indices of its logical lines. */
export interface Definition {
  readonly kind: "function" | "class";
  readonly name: string;
  readonly async: boolean;
  /** The lines of its decorators, in order. */
  readonly decorators: readonly number[];
  /** The line of its `def` or `class`. */
  readonly header: number;
  /** The last line of its body. */
  readonly last: number;
  /** Whether its body is on the header's line. */
  readonly inline: boolean;
  readonly children: readonly Definition[];
}

interface OpenDefinition extends Definition {
  last: number;
  /** The width of its header's indentation. */
  readonly indent: number;
  readonly children: Definition[];
}

/** A module's definitions, and the lines that their indices are of. */
export interface Outline {
  readonly lines: readonly LogicalLine[];
  readonly definitions: readonly Definition[];
}

const KEYWORD = /(?:def|class|async[ \t\f\\\r\n]+def)[ \t\f\\\r\n]+/y;
const NAME = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/y;

/**
 * Finds the definitions of a module.
 *
 * @param earlier That of an earlier version: what is in the lines that the scan took over from the start of
 * that one is not read again. The result is the same.
 * @returns Those that no other definition holds; the others are among their children. Branches of `if`
 * and the like do not count as parents.
 *
 * @example
 * ```ts
 * import { outlinePython } from "./outline.ts";
 * import { scanPython } from "./scanner.ts";
 * import { equal } from "node:assert/strict";
 *
 * const [service] = outlinePython(scanPython("class Service:\n    def get(self): ...\n"));
 * equal(service?.name, "Service");
 * equal(service?.children[0]?.name, "get");
 * ```
 */
export function outlinePython({ source, lines }: PythonScan, earlier?: Outline): Definition[] {
  const known = earlier === undefined
    ? 0
    : undecorated(source, lines, startInCommon(lines, earlier.lines));
  const { top, open } = outlineUpTo(known, earlier?.definitions ?? [], lines);
  let innermost = open.at(-1);
  let decorators = NONE;
  for (let index = known; index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined) break;
    while (innermost !== undefined && line.indent <= innermost.indent) {
      innermost.last = index - 1;
      open.pop();
      innermost = open.at(-1);
    }
    const code = source.charCodeAt(line.start);
    if (code === AT) {
      if (decorators.length > 0) decorators.push(index);
      else decorators = [index];
      continue;
    }
    // Most lines start neither `async` nor `class` nor `def`.
    const definition = code === LOWER_D || code === LOWER_C || code === LOWER_A
      ? readHeader(source, line, index, decorators)
      : null;
    decorators = NONE;
    if (definition === null) continue;
    (innermost?.children ?? top).push(definition);
    if (definition.inline) continue;
    open.push(definition);
    innermost = definition;
  }
  for (const definition of open) definition.last = lines.length - 1;
  return top;
}

/** What most definitions have: one list for all is enough. */
const NONE: number[] = [];

/** The index of a line, or of the first of the decorators right above it. */
function undecorated(source: string, lines: readonly LogicalLine[], index: number): number {
  let first = index;
  while (source[lines[first - 1]?.start ?? source.length] === "@") first--;
  return first;
}

/** Definitions while their lines are read. */
interface PartialOutline {
  readonly top: Definition[];
  /** Those that the next line may be in, outermost first. */
  readonly open: OpenDefinition[];
}

/** What was outlined when the line with an index came: nothing that can still change is shared. */
function outlineUpTo(
  index: number,
  definitions: readonly Definition[],
  lines: readonly LogicalLine[],
): PartialOutline {
  const top = definitions.slice(0, definitions.findLastIndex(({ header }) => header < index) + 1);
  const last = top.at(-1);
  if (last === undefined || last.inline || last.last < index - 1) return { top, open: [] };
  const inside = outlineUpTo(index, last.children, lines);
  const indent = lines[last.header]?.indent ?? 0;
  const reopened = { ...last, indent, children: inside.top };
  return { top: [...top.slice(0, -1), reopened], open: [reopened, ...inside.open] };
}

function readHeader(
  source: string,
  line: LogicalLine,
  index: number,
  decorators: readonly number[],
): OpenDefinition | null {
  const nameStart = skipMatch(KEYWORD, source, line.start);
  const end = skipMatch(NAME, source, nameStart);
  // What is behind the line is none of its own, though the patterns go past line breaks.
  if (nameStart === line.start || end === nameStart || end > line.end) return null;
  const code = source.charCodeAt(line.start);
  return {
    kind: code === LOWER_C ? "class" : "function",
    name: source.slice(nameStart, end),
    async: code === LOWER_A,
    decorators,
    header: index,
    indent: line.indent,
    last: index,
    inline: line.body !== -1 && line.body < line.end,
    children: [],
  };
}
