/** Routes on a blueprint or application that a function takes as a parameter. */

import { partitionPoint } from "../../core/partition_point.ts";
import { constantString, isName } from "../../python/expression.ts";
import { type Parameter, parameters } from "../../python/parameters.ts";
import type { PythonModule } from "../../python/python_module.ts";
import { ownName } from "../../python/symbols.ts";
import type { Definition } from "../../python/outline.ts";
import type { FlaskEndpoint } from "./flask_endpoint.ts";
import type { FlaskScope } from "./flask_scope.ts";
import type { PassedRouter } from "./passed_routers.ts";

/** A parameter that holds a router. */
export interface RouterParameter {
  /** The function of the parameter. */
  readonly function: string;
  readonly position: number;
  readonly name: string;
}

/** A parameter that holds a prefix. */
export interface PrefixParameter extends RouterParameter {
  /** The prefix of a call without the argument: absent for none, `null` if it is unknown. */
  readonly fallback?: string | null;
}

/** A router that a call passes as an argument. */
interface Given {
  readonly router: string;
  /** Index among the passed routers of the module. */
  readonly index: number;
}

interface PlacedParameter {
  readonly parameter: Parameter;
  readonly position: number;
}

/** Finds the routers that a module passes to its functions. */
export class GivenRouters {
  readonly #module: PythonModule;
  readonly #scope: FlaskScope;
  /** By the function, and by the position or the name of the parameter. The first call counts. */
  readonly #given = new Map<string, Given>();
  readonly #parameters = new Map<Definition, ReadonlyMap<string, PlacedParameter>>();

  /** @param passed The routers that calls at the top level pass. */
  constructor(module: PythonModule, scope: FlaskScope, passed: readonly PassedRouter[]) {
    this.#module = module;
    this.#scope = scope;
    for (const [index, { called, position, keyword, router }] of passed.entries()) {
      const key = `${ownName(called)} ${keyword ?? position}`;
      if (!this.#given.has(key)) this.#given.set(key, { router, index });
    }
  }

  /**
   * If an endpoint's router is a parameter of the surrounding function, replaces it with the router that
   * the module passes. If the module passes none, names that function in `givenTo`, unless
   * the parameter looks like an application.
   */
  withArgument(endpoint: FlaskEndpoint): FlaskEndpoint {
    if (this.#scope.routers.has(endpoint.blueprint)) return endpoint;
    const inside = functionAt(this.#module, endpoint.line);
    const found = inside && this.#parametersOf(inside).get(endpoint.blueprint);
    if (inside === undefined || found === undefined) return endpoint;
    const router = this.#routerFor(inside.name, found);
    if (router !== null) return { ...endpoint, blueprint: router };
    return isApplication(found.parameter) ? endpoint : { ...endpoint, givenTo: inside.name };
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

  /**
   * Adds the parameters that hold the blueprint of a registration and its prefix.
   *
   * @param prefixName The name that the registration has for its prefix; `null` without one.
   */
  withBlueprint<Registration extends { readonly blueprint: string; readonly line: number }>(
    registration: Registration,
    prefixName: string | null,
  ): Registration & {
    readonly blueprintParameter?: RouterParameter;
    readonly prefixParameter?: PrefixParameter;
  } {
    const inside = functionAt(this.#module, registration.line);
    if (inside === undefined || this.#scope.routers.has(registration.blueprint)) {
      return registration;
    }
    const parameters = this.#parametersOf(inside);
    const given = parameters.get(registration.blueprint);
    if (given === undefined) return registration;
    const placed = ({ position, parameter: { name } }: PlacedParameter): RouterParameter => ({
      function: inside.name,
      position,
      name,
    });
    const prefix = parameters.get(prefixName ?? "");
    return {
      ...registration,
      blueprintParameter: placed(given),
      ...(prefix === undefined
        ? {}
        : { prefixParameter: { ...placed(prefix), ...this.#fallback(prefix) } }),
    };
  }

  #fallback({ parameter: { fallback } }: PlacedParameter): Pick<PrefixParameter, "fallback"> {
    if (fallback.length === 0 || isName(fallback[0], "None")) return {};
    return { fallback: constantString(fallback, this.#scope.strings) };
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
    const placed = this.#given.get(`${called} ${position}`);
    const named = this.#given.get(`${called} ${parameter.name}`);
    const isNamedFirst = (named?.index ?? Infinity) < (placed?.index ?? Infinity);
    return (isNamedFirst ? named : placed)?.router ?? null;
  }
}

/** Reports whether a parameter looks like an application. */
export function isApplication({ name, annotation }: Parameter): boolean {
  return /app/i.test(name) || annotation.some((token) => isName(token, "Flask"));
}

/** Returns the outermost function around a row. */
function functionAt({ definitions, lines }: PythonModule, row: number): Definition | undefined {
  const next = partitionPoint(definitions, ({ header }) => (lines[header]?.row ?? 0) <= row);
  const found = definitions[next - 1];
  const isInside = found?.kind === "function" && row <= (lines[found.last]?.endRow ?? 0);
  return isInside ? found : undefined;
}
