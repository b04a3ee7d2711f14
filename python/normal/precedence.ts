/**
 * The precedence of Python's expressions, and the operands that need no parentheses beside an
 * operator.
 */

/** The precedence of expressions. Operators of a higher level bind tighter. */
export const Level = {
  /** Conditional expressions and lambdas. */
  EXPRESSION: 1,
  OR: 2,
  AND: 3,
  NOT: 4,
  COMPARISON: 5,
  BIT_OR: 6,
  BIT_XOR: 7,
  BIT_AND: 8,
  SHIFT: 9,
  SUM: 10,
  TERM: 11,
  UNARY: 12,
  POWER: 13,
  AWAIT: 14,
  ATOM: 15,
  /** No expression binds so tightly. */
  NEVER: 16,
} as const;

/** Kinds of expressions that need parentheses, except in certain places. */
export const Special = {
  TUPLE: 32,
  YIELD: 64,
  WALRUS: 128,
  /** Imported names or context managers with `as`. */
  NAMED: 256,
  GENERATOR: 512,
  /** Loop variables with commas. */
  TARGETS: 1024,
} as const;

/**
 * A {@linkcode Level} or a {@linkcode Special}; 0 for contents that always need their parentheses.
 */
export type Content = number;

/** The lowest {@linkcode Level} that a place accepts, plus the {@linkcode Special} contents it accepts. */
export type Place = number;

const LEVELS = 31;

/**
 * Reports whether parentheses around contents are redundant at a place, given what its two
 * neighbours accept.
 */
export function isAccepted(content: Content, left: Place, right: Place): boolean {
  if (content > LEVELS) return (content & left & right) !== 0;
  return content >= (left & LEVELS) && content >= (right & LEVELS);
}

/** A binary operator. */
export interface BinaryOperator {
  readonly level: number;
  /** The operands that the operator accepts on its left. */
  readonly before: Place;
  /** The operands that the operator accepts on its right. */
  readonly after: Place;
}

/** Binary operators, except `not in` and `is not`. */
export const BINARY: ReadonlyMap<string, BinaryOperator> = new Map([
  // Parentheses in `a or (b or c)` and `a < (b < c)` count: Python flattens `a or b or c`, and
  // chains `a < b < c`.
  ...operators("or", Level.OR, 1, 1),
  ...operators("and", Level.AND, 1, 1),
  ...operators("< > == >= <= != in is", Level.COMPARISON, 1, 1),
  ...operators("|", Level.BIT_OR, 0, 1),
  ...operators("^", Level.BIT_XOR, 0, 1),
  ...operators("&", Level.BIT_AND, 0, 1),
  ...operators("<< >>", Level.SHIFT, 0, 1),
  ...operators("+ -", Level.SUM, 0, 1),
  ...operators("* @ / % //", Level.TERM, 0, 1),
  ...operators("**", Level.POWER, 1, 0),
]);

function operators(
  texts: string,
  level: number,
  before: number,
  after: number,
): [string, BinaryOperator][] {
  return texts.split(" ").map((text) => [
    text,
    { level, before: level + before, after: level + after },
  ]);
}

/** Operators of augmented assignments. */
export const AUGMENTED: ReadonlySet<string> = new Set(
  "+= -= *= @= /= %= &= |= ^= >>= <<= **= //=".split(" "),
);
