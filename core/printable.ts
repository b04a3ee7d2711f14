/** Other people's words within our own: nothing in them moves the cursor or passes for a line of ours. */

/**
 * Makes characters visible that would move the cursor, reorder text or hide in it.
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
  // Unicode's tables take milliseconds to load.
  if (/^[\n\t -~]*$/.test(text)) return text;
  return text.replace(
    /(?![\n\t])[\p{Control}\p{Format}\p{Surrogate}\p{Line_Separator}\p{Paragraph_Separator}]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}

const QUOTABLE_LENGTH = 200;

/**
 * Text that people typed, for within a message: in one line that does not pass for two, and bearably
 * short.
 *
 * @example
 * ```ts
 * import { quotable } from "./printable.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(quotable("a\nError: b"), "a\\nError: b");
 * ```
 */
export function quotable(text: string): string {
  const line = oneLine(text);
  return line.length > QUOTABLE_LENGTH ? `${line.slice(0, QUOTABLE_LENGTH)}...` : line;
}

/** Text with its line breaks made visible. */
export function oneLine(text: string): string {
  return text.replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}
