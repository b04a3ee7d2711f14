/** Breaking long lines of Python where black and ruff both break them. */

/** Columns that black and ruff fill. */
export const LINE_WIDTH = 88;

/** Code that can be broken after its head and between its parts. */
export interface Brackets {
  /** Up to the opening bracket, which is its last character. */
  readonly head: string;
  readonly parts: readonly Code[];
  /** From the closing bracket on. */
  readonly tail: string;
}

export type Code = string | Brackets;

/**
 * Lays code out: on one line if it fits, else with its parts indented on lines of their own.
 *
 * @param indent Columns before the code; the first line is returned without them.
 * @param after Columns behind the code on its last line.
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
  const lines = inner + columns(body) <= LINE_WIDTH
    ? `${margin}${body}`
    : code.parts.length === 1
    ? code.parts.map((part) => margin + layout(part, inner)).join("")
    : code.parts.map((part) => `${margin}${layout(part, inner, 1)},`).join("\n");
  return `${code.head}\n${lines}\n${" ".repeat(indent)}${code.tail}`;
}

/** Code on one line, however long. */
export function flat(code: Code): string {
  if (typeof code === "string") return code;
  return code.head + code.parts.map(flat).join(", ") + code.tail;
}

/** Lays out an import of names from a module; broken, it has a name a line. */
export function fromImport(module: string, names: readonly string[]): string {
  const line = `from ${module} import ${names.join(", ")}`;
  if (columns(line) <= LINE_WIDTH) return line;
  return `from ${module} import (\n${names.map((name) => `    ${name},\n`).join("")})`;
}

/**
 * Columns that a line takes at most: East Asian wide characters take two for ruff, while black 23
 * counts characters, so that combining ones count as well.
 */
export function columns(text: string): number {
  if (IS_ASCII.test(text)) return text.length;
  // deno-lint-ignore no-control-regex
  return text.length + (text.match(/[^\x00-\x7f]/gu)?.length ?? 0);
}

// deno-lint-ignore no-control-regex
const IS_ASCII = /^[\x00-\x7f]*$/;
