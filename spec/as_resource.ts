/** Finds out whether a resource can describe the endpoints of a route. */

import { type Json, type JsonObject, memberValue, stringifyJson } from "../core/json.ts";
import type { EndpointSpec, RouteSpec } from "./api_spec.ts";
import { bodyProblems } from "./body.ts";
import { markedExamples } from "./body_example.ts";
import { bodyForm, type BodyType } from "./body_type.ts";
import { bodyType } from "./example_type.ts";
import { commonExample } from "./common_example.ts";
import { listForm } from "./list.ts";
import {
  commonIdType,
  idForm,
  type IdType,
  idTypeOf,
  type Resource,
  resourceEndpoints,
} from "./resource.ts";

/**
 * Returns the resource that stands for a route's endpoints and its first subroute; `null` if no
 * resource has exactly these endpoints.
 */
export function asResource({ endpoints, subroutes }: RouteSpec): Resource | null {
  const [list, create] = endpoints;
  const [item] = subroutes;
  const idField = create?.createdId;
  if (list?.mock?.kind !== "array" || idField === undefined || item === undefined) return null;
  const shown = list.mock.items.filter((each) => each.kind === "object");
  const idType = typeOfIds(shown.map((each) => memberValue(each, idField)));
  if (shown.length < list.mock.items.length || idType === null) return null;
  const type = create?.body === undefined ? null : withGiven(bodyType(create.body), idField);
  if (type === null) return null;
  const items = markedExamples(shown, type)
    .filter((each) => each.kind === "object");
  const asked = list.list === undefined ? {} : { list: list.list };
  const expanded = resourceEndpoints({ items, idField, idType, ...asked });
  const isSame = sameEndpoints(expanded.endpoints, endpoints) &&
    expanded.item.name === item.name && expanded.item.path === item.path &&
    sameEndpoints(expanded.item.endpoints, item.endpoints);
  return isSame && areBodies(items) ? { items, idField, idType, ...asked } : null;
}

/** Returns the type of the items' ids; `null` if they cannot be the ids of a resource. */
function typeOfIds(ids: readonly (Json | undefined)[]): IdType | null {
  const known = ids.filter((id) => id !== undefined);
  const types = known.map(idTypeOf).filter((type) => type !== null);
  const isUnique = new Set(known.map(idForm)).size === ids.length;
  return isUnique && types.length === ids.length ? commonIdType(types) : null;
}

/**
 * Reports whether items can be the examples of a resource. The limits of bodies apply to these
 * examples.
 */
function areBodies(items: readonly JsonObject[]): boolean {
  return [...items, commonExample(items)].every((each) => bodyProblems(each, "").length === 0);
}

/** Returns a type of bodies in which the named member is required; `null` if it has a default. */
function withGiven(type: BodyType, name: string): BodyType | null {
  if (type.kind !== "object") return type;
  if (type.members.some((each) => each.name === name && each.fallback !== undefined)) return null;
  const members = type.members.map((each) =>
    each.name === name ? { ...each, isOptional: false } : each
  );
  return { ...type, members };
}

function sameEndpoints(some: readonly EndpointSpec[], others: readonly EndpointSpec[]): boolean {
  return some.length === others.length &&
    some.every((each, index) => formOf(each) === formOf(others[index]));
}

function formOf(endpoint: EndpointSpec | undefined): string {
  if (endpoint === undefined) return "";
  const { method, status, mock, createdId = null, query, headers, list, body, errors } = endpoint;
  return JSON.stringify([
    ...[method, status, createdId, mock === null ? null : stringifyJson(mock, 0)],
    errors === undefined ? null : stringifyJson(errors, 0),
    list === undefined ? null : listForm(list),
    ...[query, headers, body].map((each) => each === undefined ? null : bodyForm(bodyType(each))),
  ]);
}
