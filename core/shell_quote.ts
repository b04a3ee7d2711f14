/** Words of POSIX shell commands. */

/**
 * Quotes a word for a POSIX shell, unless all its characters are safe without quotes.
 *
 * @example
 * ```ts
 * import { shellQuote } from "./shell_quote.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(shellQuote("api/shop.json"), "api/shop.json");
 * equal(shellQuote("it's"), "'it'\\''s'");
 * ```
 */
export function shellQuote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
