/** The names and the generated code of a route, before and after a renaming. */

import { hasClass, layerClass } from "../../project/layout/layers.ts";
import { blueprintVariable, dataFileName } from "../../project/layout/layout.ts";
import {
  allDefinitions,
  definitionKey,
  type DefinitionLayer,
  type EndpointRecord,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import { recordedPrefix, recordedRule } from "../../project/records/recorded_path.ts";
import { printedPath } from "../../project/layout/url_paths.ts";
import {
  defaultStatus,
  type EndpointSpec,
  optionalParts,
  parseMethod,
} from "../../spec/api_spec.ts";
import { type Endpoint, namedEndpoints } from "../code/endpoint.ts";
import { modelStem } from "../code/models.ts";
import { renamedPlace } from "../compare/renamed_spec.ts";
import { endpointsCode, type RouteCode } from "../code/route_files.ts";

/** The renaming of a route, or of one of its subroutes. */
export interface NewName {
  readonly route: string;
  /** `null` for the route itself. */
  readonly subroute: string | null;
  readonly to: string;
}

/** An endpoint before and after a renaming. */
export interface RenamedEndpoint {
  readonly record: EndpointRecord;
  readonly before: Endpoint;
  readonly after: Endpoint;
  /**
   * The names of its models before and after; `null` if other models are generated for the new
   * name.
   */
  readonly models: readonly (readonly [before: string, after: string])[] | null;
}

/** A route before and after a renaming. */
export interface RenamedRoute {
  /** The route's name. */
  readonly from: string;
  readonly to: string;
  readonly endpoints: readonly RenamedEndpoint[];
  /** The code that Layerwright generates for each name. */
  readonly before: RouteCode;
  readonly after: RouteCode;
}

export interface RenamedRouteOptions {
  /** Returns the answer in the code of an endpoint; `undefined` if it cannot be read. */
  readonly answerOf: (endpoint: EndpointRecord) => EndpointSpec | undefined;
  /** Whether the project has `per_request()`. */
  readonly perRequest: boolean;
}

/** Generates a route under both names. */
export function renamedRoute(
  { route: from, subroute: renamed, to: name }: NewName,
  record: RouteRecord,
  { answerOf, perRequest }: RenamedRouteOptions,
): RenamedRoute {
  const options = { model: !record.withoutModels, perRequest };
  const to = renamed === null ? name : from;
  const route = { name: from, path: recordedPrefix(from, record) };
  const old = record.endpoints.map((each) => {
    const method = parseMethod(each.method) ?? "GET";
    const { status = defaultStatus(method), mock = null, createdId, ...parts } = answerOf(each) ??
      {};
    const path = printedPath(recordedRule(route.path, each));
    return {
      ...{ subroute: each.subroute, path, method, status, mock },
      ...optionalParts(parts),
      ...(createdId !== undefined && { createdId }),
    };
  });
  const now = old.map((each) => {
    if (renamed === null || each.subroute !== renamed) return each;
    const { path } = renamedPlace({ name: renamed, path: each.path }, name);
    return { ...each, subroute: name, path };
  });
  const moved = renamedPlace(route, to);
  const before = endpointsCode(route, namedEndpoints(route, old), options);
  const after = endpointsCode(moved, namedEndpoints(moved, now), options);
  const endpoints = record.endpoints.flatMap((each, index): readonly RenamedEndpoint[] => {
    const [one, other] = [before.endpoints[index], after.endpoints[index]];
    if (one === undefined || other === undefined) return [];
    const [models, others] = [before.models[index] ?? [], after.models[index] ?? []];
    const isSameShape = models.length === others.length;
    const pairs = models.map((model, at) => [model, others[at] ?? model] as const);
    return [{ record: each, before: one, after: other, models: isSameShape ? pairs : null }];
  });
  return { from, to, endpoints, before, after };
}

/** Returns the new name of each recorded definition whose name changes, by its key. */
export function newNames(
  { from, to, endpoints }: RenamedRoute,
  record: RouteRecord,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const add = (layer: DefinitionLayer, before: string, after: string) =>
    names.set(definitionKey({ layer, name: before }), after);
  const [service, services] = [layerClass("service", from), layerClass("service", to)];
  const [repository, repositories] = [layerClass("repository", from), layerClass("repository", to)];
  add("route", blueprintVariable(from), blueprintVariable(to));
  for (const { layer, name } of allDefinitions(record)) {
    if (hasClass(layer)) {
      add(layer, name, withClass(name, layerClass(layer, from), layerClass(layer, to)));
    }
  }
  for (const { before, after, models, record: { definitions } } of endpoints) {
    add("route", before.handler, after.handler);
    add("service", `${service}.${before.serviceMethod}`, `${services}.${after.serviceMethod}`);
    add(
      "repository",
      `${repository}.${before.repositoryMethod}`,
      `${repositories}.${after.repositoryMethod}`,
    );
    add("test", before.testName, after.testName);
    add(
      "mock",
      dataFileName(from, before.serviceMethod),
      dataFileName(to, after.serviceMethod),
    );
    for (const [model, renamed] of models ?? []) add("model", model, renamed);
    for (const { layer, name } of definitions) {
      if (layer !== "model" || names.has(definitionKey({ layer, name }))) continue;
      add(layer, name, renamedModel(name, before, after));
    }
  }
  return new Map([...names].filter(([key, name]) => key.slice(key.indexOf(" ") + 1) !== name));
}

function withClass(name: string, before: string, after: string): string {
  const [className, method] = name.split(".");
  if (className !== before) return name;
  return method === undefined ? after : `${after}.${method}`;
}

/** Renames a model if nothing but its name is known, such as `ProductsSaleItemModel`. */
function renamedModel(name: string, before: Endpoint, after: Endpoint): string {
  const stem = modelStem(before);
  return name.startsWith(stem) ? modelStem(after) + name.slice(stem.length) : name;
}
