/** Plans a new route, with all its layers. */

import type { Change, Entry } from "../../core/change_set.ts";
import { hasPerRequest, SUPPORT_FILES } from "../code/support.ts";
import { type Diagnostic, error, warning } from "../../core/diagnostic.ts";
import { type ProjectPath, projectPath } from "../../core/project_path.ts";
import { analyzeRouteFile } from "../../project/routing/analysis.ts";
import { blueprintVariable, DEFAULT_LAYOUT, urlPrefix } from "../../project/layout/layout.ts";
import { type Manifest, MANIFEST_PATH } from "../../project/records/manifest.ts";
import { recordedPrefix } from "../../project/records/recorded_path.ts";
import { recordsIn } from "../../project/records/records.ts";
import { namesPath, recordPath } from "../../project/records/route_record.ts";
import { endpointsIn, type EndpointSpec, type RouteSpec } from "../../spec/api_spec.ts";
import { overlapsOfNewRoute, pathsOf } from "./added_paths.ts";
import { fileRecord } from "../edits/merge.ts";
import { ProjectDraft } from "../edits/project_draft.ts";
import { flaskModuleIn } from "../../project/routing/flask_module.ts";
import { mountedAt } from "../code/endpoint.ts";
import { endpointSummary } from "../code/endpoint_summary.ts";
import { isFirstCheck, withSupport } from "./first_check.ts";
import { claimAdded, emptyPlan, type GeneratedEndpoints, type Plan } from "../plans/plan.ts";
import type { Planner } from "../plans/planner.ts";
import { writeRecords } from "../records/write_records.ts";
import { recordedRoute } from "../records/recorded_route.ts";
import { endpointsCode, filesIn, type RouteCode, routeCode } from "../code/route_files.ts";
import { hasGeneratedLoop, MOUNTING_PATHS, routePrefix } from "../handlers/route_prefix.ts";
import { changeHint } from "./new_endpoint.ts";
import { planSubroute, readsInRoute, type SubrouteInput } from "./subroute_planner.ts";
import { unregisteredModule } from "../plans/unregistered.ts";
import { noteUnrecorded } from "../plans/unrecorded.ts";
import { READS_BEFORE_WHOLE, readsOfWhole } from "../plans/whole_project.ts";
import { Project } from "../../project/project.ts";

export interface RouteInput {
  readonly route: RouteSpec;
  /** Whether the caller chose the route's path. */
  readonly isPlaced: boolean;
  /** Whether to infer models from the mock. */
  readonly model: boolean;
  /** Path to the project's folder, for the suggested next steps. */
  readonly folder: string;
}

/** Returns the planner that adds a route. */
export function routePlanner(input: RouteInput): Planner<GeneratedEndpoints> {
  return {
    reads: {
      files: routeReads(input),
      folders: [DEFAULT_LAYOUT.routesFolder, ...READS_BEFORE_WHOLE.folders],
    },
    readsAfter: (found) => {
      const { files } = found;
      if (input.isPlaced || isFirstCheck(endpointsIn([input.route]), found)) {
        return readsOfWhole(found);
      }
      const mayBeElsewhere = files.has(recordPath(input.route.name)) ||
        !files.has(DEFAULT_LAYOUT.factory);
      if (mayBeElsewhere) return { python: () => true };
      const isThere = existingModule(input.route.name, found) !== undefined;
      if (isThere) return readsInRoute(joining(input, []), found);
      const records = hasGeneratedLoop(files) ? recordsIn(found.folders) : [];
      return { files: records, python: (path) => DEFAULT_LAYOUT.mayMount(path) };
    },
    plan: async (project) => {
      const { files, folders } = project;
      const plan = await planRoute(input, project);
      const clashes = caseClashes(folders.get(DEFAULT_LAYOUT.routesFolder) ?? [], input.route.name);
      const unregistered = unregisteredIn(plan.changes, input.route.name, project);
      const diagnostics = [...plan.diagnostics, ...clashes, ...unregistered];
      return noteUnrecorded({ ...plan, diagnostics }, files);
    },
  };
}

/** Warns if an application that registers its blueprints by hand does not register the new one. */
function unregisteredIn(
  changes: readonly Change[],
  route: string,
  project: Project,
): readonly Diagnostic[] {
  const { files } = project;
  const path = project.layout.routePaths(route).route;
  const text = changes.find((each) => each.path === path)?.after ?? null;
  const modules = [...files].filter(([path]) =>
    path.endsWith(".py") && DEFAULT_LAYOUT.mayMount(path)
  );
  // Without an application, the project is still incomplete, so there is no warning.
  const hasApplication = modules.some(([, text]) => text.includes("Flask("));
  if (text === null || hasGeneratedLoop(files) || !hasApplication) return [];
  return unregisteredModule(path, new Map([...modules, [path, text]]));
}

/**
 * Warns of existing routes whose files would have the same names on file systems that ignore case.
 */
function caseClashes(entries: readonly Entry[], route: string): readonly Diagnostic[] {
  return entries.flatMap(({ name }) => {
    const other = DEFAULT_LAYOUT.routeOf(`${DEFAULT_LAYOUT.routesFolder}/${name}`) ?? "";
    if (other === route || other.toLowerCase() !== route.toLowerCase()) return [];
    return [warning("spec-case", `Route names '${other}' and '${route}' differ only in case.`)];
  });
}

/** Returns the files that the plan of a route depends on. */
function routeReads(input: RouteInput): readonly ProjectPath[] {
  const { name } = input.route;
  const paths = codeOf(input, new Project(new Map())).paths;
  const others = [
    DEFAULT_LAYOUT.routePackage(name),
    DEFAULT_LAYOUT.routePaths(name).model,
    recordPath(name),
    namesPath(name),
  ];
  return [
    ...new Set([
      ...paths,
      ...others,
      ...MOUNTING_PATHS,
      ...SUPPORT_FILES,
      DEFAULT_LAYOUT.perRequest,
      MANIFEST_PATH,
    ]),
  ];
}

/** Returns endpoints as further methods of a route that exists already. */
function joining(
  { route: { name }, folder }: RouteInput,
  endpoints: readonly EndpointSpec[],
): SubrouteInput {
  return { route: name, subroute: null, path: null, endpoints, folder };
}

function codeOf(input: RouteInput, project: Project): RouteCode {
  return routeCode(input.route, codeOptions(input, project));
}

function codeOptions({ model }: RouteInput, project: Project) {
  const path = project.layout.perRequest;
  return { model, perRequest: hasPerRequest(project.files.get(path)) };
}

/** The code of a new route, with the warnings about its URL prefix. */
interface MountedCode {
  readonly code: RouteCode;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Generates the code of a new route. The generated tests request the path at which the application
 * mounts the route.
 */
function mountedCode(input: RouteInput, project: Project): MountedCode {
  const { name } = input.route;
  const code = codeOf(input, project);
  if (hasGeneratedLoop(project.files)) return { code, diagnostics: [] };
  const generated = DEFAULT_LAYOUT.layerPath(name, "route");
  const path = project.layout.layerPath(name, "route");
  const files = new Map([...project.files, [path, code.files.get(generated) ?? ""]]);
  const modules = [{ path, flask: flaskModuleIn(files, path) }] as const;
  const variable = blueprintVariable(name);
  const { prefix, diagnostics } = routePrefix({ route: name, variable, modules }, files);
  const unclear = diagnostics.filter((each) => each.code === "mounting-unclear");
  if (prefix === input.route.path) return { code, diagnostics: unclear };
  const endpoints = code.endpoints.map((each) => mountedAt(each, prefix));
  const mounted = endpointsCode(input.route, endpoints, codeOptions(input, project));
  return { code: mounted, diagnostics: unclear };
}

/** Finds the module of an existing route, even if people moved it. */
export function existingModule(route: string, project: Project): ProjectPath | undefined {
  const { layout } = project;
  const near = [layout.layerPath(route, "route"), layout.routePackage(route)]
    .find((path) => project.files.has(path));
  if (near !== undefined) return near;
  const recorded = project.recordOf(route)?.endpoints ?? [];
  const path = recorded.length === 0 ? undefined : project.homes.of(route).paths.route;
  if (path !== undefined && project.files.has(path)) return path;
  // An app cannot register two blueprints with the same name.
  return project.symbols.withBlueprint(route).find((each) => each.startsWith(`${layout.app}/`));
}

/** The endpoints of a route at its own path. */
interface OwnEndpoints {
  /** The path. */
  readonly path: string;
  /** Its methods; `null` if static analysis cannot determine them. */
  readonly methods: readonly string[] | null;
}

function ownEndpoints(path: ProjectPath, route: string, project: Project): OwnEndpoints {
  const record = project.recordOf(route);
  const prefix = record === undefined ? urlPrefix(route) : recordedPrefix(route, record);
  const own = analyzeRouteFile(path, project.files.get(path) ?? "")
    .flatMap(({ endpoints }) => endpoints)
    .filter((endpoint) => endpoint.path?.replace(/\/$/, "") === prefix);
  const methods = own.flatMap(({ methods }) => methods ?? []);
  const isKnown = own.every(({ methods }) => methods !== null);
  // If Layerwright did not write a route, people may register its endpoints in other ways.
  const isComplete = methods.length > 0 || record !== undefined;
  return { path: prefix, methods: isKnown && isComplete ? methods : null };
}

/** Plans further methods of a route that exists. */
async function planJoining(
  input: RouteInput,
  file: ProjectPath,
  project: Project,
): Promise<Plan<GeneratedEndpoints>> {
  const { name, path, endpoints, subroutes } = input.route;
  const own = ownEndpoints(file, name, project);
  if (input.isPlaced && path !== own.path) {
    const message = `Route '${name}' is at '${own.path}', not at '${path}'.`;
    const hint = "Leave out the path, or choose another name";
    return emptyPlan([error("spec-path", message, { hint })]);
  }
  const { methods } = own;
  const missing = endpoints.filter(({ method }) => methods !== null && !methods.includes(method));
  if (methods === null || missing.length === 0) {
    const message = `Route '${name}' already exists in ${file}`;
    return emptyPlan(
      [warning("route-exists", message, { hint: changeHint(`route ${name}`) })],
      message,
    );
  }
  if (subroutes.length === 0) return await planSubroute(joining(input, missing), project);
  const wanted = missing.map(({ method }) => method).join(", ");
  const present = methods.length === 0 ? "" : `, with ${methods.join(", ")}, not ${wanted}`;
  const message = `Route '${name}' already exists in ${file}${present}; nothing was written.`;
  const hint = `Add ${wanted} and the subroutes one by one`;
  return emptyPlan([error("route-method", message, { hint })]);
}

/**
 * Plans a route.
 *
 * @param project The files of {@linkcode routeReads} that exist, the modules that may have
 * handlers, and the records. The whole project if the caller chose the route's path, or if the
 * route has the project's first checked body.
 */
async function planRoute(
  input: RouteInput,
  project: Project,
): Promise<Plan<GeneratedEndpoints>> {
  const path = existingModule(input.route.name, project);
  if (path !== undefined) return await planJoining(input, path, project);
  // Without the generated loop, the application may mount the route at another path than its
  // default one.
  const isKnown = input.isPlaced || hasGeneratedLoop(project.files);
  const problems = isKnown ? overlapsOfNewRoute(pathsOf(input.route), project) : [];
  if (problems.length > 0) return emptyPlan(problems);
  const added = { endpoints: endpointsIn([input.route]), folder: input.folder };
  return await withSupport(added, project, (ready) => planNewRoute(input, ready));
}

function planNewRoute(input: RouteInput, project: Project): Plan<GeneratedEndpoints> {
  const { name, endpoints } = input.route;
  const { layout, records } = project;
  const { code, diagnostics } = mountedCode(input, project);
  const draft = new ProjectDraft(project);
  const overwriting = new ProjectDraft(project);
  for (const [path, text] of filesIn(code, layout)) {
    const at = layout.placed(projectPath(path));
    if (!project.files.has(at)) draft.write(at, text);
    else if (at !== layout.mocksPackage) overwriting.write(at, text);
  }
  if (records !== null) {
    const facts = { origin: "command" as const, withoutModels: !input.model };
    const record = recordedRoute(code, facts, records.routes.get(name));
    const manifest = withMocksPackage(records.manifest, code, project);
    writeRecords({ manifest, routes: new Map([[name, record]]) }, draft);
  }
  const conflicts = overwriting.changes();
  const existing = conflicts.length === 1 ? "file" : "files";
  const methods = endpoints.map(({ method }) => method).join(", ");
  const what = methods === "" ? `route '${name}'` : `${methods} route '${name}'`;
  return {
    ...emptyPlan(diagnostics),
    changes: draft.changes(),
    conflicts,
    messages: {
      applied: `Successfully generated ${what}!`,
      planned: `Would generate ${what}`,
      unchanged: "",
      conflict: `Move the ${existing} away, or choose another name`,
    },
    data: { endpoints: code.endpoints.map(endpointSummary) },
    claims: claimAdded(code.endpoints.map(endpointSummary), diagnostics),
  };
}

/** Adds the mocks package to the manifest if the route's code creates it. */
function withMocksPackage(manifest: Manifest, { files }: RouteCode, project: Project): Manifest {
  const text = files.get(DEFAULT_LAYOUT.mocksPackage);
  if (text === undefined || project.files.has(project.layout.mocksPackage)) return manifest;
  const record = fileRecord(DEFAULT_LAYOUT.mocksPackage, text);
  return {
    ...manifest,
    files: new Map([...manifest.files, [DEFAULT_LAYOUT.mocksPackage, record]]),
  };
}
