/** Parameters of URL paths, as specs and as Flask rules write them. */

import { isReserved } from "../../python/reserved_names.ts";
import { type ParameterType, type PathParameter, pathSegments } from "../../spec/spec_path.ts";

/** A parameter of a handler that a URL rule fills. */
export interface RuleParameter {
  /** Name of the variable in Python. */
  readonly variable: string;
  readonly type: ParameterType;
}

/** Names in generated functions that a parameter of the same name would hide. */
const OWN_NAMES: ReadonlySet<string> = new Set(
  ("self data mock service created json_body jsonify listed load_mock request_parameters url_for " +
    "Any UUID").split(" "),
);

/** Matches the names of models. */
const MODEL_NAME = /^[A-Z]\w*(?:Model|Body)$/;

/** Matches names that linters take for digits (pycodestyle's E741). */
const AMBIGUOUS = /^[lOI]$/;

function needsUnderscore(name: string): boolean {
  const bare = name.replace(/_+$/, "");
  return [name, bare].some((each) =>
    isReserved(each) || OWN_NAMES.has(each) || MODEL_NAME.test(each) || AMBIGUOUS.test(each)
  );
}

/**
 * Matches names that type checkers take for positional-only parameters, and the variables that
 * replace such names.
 */
const PRIVATE_NAME = /^__\w*[^_]_*$/;

/** Returns the Python variable of a parameter: `id_` for `id`, which is a built-in. */
export function variableOf(name: string): string {
  if (PRIVATE_NAME.test(name)) return `${name}__`;
  return needsUnderscore(name) ? `${name}_` : name;
}

/**
 * Returns the name that a parameter has in a spec, by its Python variable.
 *
 * @example
 * ```ts
 * import { parameterName } from "./url_parameters.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(parameterName("id_"), "id");
 * equal(parameterName("cart_id"), "cart_id");
 * ```
 */
export function parameterName(variable: string): string {
  const [, own] = /^(.*)__$/.exec(variable) ?? [];
  if (own !== undefined && PRIVATE_NAME.test(own)) return own;
  const name = variable.slice(0, -1);
  return variable.endsWith("_") && needsUnderscore(name) ? name : variable;
}

/**
 * Returns the Flask rule of a path in a spec.
 *
 * @example
 * ```ts
 * import { ruleOf } from "./url_parameters.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(ruleOf("/carts/{id:int}"), "/carts/<int:id_>");
 * ```
 */
export function ruleOf(path: string): string {
  return pathSegments(path).map((each) =>
    `/${typeof each === "string" ? each : variablePart(each)}`
  )
    .join("");
}

function variablePart({ name, type }: PathParameter): string {
  return type === "string" ? `<${variableOf(name)}>` : `<${type}:${variableOf(name)}>`;
}

/** Returns the parameters of a path in a spec, in their order. */
export function ruleParameters(path: string): readonly RuleParameter[] {
  return pathSegments(path).flatMap((each) =>
    typeof each === "string" ? [] : [{ variable: variableOf(each.name), type: each.type }]
  );
}
