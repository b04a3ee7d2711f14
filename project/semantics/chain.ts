/** Expressions such as `a.b(c)[d].e`: a name, and the attributes, calls and subscripts after it. */

import { depthChange, isOperator, type Token } from "../../python/expression.ts";
import { type Place, union, type Value, type ValueReader, type Values } from "./values.ts";

/** Receives the parts of a chain while it is evaluated. */
export interface ChainVisitor {
  /** @param values The values of the name at the chain's start. */
  name(values: Values, token: Token): void;
  /** @param owners The values whose attribute is read. */
  attribute(owners: Values, token: Token): void;
  /** @param open The index of the call's opening parenthesis. */
  call?(callees: Values, open: number): void;
}

/** The value of a chain. */
export interface Chain {
  readonly values: Values;
  /** The index of the token after the chain. */
  readonly next: number;
}

/**
 * Evaluates the chain that starts with the name at an index.
 *
 * @param visitor Not called for code inside the chain's brackets.
 */
export function followChain(
  reader: ValueReader,
  place: Place,
  tokens: readonly Token[],
  from: number,
  visitor?: ChainVisitor,
): Chain {
  const root = tokens[from];
  if (root === undefined) return { values: [], next: from };
  const target = reader.lookup(place, root.text);
  visitor?.name(target, root);
  let values = target;
  let name = root.text;
  let next = from + 1;
  for (let token = tokens[next]; token !== undefined; token = tokens[next]) {
    const attribute = tokens[next + 1];
    if (isOperator(token, ".") && attribute?.kind === "name") {
      const owners = reader.dereferenced(values);
      visitor?.attribute(owners, attribute);
      name = attribute.text;
      values = union(owners.map((owner) => reader.attribute(owner, attribute.text).values));
      next += 2;
    } else if (isOperator(token, "(")) {
      const end = afterBracket(tokens, next);
      const inside = tokens.slice(next + 1, end - 1);
      const callee = name;
      const hasOurs = () => namesOurs(reader, place, inside);
      const callees = reader.dereferenced(values);
      visitor?.call?.(callees, next);
      values = union(callees.map((value) => reader.called(value, callee, hasOurs)));
      next = end;
    } else if (isOperator(token, "[")) {
      const container = name;
      values = union(
        reader.dereferenced(values).map((value) => reader.subscripted(value, container)),
      );
      next = afterBracket(tokens, next);
    } else break;
  }
  return { values, next };
}

/** Returns the index after the bracket that closes the bracket at an index. */
function afterBracket(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let index = open; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) break;
    depth += depthChange(token);
    if (depth === 0) return index + 1;
  }
  return tokens.length;
}

/** Reports whether an expression names a definition or a module of the project. */
export function namesOurs(reader: ValueReader, place: Place, tokens: readonly Token[]): boolean {
  return tokens.some((token, index) =>
    token.kind === "name" && !isOperator(tokens[index - 1], ".") &&
    !isOperator(tokens[index + 1], "=") && reader.lookup(place, token.text).some(isOurs)
  );
}

function isOurs(value: Value): boolean {
  return value.kind !== "other" && value.kind !== "module" &&
    !(value.kind === "unknown" && value.module === null && value.isShared !== true);
}
