/** Flask's URL rules as paths in OpenAPI. */

import { number, object, text } from "../core/json_nodes.ts";
import { parameterName } from "../project/layout/url_parameters.ts";
import type { Operation, PathParameter } from "./operation.ts";

/**
 * Returns the path of a URL rule, with its parameters.
 *
 * @example
 * ```ts
 * import { openApiPath } from "./flask_path.ts";
 * import { equal } from "node:assert/strict";
 *
 * const { path, parameters } = openApiPath("/carts/<int:id>");
 * equal(path, "/carts/{id}");
 * equal(parameters.length, 1);
 * ```
 */
export function openApiPath(rule: string): Pick<Operation, "path" | "parameters"> {
  const parameters: PathParameter[] = [];
  const path = rule.replace(/<([^<>]*)>/g, (_, variable: string) => {
    const colon = variable.lastIndexOf(":");
    const name = parameterName(variable.slice(colon + 1));
    const [converter = ""] = variable.slice(0, Math.max(colon, 0)).split("(", 1);
    parameters.push({ name, schema: SCHEMAS.get(converter) ?? STRING });
    return `{${name}}`;
  });
  return { path, parameters };
}

const STRING = object([["type", text("string")]]);

/** The schemas of the values that Flask's converters match. All other converters match strings. */
const SCHEMAS: ReadonlyMap<string, PathParameter["schema"]> = new Map([
  ["int", object([["type", text("integer")], ["minimum", number(0)]])],
  ["float", object([["type", text("number")], ["minimum", number(0)]])],
  ["uuid", object([["type", text("string")], ["format", text("uuid")]])],
]);
