/** The parameters of queries and headers, with their JSON Schemas. */

import type { Json } from "../core/json.ts";
import { parametersType, shownValue } from "../spec/parameters.ts";
import { typeSchema, withDefault } from "./body_schema.ts";
import type { ParameterNode } from "./operation.ts";

/**
 * Returns the parameters that an example of a query or of headers describes, in its order. By
 * default, OpenAPI repeats a parameter of a query for a list, and separates the items of a header by
 * commas, as specs do.
 *
 * @param example The example, with question marks after the keys of parameters that may be absent.
 *
 * @example
 * ```ts
 * import { parseJson } from "../core/json.ts";
 * import { exampleParameters } from "./parameter_nodes.ts";
 * import { equal } from "node:assert/strict";
 *
 * const [limit] = exampleParameters(parseJson('{"limit?": 20}'));
 * equal(limit?.name, "limit");
 * equal(limit.isRequired, false);
 * ```
 */
export function exampleParameters(example: Json): readonly ParameterNode[] {
  const values = example.kind === "object" ? example.members : [];
  return parametersType(example).members.map(({ name, type, isOptional, fallback }, index) => {
    const value = values[index]?.value;
    return {
      name,
      schema: withDefault(typeSchema(type), fallback),
      isRequired: !isOptional,
      example: value === undefined ? null : shownValue(value),
    };
  });
}
