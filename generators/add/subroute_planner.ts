/** Plans new endpoints at one path of an existing route. */

import { SUPPORT_FILES } from "../code/support.ts";
import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { isProjectPath, type ProjectPath } from "../../core/project_path.ts";
import { flaskModuleIn } from "../../project/routing/flask_module.ts";
import { functionNames } from "../../project/layout/layers.ts";
import { DEFAULT_LAYOUT, urlPrefix } from "../../project/layout/layout.ts";
import { generatedHome } from "../../project/homes/route_home.ts";
import { namesPath, recordPath } from "../../project/records/route_record.ts";
import { type EndpointSpec, METHODS, needsSupport } from "../../spec/api_spec.ts";
import { isSameRule } from "../../project/layout/url_paths.ts";
import { overlaps, presentPath, servedAlready } from "./added_paths.ts";
import { addedEndpoint } from "../code/endpoint.ts";
import { dataFile } from "../code/endpoint_code.ts";
import { isFirstCheck } from "./first_check.ts";
import { homeInProject, mayHaveMoved } from "../handlers/home_in_project.ts";
import { planEndpoints } from "./new_endpoints.ts";
import { emptyPlan, type GeneratedEndpoints, type Plan } from "../plans/plan.ts";
import type { Planner, Reads } from "../plans/planner.ts";
import type { Project } from "../../project/project.ts";
import { companionPaths } from "../handlers/route_companions.ts";
import { isMountedElsewhere, readRouteModule, type RouteModule } from "../handlers/route_module.ts";
import { MOUNTING_PATHS } from "../handlers/route_prefix.ts";
import { noteUnrecorded } from "../plans/unrecorded.ts";
import { READS_BEFORE_WHOLE, readsOfWhole } from "../plans/whole_project.ts";

/** New endpoints. */
export interface SubrouteInput {
  readonly route: string;
  /** `null` for the route's own path. */
  readonly subroute: string | null;
  /**
   * The path below the route's. If it is `null`, the subroute keeps its present path, and a new one
   * gets `/<subroute>`.
   */
  readonly path: string | null;
  /** At least one; one per method. */
  readonly endpoints: readonly EndpointSpec[];
  /** Path to the project's folder, for the suggested next steps. */
  readonly folder: string;
}

/** Returns the planner that adds a subroute, or methods of one. */
export function subroutePlanner(input: SubrouteInput): Planner<GeneratedEndpoints> {
  return {
    reads: {
      files: [...subrouteReads(input), ...READS_BEFORE_WHOLE.files],
      folders: mayNeedWhole(input) ? READS_BEFORE_WHOLE.folders : [],
    },
    readsAfter: (found) => readsInRoute(input, found),
    plan: async (project) => noteUnrecorded(await planSubroute(input, project), project.files),
  };
}

function mayNeedWhole(input: SubrouteInput): boolean {
  return mayBeServed(input) || input.endpoints.some(needsSupport);
}

/**
 * Reports whether other code may serve the path. A path that the caller chose may be taken, and
 * other routes may have the route's own path, too.
 */
function mayBeServed({ subroute, path }: SubrouteInput): boolean {
  return path !== null || subroute === null;
}

/** Returns the files to read once it is known where the route is. */
export function readsInRoute(input: SubrouteInput, found: Project): Reads {
  const { files } = found;
  if (mayBeServed(input) || isFirstCheck(input.endpoints, found)) return readsOfWhole(found);
  const home = generatedHome(input.route);
  const text = files.get(home.paths.route);
  if (text === undefined || mayHaveMoved(input.route, found)) {
    return { python: () => true };
  }
  const service = files.get(home.paths.service) ?? "";
  const more = [...companionPaths(home.paths.route, text), ...loadedMocks(service)];
  const { blueprints } = flaskModuleIn(files, home.paths.route);
  const mayShare = blueprints.some((each) => maySharePrefix(input.route, each.urlPrefix ?? null));
  return isMountedElsewhere(home, text, files) || mayShare
    ? { files: more, python: (path) => DEFAULT_LAYOUT.mayMount(path) }
    : { files: more };
}

/**
 * Reports whether other routes may have the prefix of a route, so that they may serve its new
 * paths. Only a prefix that ends with the route's name counts as its own, because comparing the
 * paths takes as long as reading all routes.
 */
function maySharePrefix(route: string, prefix: string | null): boolean {
  return prefix === null || !prefix.replaceAll("-", "_").endsWith(urlPrefix(route));
}

/**
 * Returns the data files that a service loads. The files are needed if an existing endpoint returns
 * the location of an item from now on.
 */
function loadedMocks(service: string): readonly ProjectPath[] {
  return [...service.matchAll(/\bload_mock\(\s*"([^"\\]+)"/g)]
    .map(([, name]) => `${DEFAULT_LAYOUT.mocksFolder}/${name}`).filter(isProjectPath);
}

/** Returns the files that every plan of a subroute depends on. */
function subrouteReads({ route, subroute, endpoints }: SubrouteInput): ProjectPath[] {
  const data = endpoints.flatMap((endpoint) => {
    const file = dataFile(addedEndpoint(route, { ...endpoint, subroute, path: "" }));
    return file === null ? [] : [DEFAULT_LAYOUT.dataFile(file.name)];
  });
  return [
    ...Object.values(DEFAULT_LAYOUT.routePaths(route)),
    DEFAULT_LAYOUT.routePackage(route),
    DEFAULT_LAYOUT.mocksPackage,
    ...data,
    ...SUPPORT_FILES,
    DEFAULT_LAYOUT.perRequest,
    ...MOUNTING_PATHS,
    recordPath(route),
    namesPath(route),
  ];
}

/**
 * Plans a subroute.
 *
 * @param project The files of {@linkcode subrouteReads} that exist, and those of {@linkcode readsInRoute}.
 */
export async function planSubroute(
  input: SubrouteInput,
  project: Project,
): Promise<Plan<GeneratedEndpoints>> {
  const { route, subroute, endpoints, folder } = input;
  const place = placeOf(input, project);
  if ("severity" in place) return emptyPlan([place]);
  const full = { route, subroute, path: place.prefix + place.path, endpoints };
  const isNew = input.path !== null && !place.isPresent;
  const problems = isNew ? overlaps([full], project) : servedByOthers(input, place.path, project);
  if (problems.length > 0) return emptyPlan(problems);
  const isOneOfMany = endpoints.length > 1;
  const added = endpoints.map((each) => ({
    ...each,
    route,
    subroute,
    path: place.path,
    isOneOfMany,
  }));
  return await planEndpoints(added, project, folder);
}

/** Returns errors for new methods that another route serves at the same path. */
function servedByOthers(
  { route, subroute, endpoints }: SubrouteInput,
  path: string,
  project: Project,
): readonly Diagnostic[] {
  const module = moduleOf(route, project);
  if (module === null || subroute !== null && !maySharePrefix(route, module.prefix)) return [];
  const added = endpoints.map((each) => addedEndpoint(route, { ...each, subroute, path }));
  const rule = added[0]?.rule ?? "";
  const own = module.endpoints.filter((each) => each.rule !== null && isSameRule(each.rule, rule));
  const others = endpoints.filter(({ method }) =>
    !own.some(({ methods }) => methods === null || methods.includes(method))
  );
  return servedAlready({ path: module.prefix + rule, endpoints: others }, project);
}

/** The path of new endpoints. */
interface Place {
  readonly prefix: string;
  /** The path below the prefix. */
  readonly path: string;
  /** Whether the subroute has endpoints there. */
  readonly isPresent: boolean;
}

/** Finds out where new endpoints go. A subroute has one path, whichever command adds a method to it. */
function placeOf(input: SubrouteInput, project: Project): Place | Diagnostic {
  const { route, subroute, path: wanted } = input;
  const byDefault = subroute === null ? "" : `/${subroute}`;
  const module = mayHave(input, project) ? moduleOf(route, project) : null;
  const present = subroute === null || module === null ? null : presentPath(subroute, module);
  const prefix = module?.prefix ?? "";
  if (wanted === null || present === null || wanted === present) {
    return { prefix, path: wanted ?? present ?? byDefault, isPresent: present !== null };
  }
  const message = `Subroute '${subroute}' of route '${route}' is at '${prefix}${present}', ` +
    `not at '${prefix}${wanted}'.`;
  return error("spec-path", message, { hint: "Leave out the path, or choose another name" });
}

/** Reports whether the code may have the subroute already. Most commands add a new subroute. */
function mayHave({ route, subroute, path }: SubrouteInput, project: Project): boolean {
  if (path !== null) return true;
  const text = project.files.get(homeInProject(route, project).paths.route) ?? "";
  return METHODS.some((method) => text.includes(`def ${functionNames(method, subroute).handler}(`));
}

function moduleOf(route: string, project: Project): RouteModule | null {
  const home = homeInProject(route, project);
  const text = project.files.get(home.paths.route);
  const module = text === undefined ? null : readRouteModule(home, text, project.files);
  return module === null || "severity" in module ? null : module;
}
