/** Plans a new route, with all its layers. */

import type { Change, Entry, Snapshot } from "../core/change_set.ts";
import { type Diagnostic, error, warning } from "../core/diagnostic.ts";
import { type ProjectPath, projectPath } from "../core/project_path.ts";
import { analyzeRouteFile } from "../project/analysis.ts";
import { appFolder, inApp } from "../project/app_folder.ts";
import {
  APP_PATH,
  blueprintVariable,
  mayMount,
  MOCKS_PACKAGE_PATH,
  PER_REQUEST_PATH,
  REQUEST_BODY_PATH,
  routeOf,
  routePackagePath,
  routePaths,
  ROUTES_FOLDER,
  urlPrefix,
} from "../project/layout.ts";
import { type Manifest, MANIFEST_PATH } from "../project/manifest.ts";
import { earlierFiles, readRecords } from "../project/records.ts";
import { namesPath, recordPath } from "../project/route_record.ts";
import type { EndpointSpec, RouteSpec } from "../spec/api_spec.ts";
import { fileRecord } from "./merge.ts";
import { changesInApp } from "./changes_in_app.ts";
import { flaskModuleIn } from "../project/flask_module.ts";
import { ProjectSymbols } from "../project/project_symbols.ts";
import { RouteHomes } from "../project/route_homes.ts";
import { hasPerRequest } from "./per_request.ts";
import { mountedAt } from "./endpoint.ts";
import { endpointSummary } from "./endpoint_summary.ts";
import { emptyPlan, fileChange, type GeneratedEndpoints, type Plan } from "./plan.ts";
import type { Planner } from "./planner.ts";
import { recordChanges } from "./record_changes.ts";
import { recordedRoute } from "./recorded_route.ts";
import { endpointsCode, type RouteCode, routeCode } from "./route_files.ts";
import { hasGeneratedLoop, MOUNTING_PATHS, routePrefix } from "./route_prefix.ts";
import { planSubroute, type SubrouteInput, subroutePlanner } from "./subroute.ts";
import { unregisteredModule } from "./unregistered.ts";

export interface RouteInput {
  readonly route: RouteSpec;
  /** Whether to infer models from the mock. */
  readonly model: boolean;
}

/** Returns the planner that adds a route. */
export function routePlanner(input: RouteInput): Planner<GeneratedEndpoints> {
  return {
    reads: { files: routeReads(input), folders: [ROUTES_FOLDER] },
    readsAfter: (found) => {
      const { files } = found;
      const earlier = { files: earlierFiles(files.get(MANIFEST_PATH)) };
      const mayBeElsewhere = files.has(recordPath(input.route.name)) || !files.has(APP_PATH);
      if (mayBeElsewhere) return { ...earlier, python: () => true };
      const isThere = existingModule(input.route.name, files) !== undefined;
      if (isThere) return subroutePlanner(joining(input)).readsAfter?.(found) ?? earlier;
      return hasGeneratedLoop(files) ? earlier : { ...earlier, python: mayMount };
    },
    plan: ({ files, folders }) => {
      const plan = planRoute(input, files);
      const clashes = caseClashes(folders.get(ROUTES_FOLDER) ?? [], input.route.name);
      const unregistered = unregisteredIn(plan.changes, input.route.name, files);
      return { ...plan, diagnostics: [...plan.diagnostics, ...clashes, ...unregistered] };
    },
  };
}

/** Warns if an application that registers its blueprints by hand does not register the new one. */
function unregisteredIn(
  changes: readonly Change[],
  route: string,
  files: Snapshot,
): readonly Diagnostic[] {
  const path = inApp(routePaths(route).route, { app: appFolder(files) });
  const text = changes.find((each) => each.path === path)?.after ?? null;
  const modules = [...files].filter(([path]) => path.endsWith(".py") && mayMount(path));
  // A folder without an application is filled step by step.
  const hasApplication = modules.some(([, text]) => text.includes("Flask("));
  if (text === null || hasGeneratedLoop(files) || !hasApplication) return [];
  return unregisteredModule(path, new Map([...modules, [path, text]]));
}

/**
 * Warns of existing routes whose files would have the same names on file systems that ignore case.
 */
function caseClashes(entries: readonly Entry[], route: string): readonly Diagnostic[] {
  return entries.flatMap(({ name }) => {
    const other = routeOf(`${ROUTES_FOLDER}/${name}`) ?? "";
    if (other === route || other.toLowerCase() !== route.toLowerCase()) return [];
    return [warning("spec-case", `Route names '${other}' and '${route}' differ only in case.`)];
  });
}

/** Returns the files that the plan of a route depends on. */
function routeReads(input: RouteInput): readonly ProjectPath[] {
  const { name } = input.route;
  const paths = codeOf(input, new Map()).paths;
  const others = [
    routePackagePath(name),
    routePaths(name).model,
    recordPath(name),
    namesPath(name),
  ];
  return [
    ...new Set([
      ...paths,
      ...others,
      ...MOUNTING_PATHS,
      REQUEST_BODY_PATH,
      PER_REQUEST_PATH,
      MANIFEST_PATH,
    ]),
  ];
}

/** Returns the same endpoint as another method of a route that exists already. */
function joining({ route: { name, endpoints } }: RouteInput): SubrouteInput {
  const [endpoint = DEFAULT_ENDPOINT] = endpoints;
  return { ...endpoint, route: name, subroute: null, path: "" };
}

const DEFAULT_ENDPOINT: EndpointSpec = { method: "GET", status: 200, mock: null };

function codeOf(input: RouteInput, snapshot: Snapshot): RouteCode {
  return routeCode(input.route, codeOptions(input, snapshot));
}

function codeOptions({ model }: RouteInput, snapshot: Snapshot) {
  const path = inApp(PER_REQUEST_PATH, { app: appFolder(snapshot) });
  return { model, perRequest: hasPerRequest(snapshot.get(path)) };
}

/** The code of a new route, and what the prefix of its URLs leaves unclear. */
interface MountedCode {
  readonly code: RouteCode;
  readonly diagnostics: readonly Diagnostic[];
}

/** Generates the code of a new route. Its tests request the path at which the application mounts it. */
function mountedCode(input: RouteInput, snapshot: Snapshot): MountedCode {
  const { name } = input.route;
  const code = codeOf(input, snapshot);
  if (hasGeneratedLoop(snapshot)) return { code, diagnostics: [] };
  const generated = routePaths(name).route;
  const path = inApp(generated, { app: appFolder(snapshot) });
  const files = new Map([...snapshot, [path, code.files.get(generated) ?? ""]]);
  const modules = [{ path, flask: flaskModuleIn(files, path) }] as const;
  const variable = blueprintVariable(name);
  const { prefix, diagnostics } = routePrefix({ route: name, variable, modules }, files);
  const unclear = diagnostics.filter((each) => each.code === "mounting-unclear");
  if (prefix === urlPrefix(name)) return { code, diagnostics: unclear };
  const endpoints = code.endpoints.map((each) => mountedAt(each, prefix));
  const mounted = endpointsCode(input.route, endpoints, codeOptions(input, snapshot));
  return { code: mounted, diagnostics: unclear };
}

/** Finds the module of an existing route, even if people moved it. */
function existingModule(route: string, snapshot: Snapshot): ProjectPath | undefined {
  const app = appFolder(snapshot);
  const near = [routePaths(route).route, routePackagePath(route)].map((path) =>
    inApp(path, { app })
  ).find((path) => snapshot.has(path));
  if (near !== undefined) return near;
  const records = readRecords(snapshot)?.routes ?? new Map();
  const recorded = records.get(route)?.endpoints ?? [];
  const path = recorded.length === 0
    ? undefined
    : new RouteHomes(snapshot, records).of(route).paths.route;
  if (path !== undefined && snapshot.has(path)) return path;
  // An app cannot register two blueprints of one name.
  return new ProjectSymbols(snapshot).withBlueprint(route).find((each) =>
    each.startsWith(`${app}/`)
  );
}

/** Returns the methods at a route's own path; none if static analysis cannot determine them. */
function ownMethods(path: ProjectPath, text: string, route: string): readonly string[] {
  const own = analyzeRouteFile(path, text).flatMap(({ endpoints }) => endpoints)
    .filter((endpoint) => endpoint.path?.replace(/\/$/, "") === urlPrefix(route));
  return own.some(({ methods }) => methods === null)
    ? []
    : own.flatMap(({ methods }) => methods ?? []);
}

/**
 * Plans a route.
 *
 * @param snapshot The files of {@linkcode routeReads} that exist.
 */
function planRoute(input: RouteInput, snapshot: Snapshot): Plan<GeneratedEndpoints> {
  const { route } = input;
  const { name } = route;
  const { method } = joining(input);
  const path = existingModule(name, snapshot);
  if (path !== undefined) {
    const methods = ownMethods(path, snapshot.get(path) ?? "", name);
    if (methods.length > 0 && !methods.includes(method)) {
      if (route.subroutes.length === 0) return planSubroute(joining(input), snapshot);
      const message = `Route '${name}' already exists in ${path}, ` +
        `with ${methods.join(", ")}, not ${method}; nothing was written.`;
      const hint = `Add ${method} and the subroutes one by one`;
      return emptyPlan([error("route-method", message, { hint })]);
    }
    const message = `Route '${name}' already exists in ${path}`;
    return emptyPlan([warning("route-exists", message)], message);
  }
  const { code, diagnostics } = mountedCode(input, snapshot);
  const changes: Change[] = [];
  const conflicts: Change[] = [];
  for (const [path, text] of code.files) {
    const at = projectPath(path);
    const before = snapshot.get(at) ?? null;
    if (before !== null && at === MOCKS_PACKAGE_PATH) continue;
    const into = before === null ? changes : conflicts;
    into.push(...fileChange(at, before, text));
  }
  const placed = changesInApp(changes, appFolder(snapshot), snapshot);
  conflicts.push(...placed.conflicts);
  const all = [...placed.changes];
  const records = readRecords(snapshot);
  if (records !== null) {
    const record = recordedRoute(code, { origin: "command", withoutModels: !input.model });
    const manifest = withMocksPackage(records.manifest, code, snapshot);
    const routes = new Map([...records.routes, [name, record]]);
    all.push(...recordChanges({ manifest, routes }, snapshot));
  }
  const existing = conflicts.length === 1 ? "file" : "files";
  return {
    ...emptyPlan(diagnostics),
    changes: all,
    conflicts,
    messages: {
      applied: `Successfully generated ${method} route '${name}'!`,
      planned: `Would generate ${method} route '${name}'`,
      unchanged: "",
      conflict: `Move the ${existing} away, or choose another name`,
    },
    data: { endpoints: code.endpoints.map(endpointSummary) },
  };
}

/** Adds the mocks package to the manifest if the route's code creates it. */
function withMocksPackage(manifest: Manifest, { files }: RouteCode, snapshot: Snapshot): Manifest {
  const text = files.get(MOCKS_PACKAGE_PATH);
  if (text === undefined || snapshot.has(MOCKS_PACKAGE_PATH)) return manifest;
  const record = fileRecord(MOCKS_PACKAGE_PATH, text);
  return { ...manifest, files: new Map([...manifest.files, [MOCKS_PACKAGE_PATH, record]]) };
}
