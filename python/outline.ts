/** Finds the functions and classes of a module, as a tree. */

import type { LogicalLine } from "./logical_line.ts";
import type { PythonScan } from "./scanner.ts";
import { AT, LOWER_A, LOWER_C, LOWER_D, skipMatch } from "./characters.ts";

/** A function or class. The numbers are indices of logical lines. */
export interface Definition {
  readonly kind: "function" | "class";
  readonly name: string;
  readonly async: boolean;
  /** The lines of its decorators. */
  readonly decorators: readonly number[];
  /** The line with `def` or `class`. */
  readonly header: number;
  /** The last line of its body. */
  readonly last: number;
  /** Whether its body is on the line of the header. */
  readonly inline: boolean;
  readonly children: readonly Definition[];
}

interface OpenDefinition extends Definition {
  last: number;
  /** The width of the indentation of its header. */
  readonly indent: number;
  readonly children: Definition[];
}

const KEYWORD = /(?:def|class|async[ \t\f\\\r\n]+def)[ \t\f\\\r\n]+/y;
const NAME = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/y;

/**
 * Finds the definitions of a module.
 *
 * @returns The outermost definitions, with nested ones as their children. A definition in a
 * statement such as `if` belongs to the definition around the statement.
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
export function outlinePython({ source, lines }: PythonScan): Definition[] {
  const top: Definition[] = [];
  // The definitions whose body may continue on the next line, outermost first.
  const open: OpenDefinition[] = [];
  let innermost: OpenDefinition | undefined;
  let decorators = NONE;
  // An iterator over entries would cost 5 % of `generate subroute` in a service of 10,000 lines.
  for (let index = 0; index < lines.length; index++) {
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
    // Skip most lines quickly: only `async`, `class` and `def` start with these letters.
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

/** The empty list that definitions without decorators share. */
const NONE: number[] = [];

function readHeader(
  source: string,
  line: LogicalLine,
  index: number,
  decorators: readonly number[],
): OpenDefinition | null {
  const nameStart = skipMatch(KEYWORD, source, line.start);
  const end = skipMatch(NAME, source, nameStart);
  // The patterns may match past the end of the line. Reject such matches.
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
