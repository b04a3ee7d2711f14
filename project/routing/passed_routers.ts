/** Blueprints and applications that calls pass to functions, possibly of other modules. */

import { dottedName, isOperator, type Token } from "../../python/expression.ts";
import { type FlaskScope, originOf, resolveName } from "./flask_scope.ts";

/** A router that a call passes to a function. */
export interface PassedRouter {
  /** The function's name in the module. */
  readonly called: string;
  /** The origin of the function, such as `.routes.register`. */
  readonly origin?: string;
  /** The position of the argument; `null` for a keyword argument. */
  readonly position: number | null;
  /** The name of a keyword argument. */
  readonly keyword: string | null;
  /** The variable that holds the router. */
  readonly router: string;
}

interface Brackets {
  /** The dotted name before the bracket; `null` if the bracket does not start a call. */
  readonly called: string | null;
  /** `null` after unpacking with `*`, which shifts the positions after it. */
  position: number | null;
  keyword: string | null;
}

/**
 * Lists the routers that calls in a statement pass as arguments. Leaves out calls of a router's own
 * methods.
 */
export function passedRouters(tokens: readonly Token[], scope: FlaskScope): PassedRouter[] {
  const found: PassedRouter[] = [];
  const open: Brackets[] = [];
  for (const [index, token] of tokens.entries()) {
    const inner = open.at(-1);
    if (token.kind === "operator") {
      if ("([{".includes(token.text)) {
        const called = token.text === "(" ? nameBefore(tokens, index) : null;
        open.push({ called, position: 0, keyword: null });
      } else if (")]}".includes(token.text)) open.pop();
      else if (token.text === "," && inner !== undefined) {
        if (inner.position !== null) inner.position++;
        inner.keyword = null;
      } else if (inner?.called && token.text.startsWith("*") && startsArgument(tokens[index - 1])) {
        inner.position = null;
      }
    } else if (inner?.called && startsArgument(tokens[index - 1])) {
      const dotted = dottedName(tokens, index);
      const next = tokens[dotted?.next ?? index];
      if (isOperator(next, "=")) inner.keyword = token.text;
      const isWhole = isOperator(next, ",") || isOperator(next, ")");
      const router = dotted === null || !isWhole ? null : resolveName(scope, dotted.text);
      const isPlaced = inner.position !== null || inner.keyword !== null;
      if (router === null || !isPlaced || !scope.routers.has(router)) continue;
      found.push(passed(inner, inner.called, router, scope));
    }
  }
  return found;
}

function startsArgument(previous: Token | undefined): boolean {
  return previous?.kind === "operator" && "(,=".includes(previous.text);
}

function passed(
  { position, keyword }: Brackets,
  name: string,
  router: string,
  scope: FlaskScope,
): PassedRouter {
  const called = resolveName(scope, name);
  const origin = originOf(scope, called);
  return {
    called,
    ...(origin === null ? {} : { origin }),
    position: keyword === null ? position : null,
    keyword,
    router,
  };
}

/**
 * Returns the dotted name before a parenthesis; `null` if there is none, or if the code defines the
 * name there.
 */
function nameBefore(tokens: readonly Token[], open: number): string | null {
  let first = open - 1;
  if (tokens[first]?.kind !== "name") return null;
  while (isOperator(tokens[first - 1], ".") && tokens[first - 2]?.kind === "name") first -= 2;
  if (tokens[first - 1]?.text === "def") return null;
  return tokens.slice(first, open).map(({ text }) => text).join("");
}
