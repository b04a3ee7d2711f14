/** The code of a route that this version renders differently than the version that generated it. */

import { withRecordedFunctions } from "../compare/recorded_functions.ts";
import type { FoundDefinition } from "../../project/homes/found_definition.ts";
import { layerClass } from "../../project/layout/layers.ts";
import { IMPORTED, namePattern } from "../../project/layout/import_name.ts";
import type { RouteHome } from "../../project/homes/route_home.ts";
import { blueprintVariable, SERVICE_FUNCTION } from "../../project/layout/layout.ts";
import {
  allDefinitions,
  definitionKey,
  endpointKey,
  type EndpointRecord,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import { hasContent, type RouteSpec } from "../../spec/api_spec.ts";
import { type Endpoint, keyOf } from "../code/endpoint.ts";
import { definitionOwners } from "../code/route_definitions.ts";
import { endpointInput } from "../code/endpoint_input.ts";
import { type RouteCode, routeCode } from "../code/route_files.ts";
import { type WantedDefinition, wantedDefinitions } from "../edits/wanted_definitions.ts";

/** A recorded definition, and its code from this version. */
export interface RenderedDefinition {
  readonly wanted: WantedDefinition;
  /** Its recorded hash. */
  readonly known: string;
  readonly found: FoundDefinition;
}

/** A route with its record. */
export interface RecordedRoute {
  /** The route, read from its code. */
  readonly spec: RouteSpec;
  readonly record: RouteRecord;
  readonly home: RouteHome;
  /** Whether the project has `per_request()`. */
  readonly perRequest: boolean;
}

/**
 * Renders the recorded definitions of a route, and returns those whose hash is not the recorded one.
 * Leaves out definitions that people deleted, and those that depend on input that the code no
 * longer shows.
 */
export function renderedOtherwise(
  { spec, record, home, perRequest }: RecordedRoute,
): readonly RenderedDefinition[] {
  const recorded = new Map(record.endpoints.map((each) => [endpointKey(each), each]));
  const select = (all: readonly Endpoint[]) =>
    withRecordedFunctions(all.filter((each) => recorded.has(keyOf(each))), record);
  const code = routeCode(spec, { model: !record.withoutModels, perRequest, select });
  const hashes = new Map(allDefinitions(record).map((each) => [definitionKey(each), each.hash]));
  let exact: ReadonlySet<Endpoint> | undefined;
  // A command that renamed code could not record the hash of edited code under its new names.
  const renamed = new Set(record.renamed.map(({ to }) => to));
  const isRenamed = (endpoint: Endpoint | undefined) =>
    renamed.has(spec.name) || renamed.has(`${spec.name}/${endpoint?.subroute}`);
  return [...wantedDefinitions(code)].flatMap(([endpoint, definitions]) => {
    const rendered = definitions.flatMap((wanted): readonly RenderedDefinition[] => {
      const known = hashes.get(definitionKey(wanted));
      const found = home.found.get(definitionKey(wanted));
      if (known === undefined || known === wanted.hash || found === undefined) return [];
      return found.edited && isRenamed(endpoint) ? [] : [{ wanted, known, found }];
    });
    if (rendered.length === 0) return [];
    exact ??= exactEndpoints(code, recorded);
    const isFaithful = endpoint === undefined
      ? ({ wanted, found }: RenderedDefinition) =>
        isSharedFaithful(wanted.name, found, { route: spec.name, perRequest })
      : faithfulness(endpoint, definitions, { home, isExact: exact.has(endpoint) });
    return rendered.filter(isFaithful);
  });
}

/** Returns the endpoints whose whole input was read back from the code. */
function exactEndpoints(
  code: RouteCode,
  recorded: ReadonlyMap<string, EndpointRecord>,
): ReadonlySet<Endpoint> {
  const owners = definitionOwners(code);
  const exact = new Set<Endpoint>();
  for (const [index, endpoint] of code.endpoints.entries()) {
    const record = recorded.get(keyOf(endpoint));
    const known = record?.definitions.filter(({ layer }) => layer === "model") ?? [];
    const models = new Set(code.models[index]);
    // The names of models depend on the other endpoints of the route.
    const isNamed = known.length === models.size && known.every(({ name }) => models.has(name)) &&
      (code.sharedModels[index] ?? []).every((name) => {
        const owner = owners.get(definitionKey({ layer: "model", name }));
        return owner !== undefined && exact.has(owner);
      });
    if (isNamed && record?.input === endpointInput(endpoint)) exact.add(endpoint);
  }
  return exact;
}

/**
 * Returns a function that reports whether the code still shows the input of a definition of an
 * endpoint. People usually replace the mock, on which handlers and tests do not depend.
 */
function faithfulness(
  endpoint: Endpoint,
  definitions: readonly WantedDefinition[],
  { home, isExact }: { readonly home: RouteHome; readonly isExact: boolean },
): (rendered: RenderedDefinition) => boolean {
  const handlerKey = definitionKey({ layer: "route", name: endpoint.handler });
  const handler = home.found.get(handlerKey);
  const generated = definitions.find((each) => definitionKey(each) === handlerKey);
  if (handler === undefined || generated === undefined) return () => false;
  const now = handler.place.symbol.text;
  const hasForm = handler.edited || isGeneratedForm(now, endpoint);
  const checked = checkedModels(now);
  // If people edited the service, the record may have the input of a spec that the code did not follow.
  const service = definitions.find(({ layer }) => layer === "service");
  const hasMock = service !== undefined && home.found.get(definitionKey(service))?.edited === false;
  const isRead = !handler.edited && location(now) === location(generated.part.code) &&
    checked === checkedModels(generated.part.code);
  return ({ wanted, found }) => {
    switch (wanted.layer) {
      case "route":
        return hasForm && (isExact || isRead);
      case "test":
        // The examples of queries and bodies are read from the test.
        return hasForm && (isExact || isRead && (checked === "" || !found.edited));
      case "service":
        return isExact || isAlike(wanted, found);
      case "repository":
        return isExact && hasMock || isAlike(wanted, found);
      case "model":
        return isExact && hasMock;
      case "mock":
        return false;
    }
  };
}

/** Reports whether an unedited method has the header that this version renders. */
function isAlike({ part }: WantedDefinition, { edited, place }: FoundDefinition): boolean {
  return !edited && header(place.symbol.text) === header(part.code);
}

/** Returns the models with which a handler checks its query and its body. */
function checkedModels(code: string): string {
  return [...code.matchAll(CHECKED)].map(([, model]) => model).join(" ");
}

const CHECKED = new RegExp(
  `(?:${[IMPORTED.request_parameters, IMPORTED.json_body].map(namePattern).join("|")})` +
    String.raw`\(\s*(\w+)`,
  "g",
);

/** Returns the call for the location of a created item, without spaces; empty if there is none. */
function location(code: string): string {
  return /\burl_for\([^()]*\)/.exec(code)?.[0].replace(/\s+/g, "") ?? "";
}

/** Returns the header of a method, without spaces. */
function header(code: string): string {
  return /^[^]*?\)\s*->[^]*?:\n/.exec(code)?.[0].replace(/\s+/g, "") ?? "";
}

/**
 * Reports whether a handler has the form of generated handlers. Others were written like the
 * handlers beside them, so no template determines their code.
 */
function isGeneratedForm(code: string, { status, parameters }: Endpoint): boolean {
  const text = code.replace(/\s+/g, "");
  const [header, names = ""] = GENERATED_HEADER.exec(text) ?? [];
  const own = names.match(/\w+(?=:)/g) ?? [];
  const isPlain = header !== undefined &&
    own.length === parameters.length && text.includes(`${SERVICE_FUNCTION}().`);
  if (!isPlain || !hasContent(status)) return isPlain;
  const hasStatus = status === 200 ? !/\),[\w.]+$/.test(text) : text.includes(`),${status}`);
  return text.includes("jsonify(") && hasStatus;
}

/** Matches the header of a generated handler, without spaces. */
const GENERATED_HEADER = /def\w+\(([^()]*)\)->\(?ResponseReturnValue\)?:/;

/** Reports whether no edit of people determines a definition that endpoints share. */
function isSharedFaithful(
  name: string,
  { edited, place }: FoundDefinition,
  { route, perRequest }: { readonly route: string; readonly perRequest: boolean },
): boolean {
  // The record of an edited blueprint can have another prefix than the route.
  if (name === blueprintVariable(route)) return !edited;
  // Commands create the service as other routes of the project do.
  return name !== SERVICE_FUNCTION ||
    perRequest && place.symbol.text.includes(layerClass("repository", route));
}
