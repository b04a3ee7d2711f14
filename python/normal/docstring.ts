/** Removes white space that formatters change from docstrings. */

import { indentWidth } from "../scanner.ts";
import { skipBlanks } from "../characters.ts";

/**
 * Removes the indentation of a docstring, and white space at the ends of its lines and of its text. Keeps
 * the indentation of lines relative to each other.
 *
 * @param text The text between the quotes, with `\n` as line breaks and before any escapes are replaced.
 *
 * @example
 * ```ts
 * import { unindented } from "./docstring.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(unindented(" Get.  \n\n      Args:\n        id\n    "), "Get.\n\nArgs:\n  id");
 * ```
 */
export function unindented(text: string): string {
  // Formatters do not change docstrings in which a backslash continues a line.
  if (CONTINUED.test(text)) return text;
  const [first = "", ...rest] = text.split("\n");
  const lines = rest.map((line) => {
    const start = skipBlanks(line, 0);
    return { width: indentWidth(line, 0, start), text: line.slice(start).replace(BLANKS_END, "") };
  });
  const margin = lines.reduce(
    (least, line) => line.text === "" ? least : Math.min(least, line.width),
    Infinity,
  );
  const shown = lines.map((line) =>
    line.text === "" ? "" : " ".repeat(line.width - margin) + line.text
  );
  while (shown.at(-1) === "") shown.pop();
  return [first.slice(skipBlanks(first, 0)).replace(BLANKS_END, ""), ...shown].join("\n");
}

const CONTINUED = /\\[ \t\f]*\n/;
const BLANKS_END = /(?<![ \t\f])[ \t\f]+$/;
