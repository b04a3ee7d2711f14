/** Creates the five endpoints of a resource from examples of its items. */

import {
  type Json,
  type JsonMember,
  type JsonObject,
  memberValue,
  stringifyJson,
} from "../core/json.ts";
import type { EndpointSpec, RouteSpec, SubrouteSpec } from "./api_spec.ts";
import { memberKey, writtenMember } from "./body_type.ts";
import { withoutMarks } from "./example_type.ts";
import { commonExample } from "./common_example.ts";
import type { ListSpec } from "./list.ts";
import { UUID } from "./text_format.ts";

/** The name of the subroute with the endpoints of an item. */
export const ITEM_SUBROUTE = "item";

/** The field with an item's id, unless `id_field` names another one. */
export const DEFAULT_ID_FIELD = "id";

/** The type of an item's id, which is also the type of the path's parameter. */
export type IdType = "int" | "uuid" | "string";

/** A checked resource. */
export interface Resource {
  /** Examples of items, at least one, in the notation of body examples. */
  readonly items: readonly JsonObject[];
  readonly idField: string;
  readonly idType: IdType;
  /** What clients can ask of the list of items. */
  readonly list?: ListSpec;
}

/** The endpoints of a resource. */
export interface ResourceEndpoints extends Pick<RouteSpec, "endpoints"> {
  /** The subroute with the endpoints of an item. */
  readonly item: SubrouteSpec;
}

/**
 * Returns the five endpoints of a resource: list and create at the route; read, replace and delete
 * at an item. The bodies describe an item whose id may be absent.
 */
export function resourceEndpoints(
  { items, idField, idType, list: asked }: Resource,
): ResourceEndpoints {
  const body = withOptional(commonExample(items), idField);
  const [first] = items;
  const at = first?.at ?? 0;
  const item = first === undefined ? null : withoutMarks(first);
  const shown = items.map(withoutMarks);
  const list: Json = { kind: "array", at, items: shown };
  const answer = { mock: item, ...(shown.length > 1 && { examples: shown }) };
  const type = idType === "string" ? "" : `:${idType}`;
  const own: readonly EndpointSpec[] = [
    { method: "GET", status: 200, mock: list, ...(asked !== undefined && { list: asked }) },
    { method: "POST", status: 201, ...answer, body, createdId: idField },
  ];
  const ofItem: readonly EndpointSpec[] = [
    { method: "GET", status: 200, ...answer },
    { method: "PUT", status: 200, ...answer, body },
    { method: "DELETE", status: 204, mock: null },
  ];
  const path = `/{${ITEM_SUBROUTE}_id${type}}`;
  return { endpoints: own, item: { name: ITEM_SUBROUTE, path, endpoints: ofItem } };
}

function withOptional(item: Json, field: string): Json {
  if (item.kind !== "object") return item;
  const key = memberKey({ name: field, isOptional: true });
  const members = item.members.map((member): JsonMember =>
    writtenMember(member.key).name === field ? { ...member, key } : member
  );
  return { ...item, members };
}

/** Returns the value of an item's field, whether or not the field is marked as optional. */
export function fieldOf(item: JsonObject, name: string): Json | undefined {
  return [true, false].map((isOptional) => memberValue(item, memberKey({ name, isOptional })))
    .find((value) => value !== undefined);
}

/** Maximum length of an id, because servers limit the length of paths. */
export const MAX_ID_LENGTH = 1_000;

/**
 * Reports whether a text can be an id in a path. Clients resolve `.` and `..` in URLs, and a
 * parameter in Flask does not match `/`.
 */
export function isIdSegment(text: string): boolean {
  return text !== "" && text.length <= MAX_ID_LENGTH && !text.includes("/") &&
    text.isWellFormed() && text !== "." && text !== "..";
}

/** Returns the type of an id; `null` if the value cannot be one. */
export function idTypeOf(value: Json): IdType | null {
  if (value.kind !== "number" && value.kind !== "string") return null;
  const text = value.kind === "number" ? value.text : value.value;
  if (!isIdSegment(text)) return null;
  if (value.kind === "number") return /^[0-9]+$/.test(text) ? "int" : null;
  return UUID.test(text) ? "uuid" : "string";
}

/**
 * Returns the common type of several ids; `null` if there are no ids, or if some are integers and
 * others strings.
 */
export function commonIdType(types: readonly IdType[]): IdType | null {
  const [first = null, ...others] = new Set(types);
  if (others.length === 0) return first;
  return types.includes("int") ? null : "string";
}

/** Returns a text that is equal for two ids only if the ids are the same. */
export function idForm(id: Json): string {
  const text = stringifyJson(id, 0);
  return idTypeOf(id) === "uuid" ? text.toLowerCase() : text;
}
