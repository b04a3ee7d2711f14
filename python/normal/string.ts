/**
 * Computes the normal form of string literals. Literals with the same value have the same form,
 * whatever their quotes and escapes. Only escapes such as `\N{DASH}` are not replaced.
 */

import { isQuote, skipMatch } from "../characters.ts";
import type { Token } from "../expression.ts";
import { stringLiteral } from "../string_literal.ts";
import { unindented } from "./docstring.ts";
import { type ExpressionForm, formattedForm } from "./formatted_string.ts";
import { escaped, textForm } from "./string_text.ts";

/** A string in normal form. */
export interface NormalString {
  readonly kind: "" | "b" | "f" | "t";
  /** The value, with backslashes before `\`, `"` and `{`, and with fields in braces. */
  readonly body: string;
}

type StringToken = Token & { readonly kind: "string" };

/**
 * Returns the normal form of a string token.
 *
 * @param source The source that the token's offsets refer to.
 * @param field Returns the normal form of the expression in a field.
 * @returns `null` if the string is broken.
 */
export function normalString(
  source: string,
  { text, value, start }: StringToken,
  field: ExpressionForm,
): NormalString | null {
  if (value !== null && isQuote(text.charCodeAt(0))) return { kind: "", body: escaped(value) };
  const prefix = prefixOf(text);
  const kind = kindOf(prefix);
  if (value !== null && kind === "") return { kind, body: escaped(value) };
  const literal = stringLiteral(source, start + prefix.length);
  if (literal.problem !== null) return null;
  const body = kind === "f" || kind === "t"
    ? formattedForm(source, literal, field)
    : textForm(source.slice(literal.contentStart, literal.contentEnd), prefix);
  return body === null ? null : { kind, body };
}

/** Joins adjacent strings, as Python does. Returns `null` for kinds that Python does not join. */
export function joined(first: NormalString, second: NormalString): NormalString | null {
  const isText = (kind: NormalString["kind"]) => kind === "" || kind === "f";
  if (first.kind !== second.kind && !(isText(first.kind) && isText(second.kind))) return null;
  return { kind: first.kind || second.kind, body: first.body + second.body };
}

/** Writes a string in normal form. */
export function quoted({ kind, body }: NormalString): string {
  return `${kind}"${body}"`;
}

/**
 * Returns the normal form of a docstring. Docstrings that differ only in indentation and in white
 * space at their ends have the same form.
 *
 * @param tokens The first statement of a body.
 * @returns `null` if the statement is not a docstring.
 */
export function normalDocstring(tokens: readonly Token[]): string | null {
  const [token] = tokens;
  if (tokens.length !== 1 || token?.kind !== "string") return null;
  const { text } = token;
  const prefix = prefixOf(text);
  if (kindOf(prefix) !== "") return null;
  const quote = text.charAt(prefix.length);
  const width = text.startsWith(quote.repeat(3), prefix.length) ? 3 : 1;
  const content = text.slice(prefix.length + width, -width).replace(/\r\n?/g, "\n");
  const body = textForm(unindented(content), prefix);
  return body === null ? null : `doc"${body}"`;
}

function prefixOf(text: string): string {
  return text.slice(0, skipMatch(PREFIX, text, 0)).toLowerCase();
}

const PREFIX = /[a-z]+/iy;

function kindOf(prefix: string): NormalString["kind"] {
  if (prefix === "") return "";
  return (["b", "f", "t"] as const).find((kind) => prefix.includes(kind)) ?? "";
}
