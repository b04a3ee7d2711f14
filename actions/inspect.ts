/** Reading a project or a spec without changing it. */

import type { Snapshot } from "../core/change_set.ts";
import { quotable } from "../core/printable.ts";
import { counted, type Report, report } from "../core/report.ts";
import { type Analysis, analyzeFiles, analyzeRouteFile } from "../project/analysis.ts";
import { routePaths } from "../project/layout.ts";
import { MANIFEST_PATH, parseManifest } from "../project/manifest.ts";
import type { ApiSpecInput } from "../spec/api_spec_input.ts";
import { countEndpoints, type RouteSpec } from "../spec/api_spec.ts";
import { bodyType, describeBody } from "../spec/body_type.ts";
import { routeNameProblem } from "../spec/name_problem.ts";
import { nearest } from "../spec/names.ts";
import { readSpec } from "../spec/read_spec.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { pythonFiles } from "./project_files.ts";
import {
  CONTAINER_FILES,
  type ContainerFile,
  containerFilesIn,
  type Layer,
  layersIn,
} from "./project_parts.ts";
import { onProject } from "./on_project.ts";

/** Options of {@linkcode validateSpec}. */
export interface ValidateSpecOptions {
  /** The spec's path in messages; default: `spec.json`. */
  readonly specPath?: string;
  /** Whether projects are generated where file names ignore case; default: `false`. */
  readonly foldsCase?: boolean;
}

/** Data of the report of {@linkcode validateSpec}. */
export interface SpecSummary {
  /** The spec's description. */
  readonly description: string | null;
  /** Number of routes. */
  readonly routes: number;
  /** Number of endpoints. */
  readonly endpoints: number;
  /** What the examples of bodies mean. */
  readonly bodies: readonly CheckedBody[];
}

/** The bodies that an endpoint of a spec accepts. */
export interface CheckedBody {
  /** The HTTP method in upper case. */
  readonly method: string;
  /** The full path. */
  readonly path: string;
  /** The bodies, for people, such as `name text, note text?`. */
  readonly body: string;
}

/**
 * Checks a spec.
 *
 * @param spec JSON text or a value.
 * @param options The spec's path for messages, and whether file names ignore case.
 * @returns The report: `unchanged`, or `failed` with all errors.
 *
 * @example
 * ```ts
 * import { validateSpec } from "@layerwright/layerwright";
 * import { equal } from "node:assert/strict";
 *
 * const [problem] = validateSpec('{"routes": {}}').diagnostics;
 * equal(problem?.code, "spec-routes-empty");
 * equal(problem?.message, "'routes' cannot be empty.");
 *
 * const { message } = validateSpec({ routes: { ping: { type: "GET" } } });
 * equal(message, "Valid: 1 route, 1 endpoint");
 * ```
 */
export function validateSpec(
  spec: string | ApiSpecInput,
  options: ValidateSpecOptions = {},
): Report<SpecSummary> {
  const { specPath: path = "spec.json", foldsCase = false } = options;
  const { spec: checked, diagnostics } = readSpec(spec, { path, foldsCase });
  if (checked === null) return report("validate", "failed", { diagnostics });
  const routes = checked.routes.length;
  const endpoints = countEndpoints(checked);
  return report("validate", "unchanged", {
    message: `Valid: ${counted(routes, "route")}, ${counted(endpoints, "endpoint")}`,
    diagnostics,
    data: {
      description: checked.description,
      routes,
      endpoints,
      bodies: checked.routes.flatMap(checkedBodies),
    },
  });
}

function checkedBodies({ path: prefix, endpoints, subroutes }: RouteSpec): readonly CheckedBody[] {
  return [{ path: "", endpoints }, ...subroutes].flatMap(({ path, endpoints }) =>
    endpoints.flatMap(({ method, body }) =>
      body === undefined
        ? []
        : [{ method, path: prefix + path, body: describeBody(bodyType(body)) }]
    )
  );
}

/** Data of the report of {@linkcode analyzeProject}. */
export interface AnalysisData extends Analysis {
  /** The project's name, as passed. */
  readonly name: string;
  /** The layers of the project, outermost first. */
  readonly layers: readonly Layer[];
}

/**
 * Finds the endpoints of a project and the problems in its files.
 *
 * @param workspace Any Flask project.
 * @param name The project's name, for the report.
 * @returns The report with {@linkcode AnalysisData}.
 *
 * @example
 * ```ts
 * import { analyzeProject, createMemoryWorkspace } from "@layerwright/layerwright";
 * import { equal } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace({
 *   "app.py": "app = Flask(__name__)\n\n@app.get('/')\ndef index(): ...\n",
 * });
 * const { data } = await analyzeProject(workspace, "shop");
 * const [endpoint] = data?.routes[0]?.endpoints ?? [];
 * equal(`${endpoint?.file}:${endpoint?.line} ${endpoint?.path}`, "app.py:3 /");
 * ```
 */
export function analyzeProject(
  workspace: Workspace,
  name: string,
): Promise<Report<AnalysisData>> {
  return onProject("analyze", workspace, "reading", async () => {
    const files = await readPythonFiles(workspace);
    const analysis = analyzeFiles(files);
    const { routes, problems } = analysis;
    const endpoints = routes.flatMap((route) => route.endpoints).length;
    const counts = [
      counted(routes.length, "route"),
      counted(endpoints, "endpoint"),
      counted(problems.length, "problem"),
    ];
    const data: AnalysisData = { name, layers: layersIn(files), ...analysis };
    return report("analyze", "unchanged", { message: `${name}: ${counts.join(", ")}`, data });
  });
}

async function readPythonFiles(workspace: Workspace): Promise<Snapshot> {
  return await workspace.read(await pythonFiles(workspace));
}

/** Data of the report of {@linkcode getProjectInfo}. */
export interface ProjectInfo {
  /** The project's name, as passed. */
  readonly name: string;
  /** The version of Layerwright that generated the project; `null` if it was not generated. */
  readonly generator: string | null;
  /** The names of the routes. */
  readonly routes: readonly string[];
  /** The names of the classes in `api/models`. */
  readonly models: readonly string[];
  /** The files for building a container. */
  readonly containers: readonly ContainerFile[];
}

/**
 * Describes a project: its generator, routes, models and container files.
 *
 * @param workspace Any Flask project.
 * @param name The project's name, for the report.
 * @returns The report with {@linkcode ProjectInfo}.
 *
 * @example
 * ```ts
 * import { createMemoryWorkspace, generateApi, getProjectInfo } from "@layerwright/layerwright";
 * import { deepEqual } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace();
 * await generateApi(workspace, "shop", { routes: { ping: { type: "GET" } } });
 * const { data } = await getProjectInfo(workspace, "shop");
 * deepEqual(data?.routes, ["ping"]);
 * ```
 */
export function getProjectInfo(
  workspace: Workspace,
  name: string,
): Promise<Report<ProjectInfo>> {
  return onProject("info", workspace, "reading", async () => {
    const { routes, models } = analyzeFiles(await readPythonFiles(workspace));
    const files = await workspace.read([MANIFEST_PATH, ...CONTAINER_FILES]);
    const manifest = files.get(MANIFEST_PATH);
    const generator = manifest === undefined ? null : parseManifest(manifest).version;
    const data: ProjectInfo = {
      name,
      generator,
      routes: [...new Set(routes.map((route) => route.name))],
      models,
      containers: containerFilesIn(files),
    };
    const origin = generator === null
      ? "not generated by layerwright"
      : `generated by layerwright ${generator}`;
    return report("info", "unchanged", { message: `${name}, ${origin}`, data });
  });
}

/** Data of the report of {@linkcode checkRouteExists}. */
export interface RouteCheck {
  /** Whether the project has the route. */
  readonly exists: boolean;
  /** The paths of the route's files in the project. */
  readonly files: readonly string[];
  /** Number of the route's endpoints. */
  readonly endpoints: number;
}

/**
 * Checks whether a project has a route.
 *
 * @param workspace Any Flask project.
 * @param route The route's name.
 * @returns The report with {@linkcode RouteCheck}. Its status is `unchanged` whether or not the route
 * exists.
 *
 * @example
 * ```ts
 * import { checkRouteExists, createMemoryWorkspace } from "@layerwright/layerwright";
 * import { deepEqual } from "node:assert/strict";
 *
 * const { data } = await checkRouteExists(createMemoryWorkspace(), "ping");
 * deepEqual(data, { exists: false, files: [], endpoints: 0 });
 * ```
 */
export function checkRouteExists(
  workspace: Workspace,
  route: string,
): Promise<Report<RouteCheck>> {
  return onProject("check", workspace, "reading", async () => {
    const own = await readOwnRoute(workspace, route);
    const routes = own ?? analyzeFiles(await readPythonFiles(workspace)).routes;
    const found = routes.filter((each) => each.name === route);
    const files = [...new Set(found.map((each) => each.file))];
    const endpoints = found.flatMap((each) => each.endpoints).length;
    const data: RouteCheck = { exists: found.length > 0, files, endpoints };
    if (data.exists) {
      const message = `Route '${route}' exists: ${counted(endpoints, "endpoint")} in ${
        files.join(", ")
      }`;
      return report("check", "unchanged", { message, data });
    }
    const meant = nearest(route, routes.map((each) => each.name));
    const message = `Route '${quotable(route)}' does not exist${
      meant === null ? "" : `; did you mean '${meant}'?`
    }`;
    return report("check", "unchanged", { message, data });
  });
}

/**
 * Reads the file of a route in the generated layout, and returns its routes; `null` without the
 * file.
 */
async function readOwnRoute(workspace: Workspace, route: string) {
  if (routeNameProblem(route) !== null) return null;
  const path = routePaths(route).route;
  const text = (await workspace.read([path])).get(path);
  return text === undefined ? null : analyzeRouteFile(path, text);
}
