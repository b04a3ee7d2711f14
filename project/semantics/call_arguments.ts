/** Finds the calls around the tokens of a line, and the meaning of their string arguments. */

import { depthChange, isOperator, type Token } from "../../python/expression.ts";
import { UNKNOWN, type Values } from "./values.ts";

/** The meaning of a string argument. */
export type StringUse =
  /** An attribute of the call's first argument. */
  | { readonly kind: "attribute"; readonly owners: Values }
  | { readonly kind: "endpoint" };

/** The functions that take an attribute's name, with the position of that argument. */
const ATTRIBUTE_POSITION: ReadonlyMap<string, number> = new Map([
  ["attrgetter", 0],
  ["delattr", 1],
  ["getattr", 1],
  ["hasattr", 1],
  ["methodcaller", 0],
  ["object", 1],
  ["setattr", 1],
  ["spy", 1],
]);

interface OpenBracket {
  /** The name before the bracket. */
  readonly callee: string;
  readonly start: number;
  /** The position of the current argument. */
  position: number;
  /**
   * The value of the first argument, if it is a name, possibly with calls or attributes after it.
   */
  first: Values;
}

/** Follows the calls of a line, token by token. */
export class CallArguments {
  readonly #open: OpenBracket[] = [];
  /** The values called at each opening parenthesis. */
  readonly #callees = new Map<number, Values>();

  /** Records the values that a call may call. */
  called(callees: Values, open: number): void {
    this.#callees.set(open, callees);
  }

  /** Yields, for each call around the current token, the values that it may call. */
  *callees(): Iterable<Values> {
    for (const { start } of this.#open) yield this.#callees.get(start) ?? [];
  }

  /** Records the values of the expression from one token up to another. */
  chain(tokens: readonly Token[], from: number, next: number, values: Values): void {
    const call = this.#open.at(-1);
    if (call?.start === from - 1 && isOperator(tokens[next], ",")) call.first = values;
  }

  /** Returns the meaning of a string at the current position. */
  use(): StringUse | null {
    const call = this.#open.at(-1);
    if (call === undefined) return null;
    if (call.callee === "url_for" && call.position === 0) return { kind: "endpoint" };
    const position = ATTRIBUTE_POSITION.get(call.callee);
    if (position === undefined || position !== call.position) return null;
    return { kind: "attribute", owners: position === 0 ? UNKNOWN : call.first };
  }

  /** Moves past a token. */
  pass(tokens: readonly Token[], index: number): void {
    const token = tokens[index];
    if (token === undefined) return;
    const change = depthChange(token);
    if (change === 1) {
      const previous = tokens[index - 1];
      const isCall = token.text === "(" && previous?.kind === "name";
      const callee = isCall ? previous.text : "";
      this.#open.push({ callee, start: index, position: 0, first: UNKNOWN });
    } else if (change === -1) this.#open.pop();
    const call = this.#open.at(-1);
    if (call !== undefined && isOperator(token, ",")) call.position++;
  }
}
