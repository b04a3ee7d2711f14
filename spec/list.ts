/** Reads what clients can ask of a list: a page of it, a filter and a sort. */

import { type Json, type JsonMember, type JsonObject, memberValue } from "../core/json.ts";
import { list, number, object, text } from "../core/json_nodes.ts";
import { quotable } from "../core/printable.ts";
import type { ListField, ListSpec } from "./api_spec.ts";
import { bodyForm, type BodyMember, type BodyType } from "./body_type.ts";
import { bodyType } from "./example_type.ts";
import type { Findings, SpecPlace } from "./findings.ts";
import { nearest } from "./names.ts";
import { parametersType } from "./parameters.ts";

/** Number of items of a page that clients get without `limit`, unless the spec says another one. */
export const DEFAULT_LIMIT = 20;

/** Maximum number of items of a page. */
export const MAX_LIMIT = 100;

/** The words of a list. */
export const LIST_KEYS = ["limit", "filter", "sort"] as const;

/** The parameters that each list has. */
const OWN_PARAMETERS = ["limit", "offset", "sort"] as const;

export type { ListField, ListSpec };

/** The endpoint to which a list belongs. */
export interface ListedEndpoint {
  readonly method: string;
  readonly mock: Json | null;
  readonly query: Json | null;
  /** The names of the parameters in the endpoint's path. */
  readonly parameters: readonly string[];
}

/** Reads the list of an endpoint; `null` if it has none, or if it has a problem. */
export function readList(
  parent: JsonObject,
  endpoint: ListedEndpoint,
  place: SpecPlace,
  findings: Findings,
): ListSpec | null {
  const found = findings.object(parent, "list", place);
  if (found === null) return null;
  const path = [...place.path, "list"];
  findings.checkKeys(found, LIST_KEYS, { words: `in 'list' ${place.words}`, path });
  const problems = listProblems(found, endpoint, place.words);
  for (const { code, key, message, at, hint } of problems) {
    findings.error({
      code,
      message,
      at,
      path: key === null ? path : [...path, key],
      ...(hint !== undefined && { hint }),
    });
  }
  return problems.length > 0 ? null : listOf(found, endpoint.mock);
}

/** A problem with a list, and its offset in the text. */
export interface ListProblem {
  /** `spec-list-field` if the list does not go with the items or with other parameters. */
  readonly code: "spec-list" | "spec-list-field";
  /** The word that it is about; `null` for the whole list. */
  readonly key: typeof LIST_KEYS[number] | null;
  readonly message: string;
  readonly at: number;
  readonly hint?: string;
}

/**
 * Finds the problems of a list.
 *
 * @param words The place, for messages, such as `in route 'users'`.
 */
export function listProblems(
  found: JsonObject,
  endpoint: ListedEndpoint,
  words: string,
): readonly ListProblem[] {
  const { method, mock, query, parameters } = endpoint;
  if (method !== "GET" || mock?.kind !== "array") {
    const message = `'list' does not go with ${
      method === "GET" ? "this mock" : method
    } ${words}: only a GET whose mock is a list has one.`;
    const hint = "Write a list of items as the mock";
    return [{ code: "spec-list", key: null, message, at: found.at, hint }];
  }
  const names = parametersType(query ?? NO_QUERY).members.map(({ name }) => name);
  const taken = names.find((name) => OWN_PARAMETERS.some((each) => each === name));
  if (taken !== undefined) {
    const message = `Query parameter '${taken}' does not go with 'list' ${words}.`;
    const hint = `Remove it: each list has the parameters ${OWN_PARAMETERS.join(", ")}`;
    return [{ code: "spec-list-field", key: null, message, at: found.at, hint }];
  }
  const others = new Set([...names, ...parameters]);
  return [
    ...limitProblems(found, words),
    ...fieldProblems(found, "filter", { mock, words }, (name) => {
      if (isOwn(name)) {
        return {
          says: `is a parameter that each list has`,
          hint: "Remove it, or rename the field",
        };
      }
      return others.has(name)
        ? { says: "has the name of another parameter", hint: "Rename one of them" }
        : null;
    }),
    ...fieldProblems(
      found,
      "sort",
      { mock, words },
      (name) =>
        isOwn(name) || !/^[^-,][^,]*$/.test(name)
          ? { says: "cannot be in a sort", hint: "Remove it, or rename the field" }
          : null,
    ),
  ];
}

const NO_QUERY: Json = object([]);

function isOwn(name: string): boolean {
  return OWN_PARAMETERS.some((each) => each === name);
}

function limitProblems(found: JsonObject, words: string): readonly ListProblem[] {
  const value = memberValue(found, "limit");
  if (value === undefined) return [];
  const limit = value.kind === "number" ? Number(value.text) : 0;
  const isFit = Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT;
  if (isFit) return [];
  const message = `'limit' must be an integer from 1 to ${MAX_LIMIT} in 'list' ${words}.`;
  return [{ code: "spec-list", key: "limit", message, at: value.at }];
}

/** What is wrong with a field, and what to do. */
interface NameProblem {
  readonly says: string;
  readonly hint: string;
}

function fieldProblems(
  found: JsonObject,
  key: "filter" | "sort",
  { mock, words }: { readonly mock: Json; readonly words: string },
  nameProblem: (name: string) => NameProblem | null,
): readonly ListProblem[] {
  const value = memberValue(found, key);
  if (value === undefined) return [];
  const place = `in 'list' ${words}`;
  const names = value.kind === "array" ? value.items : [];
  if (value.kind !== "array" || names.some(({ kind }) => kind !== "string")) {
    const message = `'${key}' must be a list of names ${place}.`;
    return [{ code: "spec-list", key, message, at: value.at }];
  }
  const fields = fieldTypes(mock);
  const seen = new Set<string>();
  return names.flatMap((each): readonly ListProblem[] => {
    const name = each.kind === "string" ? each.value : "";
    const problem = seen.has(name)
      ? { says: "is there twice", hint: "Remove one of them" }
      : fieldProblem(name, fields) ?? nameProblem(name);
    seen.add(name);
    if (problem === null) return [];
    const { says, hint } = problem;
    const message = `Field '${quotable(name)}' of '${key}' ${says} ${place}.`;
    return [{ code: "spec-list-field", key, message, at: each.at, hint }];
  });
}

function fieldProblem(name: string, fields: ReadonlyMap<string, BodyType>): NameProblem | null {
  const type = fields.get(name);
  if (type === undefined) {
    const meant = nearest(name, [...fields.keys()]);
    const hint = meant === null
      ? "Name a field of the items in the mock"
      : `Did you mean '${quotable(meant)}'?`;
    return { says: "is not in the items of the mock", hint };
  }
  if (SCALARS.has(type.kind)) return null;
  const hint = "Name a field whose values are all texts, all numbers, or all true or false";
  return { says: "has no single values", hint };
}

const SCALARS: ReadonlySet<BodyType["kind"]> = new Set(["text", "integer", "number", "boolean"]);

/** Returns the types of the fields in the items of a list, for which null does not count. */
function fieldTypes(mock: Json): ReadonlyMap<string, BodyType> {
  const items = mock.kind === "array" ? mock.items : [];
  const members = items.flatMap((each) => each.kind === "object" ? each.members : []);
  const fields = [...Map.groupBy(members, ({ key }) => key)];
  return new Map(fields.map(([name, found]) => [name, commonType(found)]));
}

function commonType(members: readonly JsonMember[]): BodyType {
  const items = members.map(({ value }) => value).filter(({ kind }) => kind !== "null");
  const type = bodyType(list(items));
  return type.kind === "array" ? type.items : type;
}

/** Reads a list that has no problem. */
export function listOf(found: JsonObject, mock: Json | null): ListSpec {
  const limit = memberValue(found, "limit");
  const fields = fieldTypes(mock ?? list([]));
  return {
    limit: limit?.kind === "number" ? Number(limit.text) : DEFAULT_LIMIT,
    filter: namesAt(found, "filter").map((name) => ({
      name,
      type: fields.get(name) ?? { kind: "text" },
    })),
    sort: namesAt(found, "sort"),
  };
}

function namesAt(found: JsonObject, key: "filter" | "sort"): readonly string[] {
  const value = memberValue(found, key);
  const items = value?.kind === "array" ? value.items : [];
  return items.flatMap((each) => each.kind === "string" ? [each.value] : []);
}

/** Writes a list as specs have it. */
export function listJson({ limit, filter, sort }: ListSpec): JsonObject {
  const names = (all: readonly string[]) => all.length === 0 ? undefined : list(all.map(text));
  return object([
    ["limit", limit === DEFAULT_LIMIT ? undefined : number(String(limit))],
    ["filter", names(filter.map(({ name }) => name))],
    ["sort", names(sort)],
  ]);
}

/** Returns a text that is equal for two lists only if clients can ask the same of both. */
export function listForm({ limit, filter, sort }: ListSpec): string {
  return JSON.stringify([limit, filter.map(({ name, type }) => [name, bodyForm(type)]), sort]);
}

/** A parameter of a query. */
export interface QueryMember extends BodyMember {
  /** What it does in a list; absent for the parameters that the spec's query names. */
  readonly role?: "limit" | "offset" | "sort" | "filter";
}

/**
 * Returns the parameters that an endpoint reads, in the order in which their problems are listed:
 * those of each list, those of the query, and those that filter.
 *
 * @example
 * ```ts
 * import { queryMembers } from "./list.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const list = { limit: 20, filter: [{ name: "name", type: { kind: "text" } }], sort: [] } as const;
 * deepEqual(queryMembers(null, list).map(({ name }) => name), ["limit", "offset", "sort", "name"]);
 * ```
 */
export function queryMembers(query: Json | null, list: ListSpec | null): readonly QueryMember[] {
  const own = parametersType(query ?? NO_QUERY).members;
  if (list === null) return own;
  const whole = (
    role: "limit" | "offset",
    minimum: string,
    fallback: number,
    maximum?: string,
  ) => ({
    name: role,
    role,
    type: { kind: "integer", minimum, ...(maximum !== undefined && { maximum }) },
    isOptional: true,
    fallback: { kind: "number", text: String(fallback), at: 0 },
  } as const);
  const values = list.sort.flatMap((name) => [name, `-${name}`])
    .map((value) => ({ kind: "string", at: 0, value } as const));
  return [
    whole("limit", "1", list.limit, String(MAX_LIMIT)),
    whole("offset", "0", 0),
    {
      name: "sort",
      role: "sort",
      type: { kind: "array", items: { kind: "enum", values } },
      isOptional: true,
    },
    ...own,
    ...list.filter.map((each) => ({ ...each, role: "filter", isOptional: true } as const)),
  ];
}

/** Returns the fields by which the parameter `sort` of a list sorts. */
export function sortFields(type: BodyType): readonly string[] {
  if (type.kind !== "array" || type.items.kind !== "enum") return [];
  // Each field is there twice: in ascending and in descending order.
  return type.items.values.flatMap((each, index) =>
    each.kind === "string" && index % 2 === 0 ? [each.value] : []
  );
}

/** Describes a list for people, such as `20 a page; filter name; sort price`. */
export function describeList({ limit, filter, sort }: ListSpec): string {
  const names = (all: readonly string[]) => all.map((each) => quotable(each)).join(", ");
  return [
    `${limit} a page`,
    ...(filter.length === 0 ? [] : [`filter ${names(filter.map(({ name }) => name))}`]),
    ...(sort.length === 0 ? [] : [`sort ${names(sort)}`]),
  ].join("; ");
}
