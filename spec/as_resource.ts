/** Finds the resource that the endpoints of a route are. */

import { type Json, type JsonObject, memberValue, stringifyJson } from "../core/json.ts";
import type { EndpointSpec, RouteSpec } from "./api_spec.ts";
import { bodyForm, bodyType, memberKey, writtenMember } from "./body_type.ts";
import { type IdType, idTypeOf, type Resource, resourceEndpoints } from "./resource.ts";

/**
 * Returns the resource that means the same as a route, except for the subroutes after the first one; `null` if
 * there is none.
 */
export function asResource({ endpoints, subroutes }: RouteSpec): Resource | null {
  const [list, create] = endpoints;
  const [item] = subroutes;
  const idField = create?.createdId;
  if (list?.mock?.kind !== "array" || idField === undefined || item === undefined) return null;
  const shown = list.mock.items.filter((each) => each.kind === "object");
  const idType = commonIdType(shown.map((each) => memberValue(each, idField)));
  if (shown.length < list.mock.items.length || idType === null) return null;
  const optional = optionalMembers(shown, create?.body);
  optional.delete(idField);
  const items = shown.map((each) => withMarks(each, optional));
  const expanded = resourceEndpoints({ items, idField, idType });
  const isSame = sameEndpoints(expanded.endpoints, endpoints) &&
    expanded.item.name === item.name && expanded.item.path === item.path &&
    sameEndpoints(expanded.item.endpoints, item.endpoints);
  return isSame ? { items, idField, idType } : null;
}

/** Returns the type of all ids; `null` if there is none, or if they differ too much. */
function commonIdType(ids: readonly (Json | undefined)[]): IdType | null {
  const types = new Set(ids.map((id) => id === undefined ? null : idTypeOf(id)));
  const [first = null] = types;
  if (types.size === 1) return first;
  return types.has(null) || types.has("int") ? null : "string";
}

/** Returns the members that may be absent in a body although all items have them. */
function optionalMembers(items: readonly JsonObject[], body: Json | undefined): Set<string> {
  const written = body?.kind === "object" ? body.members.map(({ key }) => writtenMember(key)) : [];
  const counts = Map.groupBy(items.flatMap(({ members }) => members), ({ key }) => key);
  return new Set(
    written.flatMap(({ name, isOptional }) =>
      isOptional && counts.get(name)?.length === items.length ? [name] : []
    ),
  );
}

function withMarks(item: JsonObject, optional: ReadonlySet<string>): JsonObject {
  const members = item.members.map((member) => ({
    ...member,
    key: memberKey({ name: member.key, isOptional: optional.has(member.key) }),
  }));
  return { ...item, members };
}

function sameEndpoints(some: readonly EndpointSpec[], others: readonly EndpointSpec[]): boolean {
  return some.length === others.length &&
    some.every((each, index) => formOf(each) === formOf(others[index]));
}

function formOf(endpoint: EndpointSpec | undefined): string {
  if (endpoint === undefined) return "";
  const { method, status, mock, body, createdId = null } = endpoint;
  return JSON.stringify([
    ...[method, status, createdId, mock === null ? null : stringifyJson(mock, 0)],
    body === undefined ? null : bodyForm(bodyType(body)),
  ]);
}
