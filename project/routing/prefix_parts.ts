/** Strings that are composed of constants, some of which are in other modules. */

import { dottedName, isOperator, type Token } from "../../python/expression.ts";
import { type FlaskScope, originOf, resolveName } from "./flask_scope.ts";

/** A part of a string. */
export type StringPart =
  | { readonly kind: "text"; readonly text: string }
  /** A constant of another module, such as `.config.API_PREFIX`. */
  | { readonly kind: "imported"; readonly origin: string };

// Longer expressions are not URL prefixes.
const MAX_PARTS = 20;

/**
 * Reads an expression that joins strings and constants, with `+` or in an f-string.
 *
 * @returns The parts in order; `null` for any other expression.
 */
export function stringParts(
  tokens: readonly Token[],
  scope: FlaskScope,
): readonly StringPart[] | null {
  // Concatenation is associative, so parentheses make no difference.
  const terms = tokens.filter(({ text }) => text !== "(" && text !== ")");
  const parts: StringPart[] = [];
  let next = 0;
  while (next < terms.length) {
    const isJoined = next > 0 && isOperator(terms[next], "+");
    const isAdjacent = terms[next]?.kind === "string" && terms[next - 1]?.kind === "string";
    if (next > 0 && !isJoined && !isAdjacent) return null;
    if (isJoined) next++;
    const term = terms[next];
    const dotted = dottedName(terms, next);
    const found = dotted === null ? literalParts(term, scope) : nameParts(dotted.text, scope);
    if (found === null || parts.push(...found) > MAX_PARTS) return null;
    next = dotted?.next ?? next + 1;
  }
  return parts.length === 0 ? null : parts;
}

function nameParts(name: string, scope: FlaskScope): readonly StringPart[] | null {
  const text = scope.strings.get(name);
  if (text !== undefined) return [{ kind: "text", text }];
  const origin = originOf(scope, resolveName(scope, name));
  return origin === null ? null : [{ kind: "imported", origin }];
}

function literalParts(token: Token | undefined, scope: FlaskScope): readonly StringPart[] | null {
  if (token?.kind !== "string") return null;
  return token.value === null
    ? fieldParts(token.text, scope)
    : [{ kind: "text", text: token.value }];
}

const F_STRING = /^[fF](["'])([^"'\\]*)\1$/;

/** Reads an f-string whose fields are names only. */
function fieldParts(literal: string, scope: FlaskScope): readonly StringPart[] | null {
  const content = F_STRING.exec(literal)?.[2];
  if (content === undefined || /\{\{|\}\}/.test(content)) return null;
  const [first = "", ...fields] = content.split("{");
  const parts: StringPart[] = [{ kind: "text", text: first }];
  for (const field of fields) {
    const [name = "", text, ...more] = field.split("}");
    const found = /^[\w.]+$/.test(name) ? nameParts(name, scope) : null;
    if (found === null || text === undefined || more.length > 0) return null;
    parts.push(...found, { kind: "text", text });
  }
  return parts;
}
