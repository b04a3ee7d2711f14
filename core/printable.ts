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
 *
 * @param limit Characters that are bearable.
 */
export function quotable(text: string, limit = 200): string {
  const line = oneLine(text.slice(0, limit + 1));
  return line.length > limit ? `${line.slice(0, limit)}...` : line;
}

/** Text with its line breaks made visible. */
export function oneLine(text: string): string {
  return text.replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}
