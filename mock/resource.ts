/** Finds the resources of a spec: collections whose items have paths of their own. */

import { type Json, type JsonObject, memberValue, stringifyJson } from "../core/json.ts";
import { quotable } from "../core/printable.ts";
import type { ApiSpec, Method } from "../spec/api_spec.ts";
import { withoutMarks } from "../spec/example_type.ts";
import {
  endpointName,
  exampleOf,
  type SpecContract,
  specContracts,
} from "../spec/spec_contract.ts";
import { type PathParameter, pathSegments } from "../spec/spec_path.ts";
import { Collection } from "./collection.ts";
import { idNumber, type IdRule, jsonIdKey } from "./item_id.ts";

/** A collection whose items can be kept. */
export interface MockResource {
  /** The path of the collection, in the syntax of specs. */
  readonly path: string;
  /** The items with which the collection starts. They come from its mocks. */
  readonly seeds: Collection;
}

/** The operation of an endpoint on a resource. */
export interface ResourceUse {
  readonly resource: MockResource;
  readonly role: "list" | "create" | "read" | "replace" | "remove";
}

/** A collection that cannot be kept. */
export interface UnkeptCollection {
  readonly path: string;
  /** The reason, such as `its mock is not a list of objects`. */
  readonly reason: string;
}

/** The resources of a spec. */
export interface FoundResources {
  readonly kept: readonly MockResource[];
  readonly unkept: readonly UnkeptCollection[];
  /**
   * The operations of resources' endpoints, by the names of the endpoints. All other endpoints
   * respond with their mocks.
   */
  readonly uses: ReadonlyMap<string, ResourceUse>;
}

/**
 * Finds the resources of a spec. A resource is a path with `GET`, and the same path with one more
 * parameter and `GET`, `PUT` or `DELETE`. `POST` to the first path creates items.
 */
export function findResources(spec: ApiSpec): FoundResources {
  const byShape = Map.groupBy(specContracts(spec), ({ path }) => shape(path.value));
  const kept: MockResource[] = [];
  const unkept: UnkeptCollection[] = [];
  const uses = new Map<string, ResourceUse>();
  const seen = new Set<string>();
  for (const [itemShape, ofItem] of byShape) {
    const at = itemShape.lastIndexOf("/");
    const collection = itemShape.endsWith("}") ? byShape.get(itemShape.slice(0, at)) : undefined;
    const [list, create] = [withMethod(collection, "GET"), withMethod(collection, "POST")];
    if (list === undefined) continue;
    const path = list.path.value;
    if (seen.has(path)) continue;
    seen.add(path);
    const found = readSeeds(list, create, ofItem);
    if (typeof found === "string") {
      unkept.push({ path, reason: found });
      continue;
    }
    const resource = { path, seeds: found };
    kept.push(resource);
    const use = (endpoint: SpecContract | undefined, role: ResourceUse["role"]) =>
      endpoint === undefined ? undefined : uses.set(endpointName(endpoint), { resource, role });
    use(list, "list");
    use(create, "create");
    use(withMethod(ofItem, "GET"), "read");
    use(withMethod(ofItem, "PUT"), "replace");
    use(withMethod(ofItem, "DELETE"), "remove");
  }
  return { kept, unkept, uses };
}

/**
 * Returns a path without the names of its parameters, because the paths of a collection and of its
 * items can have different names for the same parameter.
 */
function shape(path: string): string {
  return pathSegments(path)
    .map((each) => `/${typeof each === "string" ? each : `{${each.type}}`}`).join("");
}

function withMethod(
  endpoints: readonly SpecContract[] | undefined,
  method: Method,
): SpecContract | undefined {
  return endpoints?.find((each) => each.method.value === method);
}

/** Returns the items of a collection's mocks, or the reason why they cannot be kept. */
function readSeeds(
  list: SpecContract,
  create: SpecContract | undefined,
  ofItem: readonly SpecContract[],
): Collection | string {
  const [{ status, content }] = list.responses.value;
  if (content.kind === "absent") return `its GET has the status ${status.value}`;
  const mock = mockOf(list);
  const listed = mock === null ? [] : mock.kind === "array" ? mock.items : [mock];
  const items = listed.filter(isObject);
  if (items.length < listed.length || mock !== null && mock.kind !== "array") {
    return "its mock is not a list of objects";
  }
  const one = mockOf(withMethod(ofItem, "GET"));
  const body = create === undefined ? null : exampleOf(create.body);
  const examples = [...items, one, body === null ? null : withoutMarks(body)].filter(isObject);
  const rule = idRule(ofItem[0]?.path.value ?? "", examples, create?.responses.value[0].created);
  const isListed = (item: JsonObject) => {
    const key = keyOf(item, rule);
    return key === undefined || items.some((each) => keyOf(each, rule) === key);
  };
  return seedsOf(one === null || !isObject(one) || isListed(one) ? items : [...items, one], rule);
}

/** Returns the mock of an endpoint; `null` without one. */
export function mockOf(endpoint: SpecContract | undefined): Json | null {
  const content = endpoint?.responses.value[0].content;
  return content?.kind === "known" && content.value.kind === "json" ? content.value.value : null;
}

function isObject(value: Json | null): value is JsonObject {
  return value?.kind === "object";
}

/**
 * Returns the key of an item's id; `undefined` if the item has no id, `null` if no path can have
 * the id.
 */
function keyOf(item: JsonObject, rule: Pick<IdRule, "field" | "type">): string | null | undefined {
  const id = memberValue(item, rule.field);
  return id === undefined ? undefined : jsonIdKey(rule, id);
}

/**
 * Returns the id rule. The id is in the member that the spec names, otherwise in a member with the
 * parameter's name, otherwise in `id`.
 */
function idRule(
  itemPath: string,
  examples: readonly JsonObject[],
  createdId: string | null = null,
): IdRule {
  const { name, type } = pathSegments(itemPath).at(-1) as PathParameter;
  const isNamed = examples.some((each) => memberValue(each, name) !== undefined);
  const field = createdId ?? (isNamed ? name : "id");
  const ids = examples.map((each) => memberValue(each, field)?.kind);
  const kind = ids.find((each) => each !== undefined);
  const isNumber = kind === undefined ? type === "int" || type === "float" : kind === "number";
  return { field, type, isNumber: isNumber && type !== "uuid" };
}

/** Returns the items as a collection. Items without an id get unused ids. */
function seedsOf(items: readonly JsonObject[], rule: IdRule): Collection | string {
  const seeds = Collection.empty(rule);
  const taken = new Set<string>();
  for (const item of items) {
    const id = memberValue(item, rule.field);
    if (id === undefined) continue;
    const key = jsonIdKey(rule, id);
    const shown = quotable(stringifyJson(id, 0));
    if (key === null) return `its mock has the id ${shown}, which cannot be in a path`;
    if (taken.has(key)) return `its mock has the id ${shown} twice`;
    taken.add(key);
    seeds.skipTo(idNumber(rule, key));
  }
  for (const item of items) seeds.put(item);
  return seeds;
}
