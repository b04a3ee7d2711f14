/** The functions and classes of a module, as a tree. */

import type { LogicalLine, PythonScan } from "./scanner.ts";
import { AT, skipMatch } from "./characters.ts";

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
  readonly parent: Definition | null;
  readonly children: readonly Definition[];
}

interface OpenDefinition extends Definition {
  last: number;
  /** The width of its header's indentation. */
  readonly indent: number;
  readonly children: OpenDefinition[];
}

const LOWER_A = 97;
const LOWER_C = 99;
const LOWER_D = 100;

const KEYWORD = /(?:def|class|async[ \t\f\\\r\n]+def)[ \t\f\\\r\n]+/y;
const NAME = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/y;

/**
 * Finds the definitions of a module.
 *
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
export function outlinePython({ source, lines }: PythonScan): Definition[] {
  const top: OpenDefinition[] = [];
  const open: OpenDefinition[] = [];
  let decorators: number[] = [];
  lines.forEach((line, index) => {
    closeDefinitions(open, line.indent, index);
    const code = source.charCodeAt(line.start);
    if (code === AT) {
      decorators.push(index);
      return;
    }
    const parent = open.at(-1) ?? null;
    const definition = canStartHeader(code)
      ? readHeader(source, line, index, decorators, parent)
      : null;
    if (decorators.length > 0 || definition !== null) decorators = [];
    if (definition === null) return;
    (parent?.children ?? top).push(definition);
    if (!definition.inline) open.push(definition);
  });
  for (const definition of open) definition.last = lines.length - 1;
  return top;
}

/** Closes the definitions that a line with this indentation is not in. */
function closeDefinitions(open: OpenDefinition[], indent: number, index: number): void {
  for (;;) {
    const innermost = open.at(-1);
    if (innermost === undefined || indent > innermost.indent) return;
    innermost.last = index - 1;
    open.pop();
  }
}

function readHeader(
  source: string,
  line: LogicalLine,
  index: number,
  decorators: readonly number[],
  parent: OpenDefinition | null,
): OpenDefinition | null {
  const nameStart = skipMatch(KEYWORD, source, line.start);
  const end = skipMatch(NAME, source, nameStart);
  if (nameStart === line.start || end === nameStart) return null;
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
    parent,
    children: [],
  };
}

/** Whether a character starts `async`, `class` or `def`. */
function canStartHeader(code: number): boolean {
  return code === LOWER_A || code === LOWER_C || code === LOWER_D;
}
