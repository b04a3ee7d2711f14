/** The parameters of queries and headers, with their JSON Schemas. */

import type { Json } from "../core/json.ts";
import { writtenMember } from "../spec/body_type.ts";
import { type ListSpec, type QueryMember, queryMembers, sortFields } from "../spec/list.ts";
import { shownValue } from "../spec/constraint.ts";
import { parametersType } from "../spec/parameters.ts";
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
  return nodesOf(parametersType(example).members, example);
}

/**
 * Returns the parameters of a query that an example and a list describe, in their order.
 *
 * @param query The example; `null` without one.
 * @param list What clients can ask of a list; `null` if the endpoint pages none.
 */
export function queryNodes(query: Json | null, list: ListSpec | null): readonly ParameterNode[] {
  const sent = queryMembers(query, list)
    .filter(({ role, type }) => role !== "sort" || sortFields(type).length > 0);
  return nodesOf(sent, query);
}

function nodesOf(members: readonly QueryMember[], example: Json | null): readonly ParameterNode[] {
  const shown = example?.kind === "object" ? example.members : [];
  const values = new Map(shown.map(({ key, value }) => [writtenMember(key).name, value]));
  return members.map(({ name, type, role, isOptional, fallback }) => {
    const value = role === undefined ? values.get(name) : undefined;
    return {
      name,
      schema: withDefault(typeSchema(type), fallback),
      isRequired: !isOptional,
      ...(role === "sort" && { isJoined: true }),
      example: value === undefined ? null : shownValue(value),
    };
  });
}
