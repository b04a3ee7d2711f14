/** Reads the resource of a route. */

import { type Json, type JsonObject, memberValue, withoutRepeatedKeys } from "../core/json.ts";
import { list } from "../core/json_nodes.ts";
import { quotable } from "../core/printable.ts";
import type { RouteSpec, SubrouteSpec } from "./api_spec.ts";
import { bodyProblems } from "./body.ts";
import { writtenMember } from "./body_type.ts";
import { commonExample } from "./common_example.ts";
import { isConstraint, readConstraint } from "./constraint.ts";
import { constraintProblems } from "./example_constraints.ts";
import { withoutMarks } from "./example_type.ts";
import type { Findings, SpecPlace } from "./findings.ts";
import { type ListSpec, readList } from "./list.ts";
import { nearest } from "./names.ts";
import { ENDPOINT_KEYS, type EndpointsPlace, readEndpoints } from "./read_endpoints.ts";
import {
  commonIdType,
  DEFAULT_ID_FIELD,
  fieldOf,
  idForm,
  type IdType,
  idTypeOf,
  ITEM_SUBROUTE,
  MAX_ID_LENGTH,
  resourceEndpoints,
} from "./resource.ts";

/** The keys of a route that describe a resource. */
export const RESOURCE_KEYS = ["resource", "id_field"] as const;

/** The hint for items without a field `id`. */
export const ID_FIELD_HINT = "Name the field of the id with 'id_field'";

/** The subroute of a resource's items. */
export interface ItemSubroute {
  readonly subroute: SubrouteSpec;
  /** Offset of the resource in the spec's text. */
  readonly at: number;
}

/** The endpoints at a route's own path, and the subroute of a resource's items. */
export interface RouteEndpoints extends Pick<RouteSpec, "endpoints"> {
  /** The subroute of a resource's items; empty if the route has no resource. */
  readonly items: readonly ItemSubroute[];
}

/** Reads the endpoints of a route: one `type`, several `methods`, or a `resource`. */
export function readRouteEndpoints(
  route: JsonObject,
  place: EndpointsPlace,
  findings: Findings,
): RouteEndpoints {
  const idField = readIdField(route, place, findings);
  const value = memberValue(route, "resource");
  if (value === undefined) {
    return { endpoints: readEndpoints(route, place, findings), items: [] };
  }
  reportOtherKeys(route, place, findings);
  const path = [...place.path, "resource"];
  const items = readItems(value, { ...place, path }, findings);
  if (items === null) return { endpoints: [], items: [] };
  const examples = items.map(({ item }) => item);
  const asked = readListOf(route, examples, place, findings);
  const idType = idField === null ? null : readIds(items, idField, findings);
  if (idField === null || idType === null) return { endpoints: [], items: [] };
  const resource = { items: examples, idField, idType, ...(asked !== null && { list: asked }) };
  const { endpoints, item } = resourceEndpoints(resource);
  return { endpoints, items: [{ subroute: item, at: value.at }] };
}

/** Reads what clients can ask of the list of items. */
function readListOf(
  route: JsonObject,
  items: readonly JsonObject[],
  place: SpecPlace,
  findings: Findings,
): ListSpec | null {
  const mock = list(items.map(withoutMarks));
  return readList(route, { method: "GET", mock, query: null, parameters: [] }, place, findings);
}

/** Returns the name of the field with the id; `null` if `id_field` is invalid. */
function readIdField(route: JsonObject, place: SpecPlace, findings: Findings): string | null {
  const value = memberValue(route, "id_field");
  if (value === undefined) return DEFAULT_ID_FIELD;
  if (memberValue(route, "resource") === undefined) {
    const message = `Key 'id_field' does not go without 'resource' ${place.words}.`;
    const path = [...place.path, "id_field"];
    findings.error({ code: "spec-resource", message, at: value.at, path });
  }
  return findings.string(route, "id_field", place);
}

/**
 * Reports keys that cannot be combined with a resource, and a subroute with the name that the
 * resource's items have.
 */
function reportOtherKeys(route: JsonObject, { words, path }: SpecPlace, findings: Findings): void {
  for (const { key, at } of route.members) {
    // The list of a resource is that of its GET.
    if (key === "list" || !ENDPOINT_KEYS.some((each) => each === key)) continue;
    const message = `Key '${key}' does not go with 'resource' ${words}.`;
    const hint = "Remove it: a resource has its own methods";
    findings.error({ code: "spec-resource", message, at, path: [...path, key], hint });
  }
  const subroutes = memberValue(route, "subroutes");
  const own = subroutes?.kind === "object" ? subroutes.members : [];
  for (const { key, at } of own.filter(({ key }) => key === ITEM_SUBROUTE)) {
    const message = `Subroute '${key}' does not go with 'resource' ${words}.`;
    const hint = `Choose another name: the items of the resource are '${key}'`;
    findings.error({
      code: "spec-resource",
      message,
      at,
      path: [...path, "subroutes", key],
      hint,
    });
  }
}

/** An example of an item, and its place. */
interface ReadItem extends SpecPlace {
  readonly item: JsonObject;
}

function readItems(value: Json, place: SpecPlace, findings: Findings): readonly ReadItem[] | null {
  if (value.kind !== "object" && value.kind !== "array") {
    findings.shape("resource", "an object or a list of objects", place, value.at);
    return null;
  }
  if (value.kind === "array" && value.items.length === 0) {
    const message = `'resource' cannot be empty ${place.words}.`;
    const hint = "Give an example of an item";
    findings.error({ code: "spec-resource", message, at: value.at, path: place.path, hint });
    return null;
  }
  if (value.kind === "object") {
    const item = readItem(value, { ...place, words: `'resource' ${place.words}` }, findings);
    return item === null ? null : [item];
  }
  const read = value.items.map((item, index) => {
    const name = `${index + 1} of 'resource'`;
    const path = [...place.path, String(index)];
    if (item.kind === "object") {
      return readItem(item, { words: `item ${name} ${place.words}`, path }, findings);
    }
    const message = `Item ${name} must be an object ${place.words}.`;
    findings.error({ code: "spec-shape", message, at: item.at, path });
    return null;
  });
  const items = read.filter((each) => each !== null);
  return items.length === read.length && fitTogether(items, place, findings) ? items : null;
}

function readItem(
  value: JsonObject,
  { words, path }: SpecPlace,
  findings: Findings,
): ReadItem | null {
  const item = withoutRepeatedKeys(value);
  const problems = bodyProblems(item, `in ${words}`);
  for (const problem of problems) findings.error({ ...problem, path });
  return item.kind === "object" && problems.length === 0 ? { item, words, path } : null;
}

/** Reports whether all items together fit into one body model, which has limits. */
function fitTogether(
  items: readonly ReadItem[],
  { words, path }: SpecPlace,
  findings: Findings,
): boolean {
  if (items.length === 1) return true;
  const examples = items.map(({ item }) => item);
  const unlike = constraintProblems(examples, words);
  const problems = unlike.length > 0 ? unlike : bodyProblems(commonExample(examples), words);
  for (const problem of problems) findings.error({ ...problem, path });
  return problems.length === 0;
}

/** The id of an item. */
interface ReadId extends SpecPlace {
  readonly value: Json;
  readonly type: IdType;
}

/** Returns the type of the ids; `null` if an id is invalid. */
function readIds(
  items: readonly ReadItem[],
  field: string,
  findings: Findings,
): IdType | null {
  const ids = items.map((each) => readId(each, field, findings)).filter((each) => each !== null);
  const [first] = ids;
  if (first === undefined || ids.length < items.length) return null;
  const isUnique = reportRepeatedIds(ids, field, findings);
  const type = commonIdType(ids.map((each) => each.type));
  const other = ids.find((each) => (each.type === "int") !== (first.type === "int"));
  if (other === undefined) return isUnique ? type : null;
  const message = `'${quotable(field)}' is ${KINDS[other.type]} in ${other.words}, ` +
    `but ${KINDS[first.type]} before.`;
  const { value: { at }, path } = other;
  const hint = "Write all ids in the same way";
  findings.error({ code: "spec-resource-id", message, at, path, hint });
  return null;
}

const KINDS: Readonly<Record<IdType, string>> = {
  int: "an integer",
  uuid: "a string",
  string: "a string",
};

function readId(
  { item, words, path }: ReadItem,
  field: string,
  findings: Findings,
): ReadId | null {
  const written = fieldOf(item, field);
  if (written === undefined) {
    const message = `Field '${quotable(field)}' missing in ${words}.`;
    const hint = missingHint(item, field);
    findings.error({ code: "spec-resource-id", message, at: item.at, path, hint });
    return null;
  }
  const value = withoutMarks(written);
  const type = hasDefault(written) ? null : idTypeOf(value);
  if (type !== null) {
    return { value: { ...value, at: written.at }, type, words, path: [...path, field] };
  }
  const message = `Field '${quotable(field)}' cannot be the id in ${words}.`;
  const hint = "An id is an integer from 0, or a string that can be a segment of a path, " +
    `of at most ${MAX_ID_LENGTH.toLocaleString("en")} characters`;
  findings.error({
    code: "spec-resource-id",
    message,
    at: written.at,
    path: [...path, field],
    hint,
  });
  return null;
}

function hasDefault(value: Json): boolean {
  return isConstraint(value) && readConstraint(value).fallback !== null;
}

function missingHint(item: JsonObject, field: string): string {
  const names = item.members.map(({ key }) => writtenMember(key).name);
  const meant = nearest(field, names);
  if (meant !== null && field !== DEFAULT_ID_FIELD) return `Did you mean '${quotable(meant)}'?`;
  return ID_FIELD_HINT;
}

/** Reports ids that several items share. Returns whether all ids are unique. */
function reportRepeatedIds(ids: readonly ReadId[], field: string, findings: Findings): boolean {
  const seen = new Map<string, ReadId>();
  for (const id of ids) {
    const form = idForm(id.value);
    if (seen.has(form)) {
      const message = `Duplicate '${quotable(field)}' in ${id.words}.`;
      const { value: { at }, path } = id;
      const hint = "Give each item its own id";
      findings.error({ code: "spec-resource-id", message, at, path, hint });
    }
    seen.set(form, id);
  }
  return seen.size === ids.length;
}
