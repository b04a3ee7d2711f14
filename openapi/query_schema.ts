/** The parameters of queries, with their JSON Schemas. */

import type { Json } from "../core/json.ts";
import { withoutMarks } from "../spec/body_type.ts";
import { queryType } from "../spec/query.ts";
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
  const sent = withoutMarks(query);
  const values = sent.kind === "object" ? sent.members : [];
  return queryType(query).members.map(({ name, type, isOptional }, index) => ({
    name,
    schema: typeSchema(type),
    isRequired: !isOptional,
    example: values[index]?.value ?? null,
  }));
}
