/** Creates edits that add code to Python modules and leave every other character alone. */

import { isName, tokenize } from "./expression.ts";
import { commentedEnd, commentedStart, isClause, statementLast } from "./extent.ts";
import { type CodeStyle, reindent } from "./reindent.ts";
import { contentEnd, insertApart, nextIndent } from "./insert_apart.ts";
import type { Definition } from "./outline.ts";
import type { PythonModule } from "./python_module.ts";
import type { LogicalLine } from "./logical_line.ts";
import type { TextEdit } from "./text_edit.ts";

/** The reason why an edit is impossible. */
export interface EditProblem {
  readonly problem: string;
}

/** The position for {@linkcode appendToModule}. */
export interface AppendOptions {
  /** The definition that the code goes below. Default: the module's end. */
  readonly after?: Definition;
  /** The logical line that the code goes above. Ignored if `after` is set. */
  readonly before?: number;
}

const MODULE_BLANK_LINES = 2;
const CLASS_BLANK_LINES = 1;

/**
 * Adds top-level code to a module, with two blank lines around it. By default, the code goes to the
 * end of the module, or above an `if __name__ == "__main__":` at its end.
 *
 * @param code Lines that end with `\n`, with four spaces per level.
 *
 * @example
 * ```ts
 * import { appendToModule } from "./edit.ts";
 * import { applyEdits } from "./text_edit.ts";
 * import { readPython } from "./python_module.ts";
 * import { equal } from "node:assert/strict";
 *
 * const module = readPython("import os\n");
 * const edits = appendToModule(module, "def get():\n    return 1\n");
 * equal(applyEdits(module.source, edits), "import os\n\n\ndef get():\n    return 1\n");
 * ```
 */
export function appendToModule(
  module: PythonModule,
  code: string,
  { after, before }: AppendOptions = {},
): TextEdit[] {
  const { source, eol, indentUnit } = module;
  const end = after === undefined
    ? contentEnd(
      source,
      before === undefined ? mainBlockStart(module) : commentedStart(module, before),
    )
    : commentedEnd(module, statementLast(module, after.last, 0), 0);
  const text = reindent(code, { eol, unit: indentUnit, margin: "" });
  const spacing = { before: MODULE_BLANK_LINES, after: MODULE_BLANK_LINES };
  return insertApart(module, end, [text], spacing);
}

/**
 * Adds methods to a top-level class, after its last method or at its end. One blank line separates
 * the methods. The methods get the indentation of the class's body.
 *
 * @param codes The code of each method, in the format of {@linkcode appendToModule}'s `code`.
 * @returns The edits, or the reason why they are impossible.
 *
 * @example
 * ```ts
 * import { appendToClass } from "./edit.ts";
 * import { applyEdits } from "./text_edit.ts";
 * import { readPython } from "./python_module.ts";
 * import { equal } from "node:assert/strict";
 *
 * const module = readPython("class Service: pass\n");
 * const edits = appendToClass(module, "Service", ["def get(self): ...\n"]);
 * equal(
 *   "problem" in edits ? edits.problem : applyEdits(module.source, edits),
 *   "class Service:\n    pass\n\n    def get(self): ...\n",
 * );
 * ```
 */
export function appendToClass(
  module: PythonModule,
  className: string,
  codes: readonly string[],
): TextEdit[] | EditProblem {
  const found = module.definitions.findLast(({ kind, name }) =>
    kind === "class" && name === className
  );
  if (found === undefined) return { problem: `Found no class '${className}'` };
  if (found.inline) return appendToInlineClass(module, found, codes);
  const body = found.last > found.header ? module.lines[found.header + 1] : undefined;
  if (body === undefined) return { problem: `Class '${className}' has no body` };
  const style = bodyStyle(module, found, body);
  const texts = codes.map((code) => reindent(code, style));
  return insertMembers(module, found, classEnd(module, found, body), texts);
}

function appendToInlineClass(
  module: PythonModule,
  found: Definition,
  codes: readonly string[],
): TextEdit[] {
  const { source, lines, eol, indentUnit: unit } = module;
  const header = lines[found.header];
  if (header === undefined) return [];
  const margin = header.indentation + unit;
  const bodyStart = tokenize(source, header.body, header.end)[0]?.start ?? header.end;
  const texts = codes.map((code) => reindent(code, { eol, unit, margin }));
  return [
    { offset: header.body, remove: bodyStart - header.body, insert: eol + margin },
    ...insertMembers(module, found, commentedEnd(module, found.header, header.indent), texts),
  ];
}

function bodyStyle(module: PythonModule, found: Definition, body: LogicalLine): CodeStyle {
  const margin = body.indentation;
  const outer = module.lines[found.header]?.indentation ?? "";
  const unit = margin.startsWith(outer) ? margin.slice(outer.length) : module.indentUnit;
  return { eol: module.eol, unit, margin };
}

function classEnd(module: PythonModule, found: Definition, body: LogicalLine): number {
  const method = found.children.findLast(({ kind }) => kind === "function");
  if (method === undefined) return commentedEnd(module, found.last, indentOf(module, found));
  return commentedEnd(module, statementLast(module, method.last, body.indent), body.indent);
}

function insertMembers(
  module: PythonModule,
  found: Definition,
  end: number,
  texts: readonly string[],
): TextEdit[] {
  const isInClass = nextIndent(module.source, end) > indentOf(module, found);
  const after = isInClass ? CLASS_BLANK_LINES : MODULE_BLANK_LINES;
  return insertApart(module, end, texts, { before: CLASS_BLANK_LINES, after });
}

function indentOf({ lines }: PythonModule, { header }: Definition): number {
  return lines[header]?.indent ?? 0;
}

/**
 * Returns the start of an `if __name__ == "__main__":` at the end of the module, including the
 * comments above it; otherwise the source's end.
 */
function mainBlockStart(module: PythonModule): number {
  const { source, lines } = module;
  const index = lines.findLastIndex((each) => each.indent === 0 && !isClause(source, each));
  const line = lines[index];
  if (line === undefined) return source.length;
  const tokens = tokenize(source, line.start, line.end);
  const isMainBlock = isName(tokens[0], "if") &&
    tokens.some((token) => isName(token, "__name__")) &&
    tokens.some((token) => token.kind === "string" && token.value === "__main__");
  return isMainBlock ? commentedStart(module, index) : source.length;
}
