/** The functions and classes of a module, as a tree. */

import type { LogicalLine, PythonScan } from "./scanner.ts";
import { AT } from "./characters.ts";

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
  readonly indentation: string;
  /** Whether its body is on the header's line. */
  readonly inline: boolean;
  readonly parent: Definition | null;
  readonly children: readonly Definition[];
}

interface OpenDefinition extends Definition {
  last: number;
  readonly children: OpenDefinition[];
}

const HEADER_STARTS = new Set(["a", "c", "d"]);
const HEADER =
  /(?:(async)[ \t\f\\\r\n]+)?(def|class)[ \t\f\\\r\n]+([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)/y;

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
    closeDefinitions(open, lines, index);
    if (source.charCodeAt(line.start) === AT) {
      decorators.push(index);
      return;
    }
    const parent = open.at(-1) ?? null;
    const definition = readHeader(source, line, index, decorators, parent);
    decorators = [];
    if (definition === null) return;
    (parent?.children ?? top).push(definition);
    if (!definition.inline) open.push(definition);
  });
  for (const definition of open) definition.last = lines.length - 1;
  return top;
}

function closeDefinitions(
  open: OpenDefinition[],
  lines: readonly LogicalLine[],
  index: number,
): void {
  const indent = lines[index]?.indent ?? 0;
  for (;;) {
    const innermost = open.at(-1);
    if (innermost === undefined || indent > (lines[innermost.header]?.indent ?? 0)) return;
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
  if (!HEADER_STARTS.has(source.charAt(line.start))) return null;
  HEADER.lastIndex = line.start;
  const match = HEADER.exec(source);
  const name = match?.[3];
  if (name === undefined) return null;
  return {
    kind: match?.[2] === "class" ? "class" : "function",
    name,
    async: match?.[1] !== undefined,
    decorators,
    header: index,
    last: index,
    indentation: line.indentation,
    inline: line.body !== -1 && line.body < line.end,
    parent,
    children: [],
  };
}
