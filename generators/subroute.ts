/** Plans a new endpoint in an existing route. */

import type { Change, Snapshot } from "../core/change_set.ts";
import { type Diagnostic, warning } from "../core/diagnostic.ts";
import type { Json } from "../core/json.ts";
import type { ProjectPath } from "../core/project_path.ts";
import {
  dataFilePath,
  MOCKS_PACKAGE_PATH,
  PER_REQUEST_PATH,
  REQUEST_BODY_PATH,
  routeFileAt,
  routePackagePath,
  type RoutePaths,
  routePaths,
} from "../project/layout.ts";
import { dataHash, symbolHash } from "../project/code_hash.ts";
import { MANIFEST_PATH } from "../project/manifest.ts";
import { definitionsOf, earlierFiles, readRecords, routeFileRecord } from "../project/records.ts";
import {
  type DefinitionRecord,
  EMPTY_RECORD,
  endpointKey,
  recordPath,
} from "../project/route_record.ts";
import { bindings } from "../python/bindings.ts";
import { type PythonModule, readPython } from "../python/python_module.ts";
import { addedSymbols } from "../python/symbols.ts";
import type { Method } from "../spec/api_spec.ts";
import { mocksTemplate } from "../templates/mod.ts";
import type { LayerEdit } from "./draft.ts";
import { type Endpoint, freeHandlerName, subrouteEndpoint } from "./endpoint.ts";
import { dataFile } from "./endpoint_code.ts";
import { endpointSummary } from "./endpoint_summary.ts";
import { addToLayers } from "./layers.ts";
import { fileRecord } from "./merge.ts";
import { brokenPython, emptyPlan, fileChange, type GeneratedEndpoints, type Plan } from "./plan.ts";
import type { Planner } from "./planner.ts";
import { recordChanges } from "./record_changes.ts";
import { endpointFacts } from "./recorded_route.ts";
import { companionPaths } from "./route_companions.ts";
import { endpointInput } from "./route_definitions.ts";
import { routeMissing } from "./route_missing.ts";
import { isMountedElsewhere, readRouteModule, type RouteModule } from "./route_module.ts";
import { mayMount, MOUNTING_PATHS } from "./route_prefix.ts";

export interface SubrouteInput {
  readonly route: string;
  readonly subroute: string;
  readonly method: Method;
  readonly mock: Json | null;
}

/** Returns the planner that adds a subroute. */
export function subroutePlanner(input: SubrouteInput): Planner<GeneratedEndpoints> {
  return {
    reads: { files: subrouteReads(input) },
    readsAfter: ({ files }) => {
      const text = files.get(routePaths(input.route).route);
      const earlier = earlierFiles(files.get(MANIFEST_PATH));
      if (text === undefined) return { files: earlier, python: () => true };
      const more = [...companionPaths(input.route, text), ...earlier];
      return isMountedElsewhere(input.route, text, files)
        ? { files: more, python: mayMount }
        : { files: more };
    },
    plan: ({ files }) => planSubroute(input, files),
  };
}

/** Returns the files that every plan of a subroute depends on. */
function subrouteReads({ route, subroute, method, mock }: SubrouteInput): ProjectPath[] {
  const data = dataFile(subrouteEndpoint(route, subroute, { method, mock }));
  const paths = [...Object.values(routePaths(route)), routePackagePath(route), MOCKS_PACKAGE_PATH];
  if (data !== null) paths.push(dataFilePath(data.name));
  return [
    ...paths,
    REQUEST_BODY_PATH,
    PER_REQUEST_PATH,
    ...MOUNTING_PATHS,
    MANIFEST_PATH,
    recordPath(route),
  ];
}

/**
 * Plans a subroute.
 *
 * @param snapshot The files of {@linkcode subrouteReads} that exist, and the companions of the route's
 * module. If that module does not exist, all Python files instead.
 */
export function planSubroute(input: SubrouteInput, snapshot: Snapshot): Plan<GeneratedEndpoints> {
  const { route, subroute } = input;
  const paths = routePaths(route);
  const text = snapshot.get(paths.route);
  if (text === undefined) return emptyPlan([routeMissing(route, snapshot)]);
  const broken = brokenFiles(paths, snapshot);
  if (broken.length > 0) return emptyPlan(broken);
  const module = readRouteModule(route, text, snapshot);
  if ("severity" in module) return emptyPlan([module]);
  const endpoint = joiningEndpoint(input, module);
  if (endpoint === null) {
    const message = `Subroute '${subroute}' already exists in ${paths.route}`;
    return emptyPlan([warning("subroute-exists", message)], message);
  }
  const { edits, diagnostics: found } = addToLayers(endpoint, module, paths, snapshot);
  const diagnostics = [...module.diagnostics, ...found];
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) return emptyPlan(errors);
  const plan = planEdits(input, endpoint, [...edits, ...dataEdits(endpoint, snapshot)], {
    snapshot,
    diagnostics,
  });
  const isOverwritten = (change: Change) => overwritesData(change, input.route, snapshot);
  return { ...plan, conflicts: plan.changes.filter(isOverwritten) };
}

/** Reports whether a change overwrites a data file that people wrote or edited. */
function overwritesData({ path, before }: Change, route: string, snapshot: Snapshot): boolean {
  if (before === null || !path.endsWith(".json")) return false;
  const record = readRecords(snapshot)?.routes.get(route) ?? EMPTY_RECORD;
  return routeFileRecord(record, path)?.hash !== dataHash(before);
}

function brokenFiles(paths: RoutePaths, snapshot: Snapshot): Diagnostic[] {
  return Object.values(paths).flatMap((path) => {
    const [problem] = readPython(snapshot.get(path) ?? "").problems;
    return problem === undefined ? [] : [brokenPython(path, problem.line, problem.message)];
  });
}

/** Returns the endpoint, with a free name for its handler; `null` if the route has such an endpoint. */
function joiningEndpoint(input: SubrouteInput, { module, prefix, endpoints }: RouteModule) {
  const endpoint = subrouteEndpoint(input.route, input.subroute, input);
  const { rule, method, handler } = endpoint;
  const isThere = endpoints.some((each) =>
    each.handler === handler ||
    (each.rule?.replace(/\/$/, "") === rule &&
      (each.methods === null || each.methods.includes(method)))
  );
  const isDecorated = module.definitions.some(({ name, decorators }) =>
    name === handler && decorators.length > 0
  );
  if (isThere || isDecorated) return null;
  return { ...endpoint, prefix, handler: freeHandlerName(handler, takenNames(module)) };
}

/** Returns the names that the module binds, and its explicit endpoint names. */
function takenNames(module: PythonModule): ReadonlySet<string> {
  const named = [...module.source.matchAll(ENDPOINT_NAME)].map(([, , name = ""]) => name);
  return new Set([...bindings(module).map(({ name }) => name), ...named]);
}

/** Matches `endpoint="name"` and `add_url_rule("/rule", "name", ...)`. */
const ENDPOINT_NAME = /(?:\bendpoint\s*=\s*|\badd_url_rule\([^()]*?)(["'])(\w+)\1/g;

/** Returns the edits that add the mock's data file and, if it is missing, the module that loads mocks. */
function dataEdits(endpoint: Endpoint, snapshot: Snapshot): LayerEdit[] {
  const data = dataFile(endpoint);
  if (data === null) return [];
  const path = dataFilePath(data.name);
  const edits = [{ path, before: snapshot.get(path) ?? null, after: data.text, symbol: null }];
  if (snapshot.has(MOCKS_PACKAGE_PATH)) return edits;
  return [
    ...edits,
    { path: MOCKS_PACKAGE_PATH, before: null, after: mocksTemplate({}), symbol: null },
  ];
}

interface Findings {
  readonly snapshot: Snapshot;
  readonly diagnostics: readonly Diagnostic[];
}

function planEdits(
  { route, subroute, method, mock }: SubrouteInput,
  endpoint: Endpoint,
  edits: readonly LayerEdit[],
  { snapshot, diagnostics }: Findings,
): Plan<GeneratedEndpoints> {
  const changes = edits.flatMap(({ path, before, after, symbol }) =>
    fileChange(path, before, after, symbol ?? undefined)
  );
  const withMock = mock === null ? "!" : " with mock data!";
  const what = `${method} subroute '${subroute}' for route '${route}'`;
  return {
    ...emptyPlan(diagnostics),
    changes: [...changes, ...recordEdits(endpoint, edits, snapshot)],
    messages: {
      applied: `Successfully generated ${what}${withMock}`,
      planned: `Would generate ${what}`,
      unchanged: "",
      conflict: "Move the file away, or choose another name",
    },
    data: { endpoints: [endpointSummary(endpoint)] },
  };
}

function recordEdits(
  endpoint: Endpoint,
  edits: readonly LayerEdit[],
  snapshot: Snapshot,
): readonly Change[] {
  const records = readRecords(snapshot);
  if (records === null) return [];
  const record = records.routes.get(endpoint.route) ?? EMPTY_RECORD;
  const added = {
    ...endpointFacts(endpoint),
    origin: "command" as const,
    input: endpointInput(endpoint),
    kept: null,
    definitions: edits.flatMap(addedDefinitions),
  };
  const key = endpointKey(added);
  const others = record.endpoints.filter((each) => endpointKey(each) !== key);
  const routes = new Map(records.routes);
  routes.set(endpoint.route, { ...record, endpoints: [...others, added] });
  const files = new Map(records.manifest.files);
  for (const { path, before, after } of edits) {
    if (before === null && routeFileAt(path) === null) files.set(path, fileRecord(path, after));
  }
  return recordChanges({ manifest: { ...records.manifest, files }, routes }, snapshot);
}

/** Returns the definitions that an edit adds to a route's file. */
function addedDefinitions({ path, before, after }: LayerEdit): readonly DefinitionRecord[] {
  if (before === null || !path.endsWith(".py")) return definitionsOf(path, fileRecord(path, after));
  const added = addedSymbols(readPython(before), readPython(after));
  const symbols = new Map(added.map((symbol) => [symbol.name, symbolHash(symbol)]));
  return definitionsOf(path, { hash: null, symbols });
}
