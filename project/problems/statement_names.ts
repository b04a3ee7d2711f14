/** The names that a statement reads, and those that it may bind. */

import { depthChange, isName, isOperator, type Token } from "../../python/expression.ts";
import { KEYWORDS } from "../../python/names_read.ts";

/** The names of a statement, as far as it is certain that it reads them. */
export interface StatementNames {
  /** The names that it certainly reads and does not bind. Attributes and keywords do not count. */
  readonly read: readonly Token[];
  /** The names that it may bind. */
  readonly bound: readonly string[];
}

/**
 * Finds the names of a statement, without the block behind its colon. A name that may be bound, such as
 * one in a pattern of `match`, counts as bound.
 *
 * @param isTyped Whether Python evaluates the annotation of a variable.
 */
export function statementNames(tokens: readonly Token[], isTyped = true): StatementNames {
  const isAnnotated = tokens[0]?.kind === "name" && isOperator(tokens[1], ":");
  const targets = targetsIn(tokens, isAnnotated);
  const read: Token[] = [];
  const bound: string[] = [];
  let depth = 0;
  let isInLambda = false;
  for (const [index, token] of tokens.entries()) {
    depth += depthChange(token);
    if (isOperator(token, ":")) isInLambda = false;
    if (token.kind !== "name") continue;
    if (token.text === "lambda") isInLambda = true;
    const after = tokens[index + 1];
    if (KEYWORDS.has(token.text) || isOperator(tokens[index - 1], ".")) continue;
    const isKeyword = depth > 0 && isOperator(after, "=");
    const isBound = isInLambda || targets.has(token) || isOperator(after, ":=") ||
      isAnnotated && index === 0;
    if (isBound) bound.push(token.text);
    else if (!isKeyword && (isTyped || !isAnnotated)) read.push(token);
  }
  return { read, bound };
}

/** Statements in which any name may be bound. */
const OPEN: ReadonlySet<string> = new Set(
  "async case class def del from global import nonlocal".split(" "),
);

/** A statement such as `type X = int`. The word is also a name. */
const SOFT = "type";

/** Returns the tokens that may be, or be part of, a target of an assignment or a loop. */
function targetsIn(tokens: readonly Token[], isAnnotated: boolean): ReadonlySet<Token> {
  const [first, second] = tokens;
  const isOpen = first?.kind === "name" &&
    (OPEN.has(first.text) || first.text === SOFT && second?.kind === "name");
  if (isOpen) return new Set(tokens);
  const targets = new Set<Token>();
  let depth = 0;
  let isTarget = false;
  let isNamed = false;
  let assigned = 0;
  for (const [index, token] of tokens.entries()) {
    depth += depthChange(token);
    if (isName(token, "in")) isTarget = false;
    isNamed ||= isName(token, "as");
    if (isTarget || isNamed) targets.add(token);
    if (isName(token, "for")) isTarget = true;
    const isAssignment = depth === 0 && token.kind === "operator" && ASSIGNMENT.test(token.text);
    if (isAssignment && !isAnnotated) assigned = index;
  }
  for (const token of tokens.slice(0, assigned)) targets.add(token);
  return targets;
}

const ASSIGNMENT = /^(?:[-+*/%&|^@]|\*\*|\/\/|<<|>>)?=$/;
