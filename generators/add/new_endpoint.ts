/** Plans one new endpoint in an existing route. */

import { info, warning } from "../../core/diagnostic.ts";
import type { FlaskEndpoint } from "../../project/routing/flask_endpoint.ts";
import { layerClass } from "../../project/layout/layers.ts";
import { dataHash } from "../../project/facts/code_hash.ts";
import { routeFileRecord } from "../../project/records/records.ts";
import type { RouteHome } from "../../project/homes/route_home.ts";
import { definitionsIn, EMPTY_RECORD } from "../../project/records/route_record.ts";
import { isSameRule } from "../../project/layout/url_paths.ts";
import { findClass, findMethod } from "../../project/semantics/service_class.ts";
import { recordedPrefix, recordedRule } from "../../project/records/recorded_path.ts";
import { mocksTemplate } from "../../templates/mod.ts";
import {
  addedEndpoint,
  type CreatedPlace,
  type Endpoint,
  freeHandlerName,
  mountedAt,
  type PlacedEndpoint,
} from "../code/endpoint.ts";
import { dataFile } from "../code/endpoint_code.ts";
import { homeInProject } from "../handlers/home_in_project.ts";
import { endpointSummary } from "../code/endpoint_summary.ts";
import { type EditedFile, recordsAfterAddition } from "../records/record_after_addition.ts";
import { addToLayers } from "../handlers/layers.ts";
import { ProjectDraft } from "../edits/project_draft.ts";
import {
  brokenFiles,
  emptyPlan,
  type GeneratedEndpoints,
  type Plan,
  type PlanMessages,
} from "../plans/plan.ts";
import { writeRecords } from "../records/write_records.ts";
import { routeMissing } from "../plans/route_missing.ts";
import { readRouteModule, type RouteModule, takenNames } from "../handlers/route_module.ts";
import type { Project } from "../../project/project.ts";

/** A new endpoint. Without a subroute, it is at the route's own path. */
export interface NewEndpoint extends PlacedEndpoint {
  readonly route: string;
  /** Whether the command adds several methods, so that its messages must name the method. */
  readonly isOneOfMany: boolean;
  /**
   * The endpoint that reads the created item; absent if the response has no location of an item.
   */
  readonly created?: CreatedPlace | null;
}

/**
 * Plans an endpoint, and adds its code and its record to a draft. The new handler follows the
 * handlers that the project had before the draft.
 *
 * @param draft The files of its route, and the other modules that may have the route's handlers.
 * If the route's module does not exist, all Python files instead.
 * @param conflicts The files of people that the endpoint would overwrite.
 * @returns The plan without its changes, and without data if it has none.
 */
export function planEndpoint(
  input: NewEndpoint,
  draft: ProjectDraft,
  conflicts: ProjectDraft,
): Plan<GeneratedEndpoints> {
  const { route } = input;
  const { before, project } = draft;
  const home = homeInProject(route, project);
  const text = project.files.get(home.paths.route);
  if (text === undefined) return emptyPlan([routeMissing(route, project)]);
  const broken = brokenFiles(Object.values(home.paths), project.files);
  if (broken.length > 0) return emptyPlan(broken);
  const module = readRouteModule(home, text, project.files);
  if ("severity" in module) return emptyPlan([module]);
  const endpoint = joiningEndpoint(input, module, project);
  if (endpoint === null) {
    const { route, subroute } = input;
    const message = alreadyThere(input, module, home.paths.route);
    const hint = changeHint(subroute === null ? `route ${route}` : `subroute ${route} ${subroute}`);
    return emptyPlan([warning("subroute-exists", message, { hint })], message);
  }
  const left = leftMethod(endpoint, home, project);
  if (left?.isRecorded) {
    const message = alreadyThere(input, module, `${left.place}, without a handler`);
    return emptyPlan([warning("subroute-exists", message)], message);
  }
  const diagnostics = [...module.diagnostics];
  if (left !== null && endpoint.mock !== null) {
    const message = `The mock was not added: ${left.place} already has the method`;
    diagnostics.push(info("models-kept", message));
  }
  const added = left === null ? endpoint : { ...endpoint, mock: null };
  const layers = new ProjectDraft(project);
  const joined = { ...module, handlers: handlersIn(before, home, module) };
  diagnostics.push(...addToLayers(added, joined, home, layers));
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) return emptyPlan(errors);
  const edits = [...layerEdits(layers), ...dataEdits(added, home, project)];
  for (const edit of edits) {
    draft.write(edit.path, edit.after, edit.symbol);
    if (overwritesData(edit, home, project)) conflicts.write(edit.path, edit.after);
  }
  if (project.records !== null) {
    writeRecords(recordsAfterAddition({ endpoint: added, home, edits }, project.records), draft);
  }
  return {
    ...emptyPlan(diagnostics),
    messages: additionMessages([added]),
    data: { endpoints: [endpointSummary(added)] },
  };
}

/** Returns the modules with handlers of a route before a run, which may have changed the route. */
function handlersIn(
  before: Project,
  home: RouteHome,
  now: RouteModule,
): RouteModule["handlers"] {
  const text = before.files.get(home.paths.route);
  if (text === undefined || text === now.module.source) return now.handlers;
  const module = readRouteModule(home, text, before.files);
  return "severity" in module ? now.handlers : module.handlers;
}

/** Returns the hint that names the command for an existing route or subroute. */
export function changeHint(words: string): string {
  return `'layerwright change ${words}' changes the mock, the query, the headers, the list, the body or the status`;
}

/** Returns the message for an endpoint that the route already has. */
function alreadyThere(
  { subroute, method, isOneOfMany }: NewEndpoint,
  { prefix }: RouteModule,
  place: string,
): string {
  const what = subroute === null
    ? `${method} ${prefix}`
    : isOneOfMany
    ? `${method} of subroute '${subroute}'`
    : `Subroute '${subroute}'`;
  return `${what} already exists in ${place}`;
}

/** A method that the service already has for an endpoint without a handler. */
interface LeftMethod {
  /** The place of the method, such as `api/services/users_service.py:18`. */
  readonly place: string;
  /** Whether it was generated for an endpoint whose handler people deleted. */
  readonly isRecorded: boolean;
}

function leftMethod(endpoint: Endpoint, home: RouteHome, project: Project): LeftMethod | null {
  const { route, serviceMethod: name } = endpoint;
  const path = home.paths.service;
  const module = project.module(path);
  const service = findClass(module, home.service);
  const method = service === undefined ? undefined : findMethod(service, name);
  if (method === undefined) return null;
  const record = project.recordOf(route) ?? EMPTY_RECORD;
  const isRecorded = definitionsIn(record, "service").has(
    `${layerClass("service", route)}.${name}`,
  );
  return { place: `${path}:${module.lines[method.header]?.row ?? 1}`, isRecorded };
}

/** Reports whether an edit overwrites a data file that people wrote or edited. */
function overwritesData({ path, before }: LayerEdit, home: RouteHome, project: Project): boolean {
  if (before === null || !path.endsWith(".json")) return false;
  const record = project.recordOf(home.route) ?? EMPTY_RECORD;
  return routeFileRecord(record, home.layout.recorded(path))?.hash !== dataHash(before);
}

/**
 * Returns the endpoint, with a free name for its handler; `null` if the route already has the
 * endpoint.
 */
function joiningEndpoint(
  input: NewEndpoint,
  { module, prefix, endpoints }: RouteModule,
  project: Project,
): Endpoint | null {
  const endpoint = addedEndpoint(input.route, input);
  const { rule, method, handler } = endpoint;
  const atPath = endpoints.filter((each) => each.rule !== null && isSameRule(each.rule, rule));
  const isThere = endpoints.some((each) => each.handler === handler) ||
    atPath.some(({ methods }) => methods === null || methods.includes(method));
  const isDecorated = module.definitions.some(({ name, decorators }) =>
    name === handler && decorators.length > 0
  );
  if (isThere || isDecorated) return null;
  return {
    ...mountedAt({ ...endpoint, created: input.created ?? null }, prefix),
    handler: freeHandlerName(handler, takenNames(module)),
    isFurther: atPath.some((each) => !isOfOther(input, each, project)),
  };
}

/** Reports whether an endpoint at the same path is recorded for another subroute, whose models have other names. */
function isOfOther(
  { route, subroute }: NewEndpoint,
  { methods, rule }: FlaskEndpoint,
  project: Project,
): boolean {
  const record = project.recordOf(route);
  if (record === undefined) return false;
  const prefix = recordedPrefix(route, record);
  const found = record.endpoints.filter((each) =>
    methods?.includes(each.method) && recordedRule(prefix, each) === rule
  );
  return found.length > 0 && found.every((each) => each.subroute !== subroute);
}

/** An edited file, with the name of the definition that the edit adds. */
interface LayerEdit extends EditedFile {
  readonly symbol?: string;
}

/** Returns the edits that add the definitions of an endpoint. */
function layerEdits(layers: ProjectDraft): readonly LayerEdit[] {
  const symbols = new Map(layers.added.map(({ path, name }) => [path, name.split(".").at(-1)]));
  return [...symbols].map(([path, symbol = ""]) => ({
    path,
    before: layers.before.files.get(path) ?? null,
    after: layers.text(path) ?? "",
    symbol,
  }));
}

/** Returns the edits that add the mock's data file and, if it is missing, the module that loads mocks. */
function dataEdits(endpoint: Endpoint, home: RouteHome, project: Project): LayerEdit[] {
  const data = dataFile(endpoint);
  if (data === null) return [];
  const path = home.layout.dataFile(data.name);
  const edits = [{ path, before: project.files.get(path) ?? null, after: data.text }];
  const mocks = home.layout.mocksPackage;
  if (project.files.has(mocks)) return edits;
  return [
    ...edits,
    { path: mocks, before: null, after: mocksTemplate({}) },
  ];
}

/** Returns the messages about new endpoints of one path. */
export function additionMessages(
  endpoints: readonly Pick<Endpoint, "route" | "subroute" | "method" | "mock">[],
): PlanMessages {
  const [{ route, subroute } = { route: "", subroute: null }] = endpoints;
  const methods = endpoints.map(({ method }) => method).join(", ");
  const withMock = endpoints.some(({ mock }) => mock !== null) ? " with mock data!" : "!";
  const what = subroute === null
    ? `${methods} for route '${route}'`
    : `${methods} subroute '${subroute}' for route '${route}'`;
  return {
    applied: `Successfully generated ${what}${withMock}`,
    planned: `Would generate ${what}`,
    unchanged: "",
    conflict: "Move the file away, or choose another name",
  };
}
