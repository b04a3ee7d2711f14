/** Finds the parentheses and commas that formatters may add or remove. */

import type { Token } from "../expression.ts";
import { closeBracket, openBracket } from "./bracket_places.ts";
import type { Enclosure } from "./enclosure.ts";
import { canStartTuple, isKeyword, readKeyword } from "./keyword_places.ts";
import { readOperator } from "./operator_places.ts";
import { PlaceReader, type StatementKind } from "./place_reader.ts";
import { isAccepted, Level, type Place, Special } from "./precedence.ts";

/** A pair of parentheses, with the contents that the neighbours on its left and right accept. */
interface Parentheses {
  readonly group: Enclosure;
  readonly left: Place;
  readonly right: Place;
}

/**
 * Finds the tokens that do not change the meaning of a statement: redundant parentheses and trailing commas.
 *
 * @param tokens The tokens of one statement, or of a header up to its colon.
 * @returns The indices of the tokens, or `null` if the brackets do not match.
 *
 * @example
 * ```ts
 * import { tokenize } from "../expression.ts";
 * import { redundantTokens } from "./redundant_tokens.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const redundant = (code: string) => redundantTokens(tokenize(code, 0, code.length), "simple");
 * deepEqual(redundant("x = (f(1,))"), new Set([6, 2, 8]));
 * deepEqual(redundant("x = (1,) * (a + b)"), new Set());
 * ```
 */
export function redundantTokens(
  tokens: readonly Token[],
  kind: StatementKind,
): ReadonlySet<number> | null {
  if (isPlain(tokens, kind)) return NOTHING;
  const reader = new PlaceReader(tokens, kind);
  if (!readTokens(reader)) return null;
  const { redundant } = reader;
  const outer: Parentheses[] = [];
  for (const group of reader.groups) {
    while ((outer.at(-1)?.group.close ?? Infinity) < group.open) outer.pop();
    const found = withNeighbours(group, outer.at(-1), reader);
    if (!isAccepted(group.content, found.left, found.right)) continue;
    outer.push(found);
    redundant.add(group.open).add(group.close);
    if (isList(found, kind) && hasOneComma(group, tokens)) redundant.add(group.close - 1);
  }
  return redundant;
}

const NOTHING: ReadonlySet<number> = new Set();

/**
 * Reports whether a quick check proves that no token is redundant. The check passes if all
 * parentheses belong to calls and all commas are between values. Most statements pass.
 */
function isPlain(tokens: readonly Token[], kind: StatementKind): boolean {
  if (kind !== "simple" && kind !== "header") return false;
  for (let index = 0; index < tokens.length; index++) {
    const text = tokens[index]?.text ?? "";
    if (text === "(" && !endsValue(tokens[index - 1])) return false;
    if (text === "," && ENDS_TUPLE.has(tokens[index + 1]?.text ?? "")) return false;
  }
  return tokens[0]?.text !== "class";
}

function endsValue(token: Token | undefined): boolean {
  if (token?.kind === "operator") return CLOSERS.has(token.text);
  return token !== undefined && !(token.kind === "name" && isKeyword(token.text));
}

const CLOSERS: ReadonlySet<string> = new Set([")", "]", "}"]);
const ENDS_TUPLE: ReadonlySet<string> = new Set([...CLOSERS, "=", ":", "in", ""]);

/** Reads all tokens. Returns `false` if the brackets do not match. */
function readTokens(reader: PlaceReader): boolean {
  const { tokens, kind } = reader;
  reader.isTuple = kind === "field" || (kind === "simple" && canStartTuple(reader.text(0)));
  for (; reader.index < tokens.length; reader.index++) {
    const token = tokens[reader.index];
    if (token === undefined || !readToken(reader, token)) return false;
  }
  if (!reader.isOutside) return false;
  reader.endTuple();
  return true;
}

function readToken(reader: PlaceReader, { kind, text }: Token): boolean {
  if (kind === "operator") {
    if (text === "(" || text === "[" || text === "{") openBracket(reader, text);
    else if (text === ")" || text === "]" || text === "}") return closeBracket(reader, text);
    else readOperator(reader, text);
    return true;
  }
  if (kind === "name" && readKeyword(reader, text)) return true;
  const isJoined = kind === "string" && reader.tokens[reader.index - 1]?.kind === "string";
  if (reader.isAfterValue && !isJoined) reader.top.isBroken = true;
  reader.place(Level.NEVER, Level.NEVER, true);
  return true;
}

/** @param outer The redundant parentheses that may directly enclose the group. */
function withNeighbours(
  group: Enclosure,
  outer: Parentheses | undefined,
  reader: PlaceReader,
): Parentheses {
  const { open, close } = group;
  const isFirst = outer?.group.open === open - 1;
  const isLast = outer?.group.close === close + 1;
  return {
    group,
    left: isFirst ? insideOf(outer, reader) : reader.after(open - 1),
    right: isLast
      ? outer.right
      : reader.before(reader.redundant.has(close + 1) ? close + 2 : close + 1),
  };
}

/** Returns the contents that redundant parentheses accept at their start. */
function insideOf(outer: Parentheses, { kind, isImport }: PlaceReader): Place {
  if (!isList(outer, kind)) return outer.left;
  return isImport ? Level.NEVER : Level.EXPRESSION;
}

/** Reports whether the parentheses hold imported names or context managers, where one comma makes no tuple. */
function isList({ left }: Parentheses, kind: StatementKind): boolean {
  return (left & Special.NAMED) !== 0 && kind !== "case";
}

function hasOneComma(
  { close, commas, isCommaValid }: Enclosure,
  tokens: readonly Token[],
): boolean {
  return commas === 1 && isCommaValid && tokens[close - 1]?.text === ",";
}
