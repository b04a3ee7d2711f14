/** Computes the normal form of the text in string literals. */

import { decodeEscapes } from "../literal_value.ts";

/** Puts backslashes before backslashes, double quotes and opening braces. */
export function escaped(text: string): string {
  return text.replace(SPECIAL, "\\$&");
}

const SPECIAL = /[\\"{]/g;

/**
 * Returns the normal form of text between the quotes or fields of a literal: its escaped value.
 * Escapes such as `\N{DASH}` stay as they are, but in upper case.
 *
 * @param prefix The prefix of the literal in lower case.
 * @returns `null` for invalid escapes.
 */
export function textForm(text: string, prefix: string): string | null {
  const isFormatted = prefix.includes("f") || prefix.includes("t");
  const lines = text.replace(/\r\n?/g, "\n");
  const content = isFormatted ? lines.replaceAll("{{", "{").replaceAll("}}", "}") : lines;
  if (prefix.includes("r")) return escaped(content);
  if (prefix.includes("b")) return escapedValue(content.replace(ESCAPE, bytesEscape));
  if (!content.includes("\\N{")) return escapedValue(content);
  let form = "";
  for (const [part, name] of content.matchAll(TEXT_OR_ESCAPE)) {
    const next = name === undefined ? escapedValue(part) : `\\N{${name.toUpperCase()}}`;
    if (next === null) return null;
    form += next;
  }
  return form;
}

const TEXT_OR_ESCAPE = /[^\\]+|\\(?:N\{([^{}]*)\}|x[^]{2}|u[^]{4}|U[^]{8}|[0-7]{1,3}|[^])/g;
const ESCAPE = /\\[^]/g;

/** Matches escapes that have no meaning in bytes. */
const ONLY_IN_TEXT = /[uUN]$/;

function bytesEscape(escape: string): string {
  return ONLY_IN_TEXT.test(escape) ? `\\${escape}` : escape;
}

function escapedValue(content: string): string | null {
  const value = decodeEscapes(content);
  return value === null ? null : escaped(value);
}
