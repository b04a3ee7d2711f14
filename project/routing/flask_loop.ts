/** Loops over collections that the code lists. */

import { bracketed, dottedName, isName, isOperator, type Token } from "../../python/expression.ts";

/** An expression. */
type Tokens = readonly Token[];

/** A list, tuple, set or dictionary. */
export interface Collection {
  /** The items, or the keys of a dictionary. */
  readonly items: readonly Tokens[];
  /** The values of a dictionary. */
  readonly values?: readonly Tokens[];
}

/** The values of a loop's variables in one round. */
export type LoopRow = ReadonlyMap<string, Tokens>;

// Longer collections count as unknown.
const MAX_ITEMS = 100;

/** Reads a literal collection; `null` for any other expression. */
export function readCollection(tokens: Tokens): Collection | null {
  const items = itemsOf(tokens);
  if (items === null || items.length > MAX_ITEMS) return null;
  if (!isOperator(tokens[0], "{")) return { items };
  const colons = items.map(colonIn);
  if (colons.every((colon) => colon === -1)) return { items };
  if (colons.some((colon) => colon < 1)) return null;
  return {
    items: items.map((item, index) => item.slice(0, colons[index])),
    values: items.map((item, index) => item.slice((colons[index] ?? 0) + 1)),
  };
}

/** Returns the items of a list, tuple or set; `null` for any other expression. */
export function itemsOf(tokens: Tokens): readonly Tokens[] | null {
  const [first] = tokens;
  if (first?.kind !== "operator" || !"([{".includes(first.text)) return null;
  const { items, hasComma, next } = bracketed(tokens, 0);
  return next !== tokens.length || (first.text === "(" && !hasComma) ? null : items;
}

/** Returns the index of the colon after a dictionary's key; -1 if there is none. */
function colonIn(item: Tokens): number {
  for (let index = 0; index < item.length; index++) {
    const token = item[index];
    if (isOperator(token, ":")) return index;
    if (token?.kind === "operator" && "([{".includes(token.text)) {
      index = bracketed(item, index).next - 1;
    }
  }
  return -1;
}

/** A loop: its variables, and their values in each round, or `null` if these are unknown. */
export interface Loop {
  readonly variables: readonly string[];
  readonly rows: readonly LoopRow[] | null;
}

/**
 * Reads the header of a loop; `null` for any other statement.
 *
 * @param known The collections that variables hold.
 */
export function readLoop(tokens: Tokens, known: ReadonlyMap<string, Collection>): Loop | null {
  if (!isName(tokens[0], "for")) return null;
  const word = tokens.findIndex((token) => isName(token, "in"));
  const targets = tokens.slice(1, word).filter((token) => !"(),".includes(token.text));
  if (word === -1 || targets.some(({ kind }) => kind !== "name")) return null;
  const variables = targets.map(({ text }) => text);
  const colon = tokens.findLastIndex((token) => isOperator(token, ":"));
  const rounds = roundsOf(tokens.slice(word + 1, colon), known);
  const rows = rounds?.map((round) => rowOf(variables, round)) ?? null;
  return { variables, rows: rows?.every((row) => row !== null) ? rows : null };
}

/** Returns the values of each round: one, or the parts of a pair. */
function roundsOf(
  over: Tokens,
  known: ReadonlyMap<string, Collection>,
): readonly (readonly Tokens[])[] | null {
  const end = isOperator(over[0], "{") ? bracketed(over, 0).next : over.length;
  const literal = readCollection(over.slice(0, end));
  const dotted = literal === null ? dottedName(over, 0) : null;
  const [, name = "", own] = /^(.+?)(?:\.(items|values|keys))?$/.exec(dotted?.text ?? "") ?? [];
  const method = literal === null ? own : over[end + 1]?.text;
  const isCalled = over.length === (dotted?.next ?? end + 2) + 2;
  const isWhole = over.length === (dotted?.next ?? end);
  if (method === undefined ? !isWhole : !isCalled) return null;
  const found = literal ?? known.get(name);
  if (found === undefined) return null;
  const { items, values = [] } = found;
  if (method === "values") return values.map((value) => [value]);
  if (method === "items") return items.map((key, index) => [key, values[index] ?? []]);
  return items.map((item) => [item]);
}

function rowOf(variables: readonly string[], round: readonly Tokens[]): LoopRow | null {
  const [only] = round;
  const isUnpacked = variables.length > 1 && round.length === 1 && only !== undefined;
  const values = isUnpacked ? itemsOf(only) ?? [] : round;
  if (values.length !== variables.length) return null;
  return new Map(variables.map((variable, index) => [variable, values[index] ?? []]));
}
