/**
 * Reads the tokens of a logical line, the arguments of calls, and the values of constant strings.
 */

import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PARENTHESIS,
  COMMA,
  HASH,
  isBlank,
  isLineBreak,
  isNameStart,
  isQuote,
  nameEnd,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PARENTHESIS,
  physicalLineEnd,
  skipMatch,
} from "./characters.ts";
import { literalValue } from "./literal_value.ts";
import { type StringLiteral, stringLiteral } from "./string_literal.ts";

interface Span {
  readonly start: number;
  readonly end: number;
}

/** A token of a line. */
export type Token =
  | Span & { readonly kind: "name" | "number" | "operator"; readonly text: string }
  /** `value` is `null` if the literal is not a `str`, or if its value is known only at run time. */
  | Span & { readonly kind: "string"; readonly text: string; readonly value: string | null };

/** An argument of a call, with the tokens of its value. */
export type Argument =
  | { readonly kind: "positional"; readonly value: readonly Token[] }
  | { readonly kind: "keyword"; readonly name: string; readonly value: readonly Token[] }
  /** `*value` or `**value`. */
  | { readonly kind: "unpacked"; readonly value: readonly Token[] };

/** The values of a module's string constants, by name. */
export type StringConstants = ReadonlyMap<string, string>;

const LONG_OPERATORS: ReadonlySet<string> = new Set(
  "-= += *= /= %= &= |= ^= @= == != <= >= := ** // << >> -> **= //= <<= >>=".split(" "),
);

/** The characters that can be the second or third of an operator. */
const CONTINUES_OPERATOR = "=*/<>";

/**
 * Splits part of a source into tokens, without comments and line breaks.
 *
 * @param from The start, outside of string literals.
 * @param to The end. The last token may extend past it.
 */
export function tokenize(source: string, from: number, to: number): Token[] {
  const tokens: Token[] = [];
  let offset = from;
  while (offset < to) {
    const code = source.charCodeAt(offset);
    if (isBlank(code) || isLineBreak(code) || code === BACKSLASH) {
      offset++;
    } else if (code === HASH) {
      offset = physicalLineEnd(source, offset);
    } else {
      const token = readToken(source, offset);
      tokens.push(token);
      offset = token.end;
    }
  }
  return tokens;
}

/**
 * Reads the token that starts at an offset.
 *
 * @param start The offset of a character that is neither white space nor the start of a comment.
 */
export function readToken(source: string, start: number): Token {
  const code = source.charCodeAt(start);
  if (isPunctuation(code)) return plainToken("operator", source, start, start + 1);
  const wordEnd = nameEnd(source, start);
  if (isQuote(source.charCodeAt(wordEnd))) {
    const literal = stringLiteral(source, wordEnd);
    if (literal.start === start) return stringToken(source, literal);
  }
  if (isNameStart(code)) return plainToken("name", source, start, wordEnd);
  const end = skipMatch(NUMBER, source, start);
  if (end > start) return plainToken("number", source, start, end);
  return plainToken("operator", source, start, start + operatorWidth(source, start));
}

/**
 * Reports whether a character is a bracket or a comma, which are never part of a longer operator.
 */
function isPunctuation(code: number): boolean {
  return code === COMMA || code === OPEN_PARENTHESIS || code === CLOSE_PARENTHESIS ||
    code === OPEN_BRACKET || code === CLOSE_BRACKET || code === OPEN_BRACE || code === CLOSE_BRACE;
}

function operatorWidth(source: string, start: number): number {
  if (!CONTINUES_OPERATOR.includes(source.charAt(start + 1))) return 1;
  if (!LONG_OPERATORS.has(source.slice(start, start + 2))) return 1;
  // At the end of the source, the slice has only two characters.
  const longer = source.slice(start, start + 3);
  return longer.length === 3 && LONG_OPERATORS.has(longer) ? 3 : 2;
}

function stringToken(source: string, literal: StringLiteral): Token {
  const { start, end } = literal;
  const text = source.slice(start, end);
  return { kind: "string", text, value: literalValue(source, literal), start, end };
}

function plainToken(
  kind: "name" | "number" | "operator",
  source: string,
  start: number,
  end: number,
): Token {
  return { kind, text: source.slice(start, end), start, end };
}

const NUMBER =
  /0[xX][\da-fA-F_]*|0[bBoO]\w*|(?:\d[\d_]*\.?|\.\d)[\d_]*(?:[eE][+-]?\d[\d_]*)?[jJ]?/y;

/** A dotted name, such as `a.b.c`. */
export interface DottedName {
  readonly text: string;
  /** The index of the token after the name. */
  readonly next: number;
}

/** Reads the dotted name that starts at a token. Returns `null` if the token is not a name. */
export function dottedName(tokens: readonly Token[], from: number): DottedName | null {
  const first = tokens[from];
  if (first?.kind !== "name") return null;
  const parts = [first.text];
  let next = from + 1;
  while (isOperator(tokens[next], ".")) {
    const part = tokens[next + 1];
    if (part?.kind !== "name") break;
    parts.push(part.text);
    next += 2;
  }
  return { text: parts.join("."), next };
}

/** Reports whether a token is a certain operator. */
export function isOperator(token: Token | undefined, text: string): boolean {
  return token?.kind === "operator" && token.text === text;
}

/** Reports whether a token is a certain name or keyword. */
export function isName(token: Token | undefined, text: string): boolean {
  return token?.kind === "name" && token.text === text;
}

/** The items between two brackets. */
export interface Bracketed {
  readonly items: readonly (readonly Token[])[];
  /** Whether there is a comma between or after the items. */
  readonly hasComma: boolean;
  /** The index of the token after the closing bracket. */
  readonly next: number;
}

/**
 * Splits the tokens between brackets at commas.
 *
 * @param open The index of the opening bracket.
 */
export function bracketed(tokens: readonly Token[], open: number): Bracketed {
  const items: Token[][] = [];
  let item: Token[] = [];
  let hasComma = false;
  let depth = 1;
  let index = open + 1;
  for (; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) break;
    depth += depthChange(token);
    if (depth === 0) break;
    if (depth === 1 && isOperator(token, ",")) {
      hasComma = true;
      if (item.length > 0) items.push(item);
      item = [];
    } else {
      item.push(token);
    }
  }
  if (item.length > 0) items.push(item);
  return { items, hasComma, next: index + 1 };
}

/** Returns the change of bracket depth at a token: 1, -1 or 0. */
export function depthChange(token: Token): number {
  if (token.kind !== "operator") return 0;
  if ("([{".includes(token.text)) return 1;
  return ")]}".includes(token.text) ? -1 : 0;
}

/**
 * Reads the arguments of a call.
 *
 * @param open The index of the opening parenthesis.
 *
 * @example
 * ```ts
 * import { callArguments, tokenize } from "./expression.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const source = `Blueprint("users", url_prefix="/users")`;
 * const found = callArguments(tokenize(source, 0, source.length), 1);
 * deepEqual(found.map(({ kind }) => kind), ["positional", "keyword"]);
 * ```
 */
export function callArguments(tokens: readonly Token[], open: number): Argument[] {
  return bracketed(tokens, open).items.map(argument);
}

function argument(tokens: readonly Token[]): Argument {
  const [first, second] = tokens;
  if (isOperator(first, "*") || isOperator(first, "**")) {
    return { kind: "unpacked", value: tokens.slice(1) };
  }
  if (first?.kind === "name" && isOperator(second, "=")) {
    return { kind: "keyword", name: first.text, value: tokens.slice(2) };
  }
  return { kind: "positional", value: tokens };
}

/**
 * Evaluates an expression of string literals and string constants that are joined with `+`.
 * Literals can also be adjacent.
 *
 * @returns The value, or `null` for any other expression.
 *
 * @example
 * ```ts
 * import { constantString, tokenize } from "./expression.ts";
 * import { equal } from "node:assert/strict";
 *
 * const source = `BASE + ("/a" r"/b")`;
 * const tokens = tokenize(source, 0, source.length);
 * equal(constantString(tokens, new Map([["BASE", "/v1"]])), "/v1/a/b");
 * equal(constantString(tokens, new Map()), null);
 * ```
 */
export function constantString(
  tokens: readonly Token[],
  constants: StringConstants,
): string | null {
  let value = "";
  let previous: Token | undefined;
  // Concatenation is associative, so parentheses make no difference.
  for (const token of tokens.filter(({ text }) => text !== "(" && text !== ")")) {
    const part = isOperator(token, "+") ? "" : termValue(token, constants);
    if (part === null || !canFollow(token, previous)) return null;
    value += part;
    // Without this limit, a few constants that each repeat the previous one twice could exhaust the
    // memory.
    if (value.length > MAX_CONSTANT_LENGTH) return null;
    previous = token;
  }
  return previous === undefined || isOperator(previous, "+") ? null : value;
}

const MAX_CONSTANT_LENGTH = 1_000;

function termValue(token: Token, constants: StringConstants): string | null {
  if (token.kind === "string") return token.value;
  return token.kind === "name" ? constants.get(token.text) ?? null : null;
}

function canFollow(token: Token, previous: Token | undefined): boolean {
  if (isOperator(token, "+")) return previous !== undefined && !isOperator(previous, "+");
  if (previous === undefined || isOperator(previous, "+")) return true;
  return token.kind === "string" && previous.kind === "string";
}
