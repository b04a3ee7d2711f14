/** Makes untrusted text safe in messages, so that it cannot move the cursor or imitate a line of output. */

/**
 * Escapes characters that move the cursor, reorder text or are invisible, but no line breaks.
 *
 * @example
 * ```ts
 * import { printable } from "./printable.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(printable("a\u202eb\u001b[2J"), "a\\u202eb\\u001b[2J");
 * ```
 */
export function printable(text: string): string {
  // Most text is ASCII and needs no Unicode tables, which take milliseconds to load.
  if (!/[^\r\n\t -~]|\r(?!\n)/.test(text)) return text;
  return text.replace(
    /(?![\n\t]|\r\n)[\p{Control}\p{Format}\p{Surrogate}\p{Line_Separator}\p{Paragraph_Separator}]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * Shortens untrusted text to one line, for use within a message.
 *
 * @param limit Maximum number of characters before `...` replaces the rest.
 *
 * @example
 * ```ts
 * import { quotable } from "./printable.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(quotable("a\nError: b"), "a\\nError: b");
 * ```
 */
export function quotable(text: string, limit = 200): string {
  const line = oneLine(text.slice(0, limit + 1));
  return line.length > limit ? `${line.slice(0, limit)}...` : line;
}

/** Escapes line breaks and tabs. */
export function oneLine(text: string): string {
  return text.replaceAll("\r\n", "\\r\\n").replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}
