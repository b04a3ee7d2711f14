/** Breaks long lines of generated code where both black and ruff do. */

import { sourceOf } from "../../project/routing/flask_endpoint.ts";
import {
  bracketed,
  depthChange,
  isName,
  isOperator,
  type Token,
  tokenize,
} from "../../python/expression.ts";
import {
  type Code,
  columns,
  isUnsure,
  layout,
  LINE_WIDTH,
  withoutUnsure,
} from "../../python/layout.ts";

/**
 * Breaks the statements that are too long for one line. Statements that already span several lines stay
 * unchanged.
 *
 * @param code Lines of Python.
 *
 * @example
 * ```ts
 * import { breakLines } from "./break_lines.ts";
 * import { equal } from "node:assert/strict";
 *
 * const name = "n".repeat(80);
 * equal(breakLines("answer = call(1, 2)"), "answer = call(1, 2)");
 * equal(breakLines(`${name} = call(1, 2)`), `${name} = call(\n    1, 2\n)`);
 * ```
 */
export function breakLines(code: string): string {
  return code.split("\n").map((line) => fits(line) ? line : broken(line)).join("\n");
}

/**
 * Reports whether a line fits. A character takes at most two columns, so the columns of most lines
 * need not be counted.
 */
function fits(line: string): boolean {
  return 2 * line.length <= LINE_WIDTH || columns(line) <= LINE_WIDTH;
}

function broken(line: string): string {
  const tokens = tokenize(line, 0, line.length);
  const [first, second] = tokens;
  if (first === undefined || !isWhole(tokens)) return line;
  const indent = first.start;
  if (isName(first, "def")) return brokenHeader(line, tokens, indent);
  if (isName(first, "return")) return brokenReturn(line, tokens.slice(1), indent);
  if (isName(first, "assert")) return brokenAssert(line, tokens.slice(1), indent);
  // A keyword argument has no spaces around its `=`, and no formatter adds parentheses there.
  const isAssignment = isOperator(second, "=") && first.end < (second?.start ?? 0);
  const value = isAssignment ? codeOf(line, tokens.slice(2)) : null;
  if (typeof value === "string") return parenthesized(line, value, indent);
  return line.slice(0, indent) + layout(codeOf(line, tokens), indent);
}

/**
 * Breaks an assertion that two values are equal: around the comparison and, if that is not enough,
 * before its `==`.
 */
function brokenAssert(line: string, compared: readonly Token[], indent: number): string {
  const [margin, inner] = margins(indent);
  const text = sureCode(sourceOf(line, compared), line, indent);
  const at = text.indexOf(" == ");
  if (at === -1) return line;
  const fits = inner.length + columns(text) <= LINE_WIDTH;
  const lines = fits ? [text] : [text.slice(0, at), text.slice(at + 1)];
  return `${margin}assert (\n${lines.map((each) => `${inner}${each}\n`).join("")}${margin})`;
}

/** Breaks the header of a function at its parameters or, if it has none, at its return type. */
function brokenHeader(line: string, tokens: readonly Token[], indent: number): string {
  const [margin, inner] = margins(indent);
  const open = tokens.findIndex((token) => isOperator(token, "("));
  const { items, next } = bracketed(tokens, open);
  const parts = items.map((item) => sourceOf(line, item));
  const head = line.slice(indent, tokens[open]?.end);
  const tail = line.slice(tokens[next - 1]?.start);
  // A single parameter gets a trailing comma, but a single argument does not.
  if (parts.length === 1) return `${margin}${head}\n${inner}${parts[0]},\n${margin}${tail}`;
  if (parts.length > 1) return margin + layout({ head, parts, tail }, indent);
  return line.replace(/ -> (.*):$/, ` -> (\n${inner}$1\n${margin}):`);
}

/** Breaks a `return`. Adds parentheses to several values, and to a single value that then fits. */
function brokenReturn(line: string, value: readonly Token[], indent: number): string {
  const [margin, inner] = margins(indent);
  const values = bracketed(value, -1).items;
  if (values.length > 1) {
    const lines = values.map((each) => inner + layout(codeOf(line, each), inner.length, 1));
    return `${margin}return (\n${lines.map((each) => `${each},\n`).join("")}${margin})`;
  }
  const code = codeOf(line, value);
  if (typeof code !== "string") {
    return margin + layout({ ...code, head: `return ${code.head}` }, indent);
  }
  return parenthesized(line, code, indent);
}

/** Puts the value at the end of a statement into parentheses if it then fits. */
function parenthesized(line: string, value: string, indent: number): string {
  const [margin, inner] = margins(indent);
  const head = line.slice(0, line.length - value.length);
  const sure = sureCode(value, line, indent);
  if (inner.length + columns(sure) > LINE_WIDTH) return head + sure;
  return `${head}(\n${inner}${sure}\n${margin})`;
}

/**
 * Returns the code that parentheses would have on a line of its own. If formatters disagree about
 * whether the whole line or the code fits, it gets escapes, and then does not fit.
 */
function sureCode(code: string, line: string, indent: number): string {
  const isOpen = isUnsure(line, LINE_WIDTH) || isUnsure(code, LINE_WIDTH - indent - 4);
  return isOpen ? withoutUnsure(code) : code;
}

function margins(indent: number): readonly [string, string] {
  return [" ".repeat(indent), " ".repeat(indent + 4)];
}

/** Splits code at its last brackets, unless they are empty. */
function codeOf(line: string, tokens: readonly Token[]): Code {
  const text = sourceOf(line, tokens);
  const open = lastOpening(tokens);
  const { items, next } = bracketed(tokens, open);
  if (open === -1 || items.length === 0) return text;
  const from = tokens[0]?.start ?? 0;
  return {
    head: line.slice(from, tokens[open]?.end),
    parts: items.map((item) => codeOf(line, item)),
    tail: text.slice((tokens[next - 1]?.start ?? line.length) - from),
    ...(items.length > 1 && isCollection(tokens, open) && { isList: true }),
  };
}

/** Reports whether a bracket opens a list or a dictionary, and no call or subscript. */
function isCollection(tokens: readonly Token[], open: number): boolean {
  if (isOperator(tokens[open], "(")) return false;
  const before = tokens[open - 1];
  return before === undefined || [":", "=", "==", "+"].some((each) => isOperator(before, each));
}

/** Returns the index of the last opening bracket outside other brackets, or -1. */
function lastOpening(tokens: readonly Token[]): number {
  let depth = 0;
  let last = -1;
  for (const [index, token] of tokens.entries()) {
    const change = depthChange(token);
    if (depth === 0 && change === 1) last = index;
    depth += change;
  }
  return last;
}

/** Reports whether the brackets of a line are balanced. */
function isWhole(tokens: readonly Token[]): boolean {
  let depth = 0;
  for (const token of tokens) {
    depth += depthChange(token);
    if (depth < 0) return false;
  }
  return depth === 0;
}
