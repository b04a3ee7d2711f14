/** The parameters of queries, with their JSON Schemas. */

import type { Json } from "../core/json.ts";
import { object } from "../core/json_nodes.ts";
import { parametersType, shownValue } from "../spec/parameters.ts";
import { typeSchema } from "./body_schema.ts";
import type { QueryParameterNode } from "./operation.ts";

/**
 * Returns the parameters of a query that a spec's example describes, in its order. A list is a
 * parameter that may be repeated, as parameters in OpenAPI are by default.
 *
 * @param query The example, with question marks after the keys of parameters that may be absent.
 *
 * @example
 * ```ts
 * import { parseJson } from "../core/json.ts";
 * import { queryParameters } from "./query_schema.ts";
 * import { equal } from "node:assert/strict";
 *
 * const [limit] = queryParameters(parseJson('{"limit?": 20}'));
 * equal(limit?.name, "limit");
 * equal(limit.isRequired, false);
 * ```
 */
export function queryParameters(query: Json): readonly QueryParameterNode[] {
  const values = query.kind === "object" ? query.members : [];
  return parametersType(query).members.map(({ name, type, isOptional, fallback }, index) => {
    const value = values[index]?.value;
    return {
      name,
      schema: withDefault(typeSchema(type), fallback),
      isRequired: !isOptional,
      example: value === undefined ? null : shownValue(value),
    };
  });
}

function withDefault(schema: Json, fallback: Json | undefined): Json {
  if (fallback === undefined || schema.kind !== "object") return schema;
  const members = schema.members.map(({ key, value }) => [key, value] as const);
  return object([...members, ["default", fallback]]);
}
