/** Breaks long lines of Python code like black and ruff. */

/** The line length of black and ruff, in columns. */
export const LINE_WIDTH = 88;

/** Code that can break after its head and between its parts. */
export interface Brackets {
  /** The code up to and including the opening bracket. */
  readonly head: string;
  readonly parts: readonly Code[];
  /** The code from the closing bracket on. */
  readonly tail: string;
  /** Set for a list, whose items go on one line each, with a comma. */
  readonly isList?: true;
}

/** Code that never breaks, or code with brackets. */
export type Code = string | Brackets;

/**
 * Formats code on one line if it fits. Otherwise, its parts go on one indented line or, if they do not fit
 * there either, on one line each.
 *
 * @param indent Columns before the code; the first line of the result is not indented.
 * @param after Columns after the code on its last line.
 *
 * @example
 * ```ts
 * import { layout } from "./layout.ts";
 * import { equal } from "node:assert/strict";
 *
 * const name = "n".repeat(80);
 * equal(layout({ head: "f(", parts: ["a", "b"], tail: ")" }), "f(a, b)");
 * equal(layout({ head: `${name}(`, parts: ["a", "b"], tail: ")" }, 4), `${name}(\n        a, b\n    )`);
 * ```
 */
export function layout(code: Code, indent = 0, after = 0): string {
  const line = flat(code);
  if (typeof code === "string" || code.parts.length === 0) return line;
  if (indent + columns(line) + after <= LINE_WIDTH) return line;
  const inner = indent + 4;
  const margin = " ".repeat(inner);
  const body = code.parts.map(flat).join(", ");
  const lines = !code.isList && inner + columns(body) <= LINE_WIDTH
    ? `${margin}${body}`
    : !code.isList && code.parts.length === 1
    ? code.parts.map((part) => margin + layout(part, inner)).join("")
    : code.parts.map((part) => `${margin}${layout(part, inner, 1)},`).join("\n");
  return `${code.head}\n${lines}\n${" ".repeat(indent)}${code.tail}`;
}

/** Formats code on one line, however long. */
export function flat(code: Code): string {
  if (typeof code === "string") return code;
  return code.head + code.parts.map(flat).join(", ") + code.tail;
}

/** Returns code with more code before it. */
export function after(head: string, code: Code): Code {
  return typeof code === "string" ? head + code : { ...code, head: head + code.head };
}

/** Formats an import of names from a module. A long import gets one name per line. */
export function fromImport(module: string, names: readonly string[]): string {
  const line = `from ${module} import ${names.join(", ")}`;
  if (columns(line) <= LINE_WIDTH) return line;
  return `from ${module} import (\n${names.map((name) => `    ${name},\n`).join("")})`;
}

/**
 * Returns an upper bound on the columns of a line, because formatters count in different ways: in
 * ruff, wide East Asian characters take two columns, and in black 23, even a combining character
 * takes one.
 */
export function columns(text: string): number {
  if (IS_ASCII.test(text)) return text.length;
  // deno-lint-ignore no-control-regex
  return text.length + (text.match(/[^\x00-\x7f]/gu)?.length ?? 0);
}

// deno-lint-ignore no-control-regex
const IS_ASCII = /^[\x00-\x7f]*$/;
