/** Routes on a blueprint or application that a function is given. */

import { callArguments, isName, isOperator, type Token, tokenize } from "../python/expression.ts";
import { parameters } from "../python/parameters.ts";
import type { PythonModule } from "../python/python_module.ts";
import type { Definition } from "../python/outline.ts";
import { findArgument } from "./flask_call.ts";
import { type FlaskEndpoint, plainName } from "./flask_endpoint.ts";
import { type FlaskScope, resolveName } from "./flask_scope.ts";

/** What functions are given, as far as it was looked for. */
export type GivenRouters = Map<Definition, Map<string, string | null>>;

/**
 * Gives an endpoint on a function's parameter the router that the module calls the function with, or
 * notes that it is not known.
 *
 * @param known Keeps what is found, so that many endpoints of a function look for it once.
 */
export function withArgument(
  module: PythonModule,
  scope: FlaskScope,
  endpoint: FlaskEndpoint,
  known: GivenRouters,
): FlaskEndpoint {
  if (scope.routers.has(endpoint.blueprint)) return endpoint;
  const inside = functionAt(module, endpoint.line);
  if (inside === undefined) return endpoint;
  const all = parameters(module, inside);
  const position = all.findIndex(({ name }) => name === endpoint.blueprint);
  const parameter = all[position];
  if (parameter === undefined) return endpoint;
  const { name } = parameter;
  const given = known.get(inside) ?? new Map<string, string | null>();
  known.set(inside, given);
  if (!given.has(name)) given.set(name, argumentOf(module, scope, inside, { name, position }));
  const router = given.get(name) ?? null;
  if (router !== null) return { ...endpoint, blueprint: router };
  const isApplication = /app/i.test(name) ||
    parameter.annotation.some((token) => isName(token, "Flask"));
  return isApplication ? endpoint : { ...endpoint, isParameter: true };
}

/** The outermost function that holds a row. */
function functionAt({ definitions, lines }: PythonModule, row: number): Definition | undefined {
  let low = 0;
  let high = definitions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const header = definitions[middle]?.header ?? 0;
    if ((lines[header]?.row ?? 0) <= row) low = middle + 1;
    else high = middle;
  }
  const found = definitions[low - 1];
  const isInside = found?.kind === "function" && row <= (lines[found.last]?.endRow ?? 0);
  return isInside ? found : undefined;
}

interface Place {
  readonly name: string;
  readonly position: number;
}

/** The router that a call at the module's top level gives for a parameter. */
function argumentOf(
  { source, lines }: PythonModule,
  scope: FlaskScope,
  { name: called }: Definition,
  { name, position }: Place,
): string | null {
  for (const line of lines) {
    if (line.indent > 0 || !source.slice(line.start, line.end).includes(called)) continue;
    const tokens = tokenize(source, line.start, line.end);
    const open = tokens.findIndex((token, index) => isCallOf(tokens, index, token, called)) + 1;
    const value = open === 0
      ? undefined
      : findArgument(callArguments(tokens, open), name, position);
    const router = value === undefined ? null : plainName(value);
    const resolved = router === null ? null : resolveName(scope, router);
    if (resolved !== null && scope.routers.has(resolved)) return resolved;
  }
  return null;
}

function isCallOf(
  tokens: readonly Token[],
  index: number,
  token: Token,
  called: string,
): boolean {
  return isName(token, called) && isOperator(tokens[index + 1], "(") &&
    !isName(tokens[index - 1], "def");
}
