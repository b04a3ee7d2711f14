/** Computes the normal form of one statement. */

import type { Token } from "../expression.ts";
import { joined, type NormalString, normalString, quoted } from "./string.ts";
import { normalNumber } from "./number.ts";
import { redundantTokens } from "./redundant_tokens.ts";
import type { StatementKind } from "./place_reader.ts";

/** The names to replace, and their replacements. */
export type Names = ReadonlyMap<string, string>;

/**
 * Returns the normal form of a statement: its tokens with spaces between them, without redundant
 * parentheses and commas.
 *
 * @param source The source that the tokens' offsets refer to.
 * @returns `null` if the statement is broken.
 */
export function normalStatement(
  source: string,
  tokens: readonly Token[],
  kind: StatementKind,
  names: Names,
): string | null {
  const redundant = redundantTokens(tokens, kind);
  if (redundant === null) return null;
  const field = (inner: readonly Token[]) => normalStatement(source, inner, "field", names);
  const parts: string[] = [];
  let before: NormalString | null = null;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined || redundant.has(index)) continue;
    if (token.kind !== "string") {
      const text = normalToken(token, names);
      if (text === null) return null;
      parts.push(text);
      before = null;
      continue;
    }
    const string = normalString(source, token, field);
    if (string === null) return null;
    const both: NormalString | null = before === null ? null : joined(before, string);
    if (both !== null) parts.pop();
    before = both ?? string;
    parts.push(quoted(before));
  }
  return parts.join(" ");
}

/** Returns `null` for characters that have no meaning in Python. */
function normalToken(
  { kind, text }: Token & { readonly kind: "name" | "number" | "operator" },
  names: Names,
): string | null {
  switch (kind) {
    case "name":
      return names.size === 0 ? text : names.get(text) ?? text;
    case "number":
      return normalNumber(text);
    case "operator":
      return text.length > 1 || OPERATORS.includes(text) ? text : null;
  }
}

const OPERATORS = "()[]{},.:=+-*/%@<>|&^~";
