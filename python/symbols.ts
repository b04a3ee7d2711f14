/** The parts of a module that can be compared, kept and replaced one by one. */

import { commentedEnd, commentedStart } from "./extent.ts";
import type { Definition } from "./outline.ts";
import type { PythonModule } from "./python_module.ts";
import { indentWidth, type LogicalLine } from "./scanner.ts";

/** A function, a method, a class up to its first method, or an assignment, at a module's top level. */
export interface PythonSymbol {
  readonly kind: "function" | "method" | "class" | "assignment";
  /** `get`, `Service.get`, `Service`, `LIMIT`. A name can come twice, as overloads do. */
  readonly name: string;
  /** Where its first physical line starts: that of attached comments, of decorators, or its own. */
  readonly start: number;
  /** Where its last physical line ends, before the line break. */
  readonly end: number;
  /** What is between, with `\n` for every line break. */
  readonly text: string;
}

const ASSIGNMENT = /([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)[ \t]*(?:=(?!=)|:(?!=))/y;
const CLAUSES = new Set(["else", "finally", "try"]);

/**
 * Lists the symbols of a module in the order of its source.
 *
 * @example
 * ```ts
 * import { readPython } from "./python_module.ts";
 * import { symbols } from "./symbols.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const module = readPython("LIMIT = 5\n\nclass Service:\n    def get(self): ...\n");
 * deepEqual(symbols(module).map(({ name }) => name), ["LIMIT", "Service", "Service.get"]);
 * ```
 */
export function symbols(module: PythonModule): readonly PythonSymbol[] {
  const listed = lists.get(module) ?? listSymbols(module);
  lists.set(module, listed);
  return listed;
}

const lists = new WeakMap<PythonModule, readonly PythonSymbol[]>();

function listSymbols(module: PythonModule): readonly PythonSymbol[] {
  const found = module.definitions.flatMap((definition) =>
    definition.kind === "class"
      ? classSymbols(module, definition)
      : [definitionSymbol(module, definition, "function", definition.name)]
  );
  module.lines.forEach((line, index) => {
    const name = assignedName(module.source, line);
    if (name !== null) found.push(assignmentSymbol(module, index, name));
  });
  return found.sort((a, b) => a.start - b.start);
}

function classSymbols(module: PythonModule, found: Definition): PythonSymbol[] {
  const methods = found.children.filter(({ kind }) => kind === "function");
  const [first] = methods;
  if (first === undefined) return [definitionSymbol(module, found, "class", found.name)];
  const firstLine = firstLineOf(first);
  const indent = indentWidth(found.indentation);
  const end = commentedEnd(module, firstLine - 1, indent, commentedStart(module, firstLine));
  return [
    symbol(module, "class", found.name, commentedStart(module, firstLineOf(found)), end),
    ...methods.map((method) =>
      definitionSymbol(module, method, "method", `${found.name}.${method.name}`)
    ),
  ];
}

function definitionSymbol(
  module: PythonModule,
  definition: Definition,
  kind: PythonSymbol["kind"],
  name: string,
): PythonSymbol {
  const start = commentedStart(module, firstLineOf(definition));
  const end = commentedEnd(module, definition.last, indentWidth(definition.indentation));
  return symbol(module, kind, name, start, end);
}

function firstLineOf({ decorators, header }: Definition): number {
  return decorators[0] ?? header;
}

function assignedName(source: string, line: LogicalLine): string | null {
  if (line.indent > 0) return null;
  ASSIGNMENT.lastIndex = line.start;
  const name = ASSIGNMENT.exec(source)?.[1];
  return name === undefined || CLAUSES.has(name) ? null : name;
}

function assignmentSymbol(module: PythonModule, index: number, name: string): PythonSymbol {
  const start = commentedStart(module, index);
  return symbol(module, "assignment", name, start, commentedEnd(module, index, Infinity));
}

function symbol(
  { source }: PythonModule,
  kind: PythonSymbol["kind"],
  name: string,
  start: number,
  end: number,
): PythonSymbol {
  const slice = source.slice(start, end);
  const text = slice.includes("\r") ? slice.replace(/\r\n?/g, "\n") : slice;
  return { kind, name, start, end, text };
}
