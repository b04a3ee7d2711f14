/** Routes on a blueprint or application that a function takes as a parameter. */

import { partitionPoint } from "../../core/partition_point.ts";
import {
  type Argument,
  callArguments,
  isName,
  isOperator,
  type Token,
  tokenize,
} from "../../python/expression.ts";
import { type Parameter, parameters } from "../../python/parameters.ts";
import type { PythonModule } from "../../python/python_module.ts";
import type { Definition } from "../../python/outline.ts";
import { type FlaskEndpoint, plainName } from "./flask_endpoint.ts";
import { type FlaskScope, resolveName } from "./flask_scope.ts";

/** A parameter that holds a router. */
export interface RouterParameter {
  /** The function of the parameter. */
  readonly function: string;
  readonly position: number;
  readonly name: string;
}

/** A router that a call passes as an argument. */
interface Given {
  readonly router: string;
  /** Index of the call in the module. */
  readonly call: number;
}

/** The routers that calls pass to one function, by position or name. The first call counts. */
interface GivenToFunction {
  readonly byPosition: Map<number, Given>;
  readonly byName: Map<string, Given>;
}

interface PlacedParameter {
  readonly parameter: Parameter;
  readonly position: number;
}

/** Finds the routers that a module passes to its functions. Calls are read once, when first needed. */
export class GivenRouters {
  readonly #module: PythonModule;
  readonly #scope: FlaskScope;
  #given: ReadonlyMap<string, GivenToFunction> | null = null;
  readonly #parameters = new Map<Definition, ReadonlyMap<string, PlacedParameter>>();

  constructor(module: PythonModule, scope: FlaskScope) {
    this.#module = module;
    this.#scope = scope;
  }

  /**
   * If an endpoint's router is a parameter of the surrounding function, replaces it with the router that
   * the module passes. If the module passes none, marks the endpoint with `isParameter`, unless the
   * parameter looks like an application.
   */
  withArgument(endpoint: FlaskEndpoint): FlaskEndpoint {
    if (this.#scope.routers.has(endpoint.blueprint)) return endpoint;
    const inside = functionAt(this.#module, endpoint.line);
    const found = inside && this.#parametersOf(inside).get(endpoint.blueprint);
    if (inside === undefined || found === undefined) return endpoint;
    const router = this.#routerFor(inside.name, found);
    if (router !== null) return { ...endpoint, blueprint: router };
    const { name, annotation } = found.parameter;
    const isApplication = /app/i.test(name) || annotation.some((token) => isName(token, "Flask"));
    return isApplication ? endpoint : { ...endpoint, isParameter: true };
  }

  /** Replaces a target that is a parameter by the router that the module passes, or marks it. */
  withTarget<Registration extends { readonly target: string; readonly line: number }>(
    registration: Registration,
  ): Registration & { readonly targetParameter?: RouterParameter } {
    const { target, line } = registration;
    const inside = functionAt(this.#module, line);
    const found = inside && this.#parametersOf(inside).get(target);
    if (inside === undefined || found === undefined) return registration;
    const router = this.#routerFor(inside.name, found);
    if (router !== null) return { ...registration, target: router };
    const { parameter: { name }, position } = found;
    return { ...registration, targetParameter: { function: inside.name, position, name } };
  }

  #parametersOf(definition: Definition): ReadonlyMap<string, PlacedParameter> {
    const known = this.#parameters.get(definition);
    if (known !== undefined) return known;
    const placed = new Map<string, PlacedParameter>();
    for (const [position, parameter] of parameters(this.#module, definition).entries()) {
      if (!placed.has(parameter.name)) placed.set(parameter.name, { parameter, position });
    }
    this.#parameters.set(definition, placed);
    return placed;
  }

  #routerFor(called: string, { parameter, position }: PlacedParameter): string | null {
    this.#given ??= givenRouters(this.#module, this.#scope);
    const given = this.#given.get(called);
    const placed = given?.byPosition.get(position);
    const named = given?.byName.get(parameter.name);
    const isNamedFirst = (named?.call ?? Infinity) < (placed?.call ?? Infinity);
    return (isNamedFirst ? named : placed)?.router ?? null;
  }
}

/** Returns the outermost function around a row. */
function functionAt({ definitions, lines }: PythonModule, row: number): Definition | undefined {
  const next = partitionPoint(definitions, ({ header }) => (lines[header]?.row ?? 0) <= row);
  const found = definitions[next - 1];
  const isInside = found?.kind === "function" && row <= (lines[found.last]?.endRow ?? 0);
  return isInside ? found : undefined;
}

// A nested call is read again for each call around it. Calls that pass blueprints are rarely nested.
const MAX_NESTED_CALLS = 20;

/** Returns the routers that calls at the top level pass to the module's functions. */
function givenRouters(
  { source, lines, definitions }: PythonModule,
  scope: FlaskScope,
): ReadonlyMap<string, GivenToFunction> {
  const given = new Map<string, GivenToFunction>(
    definitions.map(({ name }) => [name, { byPosition: new Map(), byName: new Map() }]),
  );
  let calls = 0;
  for (const line of lines) {
    if (line.indent > 0) continue;
    const tokens = tokenize(source, line.start, line.end);
    const seen = new Set<string>();
    for (const index of callsIn(tokens)) {
      const called = tokens[index]?.text ?? "";
      const known = given.get(called);
      if (known === undefined || seen.has(called)) continue;
      seen.add(called);
      noteGiven(known, callArguments(tokens, index + 1), scope, calls++);
    }
  }
  return given;
}

/** Yields the indices of names before an opening parenthesis, except names that `def` defines. */
function* callsIn(tokens: readonly Token[]): Iterable<number> {
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    if (isOperator(token, ")")) depth--;
    if (!isOperator(token, "(")) continue;
    const isCall = tokens[index - 1]?.kind === "name" && !isName(tokens[index - 2], "def");
    if (isCall && depth < MAX_NESTED_CALLS) yield index - 1;
    depth++;
  }
}

/** Records the routers among a call's arguments. For each parameter, the first recorded router counts. */
function noteGiven(
  { byPosition, byName }: GivenToFunction,
  found: readonly Argument[],
  scope: FlaskScope,
  call: number,
): void {
  // Unpacking with `*` shifts the positions after it.
  let isShifted = false;
  for (const [position, argument] of found.entries()) {
    if (argument.kind === "unpacked") isShifted = true;
    const name = plainName(argument.value);
    const router = name === null ? null : resolveName(scope, name);
    if (router === null || !scope.routers.has(router)) continue;
    if (argument.kind === "keyword" && !byName.has(argument.name)) {
      byName.set(argument.name, { router, call });
    }
    const isPlaced = argument.kind === "positional" && !isShifted && !byPosition.has(position);
    if (isPlaced) byPosition.set(position, { router, call });
  }
}
