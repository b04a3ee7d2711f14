/** The contents of a pair of brackets in a statement. */

import { type Content, Level, Special } from "./precedence.ts";

/**
 * A pair of brackets, or the statement around all brackets. `open` and `close` are indices of
 * tokens.
 */
export class Enclosure {
  close = -1;
  /** The lowest precedence of the operators directly inside. */
  level: number = Level.ATOM;
  /** Number of commas directly inside, not counting those of lambdas and loop variables. */
  commas = 0;
  /** Whether the last comma comes after a value. */
  isCommaValid = false;
  /** Number of lambdas whose colon has not been read. */
  lambdas = 0;
  hasFor = false;
  /** Whether the current token is between a `for` and its `in`. */
  isInTarget = false;
  hasAs = false;
  hasStar = false;
  hasWalrus = false;
  isYield = false;
  /** Whether the contents cannot be an expression. */
  isBroken = false;

  constructor(
    readonly kind: "statement" | "group" | "call" | "subscript" | "display",
    readonly open: number,
    /** `parameters` of a function, or the `target` of a loop; `null` for any other contents. */
    readonly role: "parameters" | "target" | null = null,
  ) {}

  /** Returns the kind of contents, which decides whether parentheses around them are redundant. */
  get content(): Content {
    if (this.isBroken || this.lambdas > 0 || this.isInTarget) return 0;
    const { hasAs, isYield, hasWalrus, hasFor, hasStar } = this;
    if (hasAs) return isYield || hasWalrus || hasFor || hasStar ? 0 : Special.NAMED;
    if (isYield) return hasWalrus || hasFor ? 0 : Special.YIELD;
    if (this.commas > 0) return hasWalrus || hasFor ? 0 : this.#tuple;
    if (hasStar) return 0;
    if (hasFor) return Special.GENERATOR;
    return hasWalrus ? Special.WALRUS : this.level;
  }

  get #tuple(): Content {
    return this.role === "target" ? Special.TARGETS : Special.TUPLE;
  }
}
