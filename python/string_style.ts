/** String literals as a file writes them. */

import { applyEdits } from "./text_edit.ts";
import { tokenize } from "./expression.ts";
import { isDeclaredNarrow } from "./source_encoding.ts";

// Strings that could have either quotes, and no apostrophes.
const SINGLE = /(?<![\w"'])'[^'"\r\n]+'/g;
const DOUBLE = /(?<![\w"'])"[^'"\r\n]+"/g;

const PLAIN = /^(f?)"([^"'\\]*)"$/;

/**
 * The strings of a file: which quotes it prefers, and whether its encoding lacks characters.
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
  /** How many more strings have single quotes than double ones. */
  #single: number;
  readonly #isNarrow: boolean;

  constructor(source: string) {
    this.#single = surplus(source);
    this.#isNarrow = isDeclaredNarrow(source);
  }

  /** Takes account of lines that come into the file, and of those that they replace. */
  count(lines: string, replaced = ""): void {
    this.#single += surplus(lines) - surplus(replaced);
  }

  /**
   * Gives the strings of code the quotes that the file prefers, and escapes what its encoding may lack.
   *
   * @param code Code whose strings have double quotes; none is raw, and nothing else goes beyond ASCII.
   */
  apply(code: string): string {
    const text = this.#isNarrow ? escaped(code) : code;
    return this.#single > 0 ? singleQuoted(text) : text;
  }
}

function singleQuoted(code: string): string {
  const edits = tokenize(code, 0, code.length).flatMap(({ kind, text, start, end }) => {
    const [, prefix = "", content] = kind === "string" ? PLAIN.exec(text) ?? [] : [];
    if (content === undefined) return [];
    return [{ offset: start, remove: end - start, insert: `${prefix}'${content}'` }];
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
