/** Writes string literals in the style of a file. */

import { applyEdits, replaceRange } from "./text_edit.ts";
import { tokenize } from "./expression.ts";
import { isDeclaredNarrow } from "./source_encoding.ts";

// Strings without quotes inside, which could have either kind of quotes.
const SINGLE = /(?<![\w"'])'[^'"\r\n]+'/g;
const DOUBLE = /(?<![\w"'])"[^'"\r\n]+"/g;

const PLAIN = /^(f?)"([^"'\\]*)"$/;

/**
 * The string style of a file: its preferred quotes, and whether its encoding may lack characters.
 *
 * @example
 * ```ts
 * import { StringStyle } from "./string_style.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(new StringStyle("a = 'b'\n").apply('c = "d"\n'), "c = 'd'\n");
 * equal(new StringStyle("# coding: latin-1\n").apply('c = "\u00e9"\n'), 'c = "\\u00e9"\n');
 * ```
 */
export class StringStyle {
  /** Number of strings with single quotes minus number of strings with double quotes. */
  #single: number;
  readonly #isNarrow: boolean;

  constructor(source: string) {
    this.#single = surplus(source);
    this.#isNarrow = isDeclaredNarrow(source);
  }

  /** Counts the strings of new lines, and subtracts those of replaced lines. */
  count(lines: string, replaced = ""): void {
    this.#single += surplus(lines) - surplus(replaced);
  }

  /**
   * Converts the strings of code to the preferred quotes, and escapes characters that the encoding may lack.
   *
   * @param code Code whose strings have double quotes and are not raw. Outside of strings, it is
   * ASCII.
   */
  apply(code: string): string {
    const text = this.#isNarrow ? escaped(code) : code;
    return this.#single > 0 ? singleQuoted(text) : text;
  }
}

function singleQuoted(code: string): string {
  const edits = tokenize(code, 0, code.length).flatMap((token) => {
    const [, prefix = "", content] = token.kind === "string" ? PLAIN.exec(token.text) ?? [] : [];
    if (content === undefined) return [];
    return [replaceRange(token, `${prefix}'${content}'`)];
  });
  return applyEdits(code, edits);
}

function surplus(source: string): number {
  return count(source, SINGLE) - count(source, DOUBLE);
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
