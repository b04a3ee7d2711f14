/** Collects which contents each place between the tokens of a statement accepts. */

import { Enclosure } from "./enclosure.ts";
import type { Token } from "../expression.ts";
import { Level, type Place, Special } from "./precedence.ts";

/**
 * The kind of a statement: the header of a compound statement (`match` and `case` are soft keywords), any
 * other statement, or the expression of a field in a formatted string.
 */
export type StatementKind = "simple" | "header" | "match" | "case" | "field";

/** The contents that can be a whole statement or an assigned value. */
export const VALUE: Place = Level.EXPRESSION | Special.TUPLE | Special.YIELD;

/**
 * The contents that a field of a formatted string can hold. A lambda needs parentheses, because its
 * colon would end the field.
 */
const FIELD: Place = Level.OR | Special.TUPLE | Special.YIELD;

/**
 * Records the contents that each place accepts without parentheses. The functions that read
 * keywords, operators and brackets share one reader.
 */
export class PlaceReader {
  /** All parentheses that do not belong to a call, in order. */
  readonly groups: Enclosure[] = [];
  /** The trailing commas, and the empty parentheses of classes. */
  readonly redundant = new Set<number>();
  /** The enclosures around the innermost one. */
  readonly outer: Enclosure[] = [];
  /** The innermost enclosure. */
  top = new Enclosure("statement", -1);
  /** The index of the current token. */
  index = 0;
  /** Whether the tokens before the current one end a value. */
  isAfterValue = false;
  /** Whether commas outside of brackets make a tuple. */
  isTuple = false;
  /** Whether the parameters of a function have been read. */
  hasParameters = false;
  /** Whether the statement starts with a target and a colon. */
  isAnnotated = false;
  readonly #before: Place[] = [];
  readonly #after: Place[] = [];

  constructor(readonly tokens: readonly Token[], readonly kind: StatementKind) {}

  /**
   * Returns the contents that need no parentheses before a token, or before the statement's end.
   */
  before(index: number): Place {
    if (index < this.tokens.length) return this.#before[index] ?? Level.NEVER;
    return this.kind === "field" ? FIELD : VALUE | Special.NAMED;
  }

  /** Returns the contents that need no parentheses after a token, or at the statement's start. */
  after(index: number): Place {
    if (index >= 0) return this.#after[index] ?? Level.NEVER;
    // Keep the parentheses of `(x): int`: unlike `x: int`, it does not declare a name.
    if (this.isAnnotated) return Level.NEVER;
    return this.kind === "field" ? FIELD : VALUE;
  }

  /** Returns the text of a token, or `""`. */
  text(index: number): string {
    return this.tokens[index]?.text ?? "";
  }

  /** Whether the current token is outside of brackets. */
  get isOutside(): boolean {
    return this.outer.length === 0;
  }

  /** Whether the statement is an import. */
  get isImport(): boolean {
    const first = this.text(0);
    return first === "from" || first === "import";
  }

  /** Reports whether a token is the colon that ends a header. */
  isHeaderEnd(index: number): boolean {
    return this.kind !== "simple" && this.kind !== "field" && index === this.tokens.length - 1;
  }

  /** Records the places before and after the current token. */
  place(before: Place, after: Place, isValue = false): void {
    this.#before[this.index] = this.#isInPattern ? Level.NEVER : before;
    this.#after[this.index] = this.#isInPattern ? Level.NEVER : after;
    this.isAfterValue = isValue;
  }

  /**
   * Whether the current token is in a pattern. Patterns are not expressions: only parentheses
   * around a whole pattern are redundant.
   */
  get #isInPattern(): boolean {
    const { kind, index } = this;
    return kind === "case" && index > 0 && this.text(index) !== "if" && !this.isHeaderEnd(index);
  }

  /** Records that the current token needs a value before it. */
  needValue(): void {
    if (!this.isAfterValue) this.top.isBroken = true;
  }

  /** Records an operator with the given precedence. */
  loosen(level: number): void {
    if (level < this.top.level) this.top.level = level;
  }

  /** Records a prefix operator. */
  prefix(level: number, after: Place): void {
    if (this.isAfterValue) this.top.isBroken = true;
    this.loosen(level);
    this.place(Level.NEVER, after);
  }

  /** Records that a tuple can start outside of brackets. */
  startTuple(): void {
    this.top.commas = 0;
    this.isTuple = true;
  }

  /**
   * Ends a tuple outside of brackets before the current token, and records its trailing comma as
   * redundant.
   */
  endTuple(): void {
    const { commas, isCommaValid } = this.top;
    if (!this.isTuple || !isCommaValid || commas < 2 || this.text(this.index - 1) !== ",") return;
    this.redundant.add(this.index - 1);
  }
}
