/** String literals as a file writes them. */

import { applyEdits } from "./edit.ts";
import { tokenize } from "./expression.ts";
import { isDeclaredNarrow } from "./source_encoding.ts";

// Strings that could have either quotes, and no apostrophes.
const SINGLE = /(?<![\w"'])'[^'"\r\n]+'/g;
const DOUBLE = /(?<![\w"'])"[^'"\r\n]+"/g;

const PLAIN = /^(f?)"([^"'\\]*)"$/;

/**
 * Gives the strings of code the quotes that a file prefers, and escapes what its encoding may lack.
 *
 * @param code Code whose strings have double quotes; none is raw, and nothing else goes beyond ASCII.
 *
 * @example
 * ```ts
 * import { inStyleOf } from "./string_style.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(inStyleOf("a = 'b'\n", 'c = "d"\n'), "c = 'd'\n");
 * equal(inStyleOf("# coding: latin-1\n", 'c = "\u00e9"\n'), 'c = "\\u00e9"\n');
 * ```
 */
export function inStyleOf(source: string, code: string): string {
  return inQuotesOf(source, isDeclaredNarrow(source) ? escaped(code) : code);
}

function inQuotesOf(source: string, code: string): string {
  if (count(source, SINGLE) <= count(source, DOUBLE)) return code;
  const edits = tokenize(code, 0, code.length).flatMap(({ kind, text, start, end }) => {
    const [, prefix = "", content] = kind === "string" ? PLAIN.exec(text) ?? [] : [];
    if (content === undefined) return [];
    return [{ offset: start, remove: end - start, insert: `${prefix}'${content}'` }];
  });
  return applyEdits(code, edits);
}

function count(source: string, quote: RegExp): number {
  return source.match(quote)?.length ?? 0;
}

function escaped(code: string): string {
  return code.replace(/[^\0-\x7f]/gu, (character) => {
    const hex = character.codePointAt(0)?.toString(16) ?? "";
    return hex.length > 4 ? `\\U${hex.padStart(8, "0")}` : `\\u${hex.padStart(4, "0")}`;
  });
}
