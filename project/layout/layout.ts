/** The layout of a generated project: the paths of its files, and the names in its code. */

import { type ProjectPath, projectPath } from "../../core/project_path.ts";
import type { Method } from "../../spec/api_spec.ts";

/** A layer of a route. A route has one module per layer. */
export type LayerName = "route" | "service" | "repository" | "model" | "test";

/** The modules of a route, where `*` stands for the route's name. */
const MODULES: Readonly<Record<LayerName, string>> = {
  route: "api/routes/*_route",
  service: "api/services/*_service",
  repository: "api/repositories/*_repository",
  model: "api/models/*_model",
  test: "tests/test_*_route",
};

/** The folder of the app's package. */
export const APP_FOLDER = "api";

/** The description of the project. */
export const README_PATH: ProjectPath = projectPath("README.md");

/** The settings of the project's tools. */
export const PYPROJECT_PATH: ProjectPath = projectPath("pyproject.toml");

/** The tests of the code that all endpoints share. */
export const APP_TEST_PATH: ProjectPath = projectPath("tests/test_app.py");

/** The application factory. */
export const APP_PATH: ProjectPath = projectPath("api/__init__.py");

/** The package that registers the blueprints. */
export const ROUTES_PACKAGE_PATH: ProjectPath = projectPath("api/routes/__init__.py");

/** The module that reads request bodies. */
export const REQUEST_BODY_PATH: ProjectPath = projectPath("api/request_body.py");

/** The module with the base of all request body models. */
export const BODY_MODEL_PATH: ProjectPath = projectPath("api/models/body.py");

/** The module that keeps objects for one request. */
export const PER_REQUEST_PATH: ProjectPath = projectPath("api/per_request.py");

/** The folder of the mocks package and of its data files. */
export const MOCKS_FOLDER: ProjectPath = projectPath("api/mocks");

/** The package that loads mocks from data files. */
export const MOCKS_PACKAGE_PATH: ProjectPath = projectPath(`${MOCKS_FOLDER}/__init__.py`);

/** The function in a route's module that creates the service. */
export const SERVICE_FUNCTION = "service";

/** The paths of a route's modules, by layer. */
export type RoutePaths = Readonly<Record<LayerName, ProjectPath>>;

/**
 * Returns the paths of a route's modules.
 *
 * @example
 * ```ts
 * import { routePaths } from "./layout.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(routePaths("users").service, "api/services/users_service.py");
 * ```
 */
export function routePaths(route: string): RoutePaths {
  return {
    route: layerPath(route, "route"),
    service: layerPath(route, "service"),
    repository: layerPath(route, "repository"),
    model: layerPath(route, "model"),
    test: layerPath(route, "test"),
  };
}

/** Returns the path of one module of a route. */
export function layerPath(route: string, layer: LayerName): ProjectPath {
  return projectPath(`${MODULES[layer].replace("*", route)}.py`);
}

/** Returns the path that a route's module has after someone turned it into a package. */
export function routePackagePath(route: string): ProjectPath {
  return projectPath(routePaths(route).route.replace(/\.py$/, "/__init__.py"));
}

/** Returns the folder of a layer's modules. */
export function layerFolder(layer: LayerName): ProjectPath {
  return projectPath(MODULES[layer].slice(0, MODULES[layer].lastIndexOf("/")));
}

/** The folder of the route modules. It marks a project of this layout. */
export const ROUTES_FOLDER: ProjectPath = layerFolder("route");

/**
 * Finds the first route in a project's spec. The generated README names only that route.
 *
 * @returns `null` if the README names none.
 */
export function firstRouteIn(readme: string): string | null {
  return README_ROUTE.exec(readme)?.[1] ?? null;
}

/**
 * Finds the title of a README.
 *
 * @returns The title as Markdown; `null` if the first line is not a title.
 */
export function titleIn(readme: string): string | null {
  return /^# (.+)/.exec(readme)?.[1]?.trimEnd() ?? null;
}

const README_ROUTE = new RegExp(`\`${MODULES.route.replace("*", "(\\w+)")}\\.py\``);

/** A file that belongs to one route. */
export interface RouteFile {
  readonly route: string;
  /** `mock` for a data file. */
  readonly layer: LayerName | "mock";
}

const PATTERNS: readonly { readonly layer: RouteFile["layer"]; readonly pattern: RegExp }[] = [
  ...(Object.keys(MODULES) as LayerName[]).map((layer) => ({
    layer,
    pattern: new RegExp(`^${MODULES[layer].replace("*", "(\\w+)")}(?:/__init__)?\\.py$`),
  })),
  { layer: "mock", pattern: new RegExp(`^${MOCKS_FOLDER}/(\\w+)-?/\\w+\\.json$`) },
];

/**
 * Finds the route and layer of a file by its path. A module may also be a package.
 *
 * @returns `null` for a file that belongs to no route, or that was moved to another path.
 *
 * @example
 * ```ts
 * import { routeFileAt } from "./layout.ts";
 * import { deepEqual, equal } from "node:assert/strict";
 *
 * deepEqual(routeFileAt("api/models/users_model.py"), { route: "users", layer: "model" });
 * equal(routeFileAt("api/errors.py"), null);
 * ```
 */
export function routeFileAt(path: string): RouteFile | null {
  for (const { layer, pattern } of PATTERNS) {
    const route = pattern.exec(path)?.[1];
    if (route !== undefined) return { route, layer };
  }
  return null;
}

/** Returns the route whose handlers are in a file; `null` if the file is not a route's module. */
export function routeOf(path: string): string | null {
  const file = routeFileAt(path);
  return file?.layer === "route" ? file.route : null;
}

/** The application's modules and packages that contain no handlers. */
const WITHOUT_HANDLERS = [
  ...(["service", "repository", "model"] as const).map(layerFolder),
  MOCKS_FOLDER,
  ...["errors", "json_provider", "per_request", "request_body"].map((name) => `api/${name}`),
];

/** Reports whether a module may have handlers. The lower layers and the generated helpers have none. */
export function mayHaveHandlers(path: ProjectPath): boolean {
  return !WITHOUT_HANDLERS.some((each) => path === `${each}.py` || path.startsWith(`${each}/`));
}

/** Reports whether a file belongs to the tests, whose endpoints are not part of the API. */
export function isInTests(path: ProjectPath): boolean {
  return /^tests?\//.test(path);
}

/** Reports whether a module may register blueprints, or have the constants of their prefixes. */
export function mayMount(path: ProjectPath): boolean {
  return mayHaveHandlers(path) && (!TEST_CODE.test(path) || ROUTE_NAMED_TEST.test(path));
}

const TEST_CODE = /(?:^|\/)(?:tests?\/|test_|conftest\.py$)/;

/** The module or package of a route such as `test` or `test_runs`. */
const ROUTE_NAMED_TEST = /(?:^|\/)routes\/test\w*_route(?:\/|\.py$)/;

/** Names that Windows reserves for files and folders, or that git ignores. */
const UNUSABLE_NAME = /^(?:con|prn|aux|nul|(?:com|lpt)[0-9]|__pycache__)$/i;

/**
 * Returns a name for a route's file or folder. A hyphen is added to unusable names. The result is unique,
 * because names of routes contain no hyphens.
 */
export function fileNameOf(route: string): string {
  return UNUSABLE_NAME.test(route) ? `${route}-` : route;
}

/**
 * Returns the name under which the mocks package loads a mock's data file.
 *
 * @example
 * ```ts
 * import { dataFileName } from "./layout.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(dataFileName("users", "get_active"), "users/get_active.json");
 * ```
 */
export function dataFileName(route: string, serviceMethod: string): string {
  return `${fileNameOf(route)}/${serviceMethod}.json`;
}

/** Returns the path of a mock's data file. */
export function dataFilePath(name: string): ProjectPath {
  return projectPath(`${MOCKS_FOLDER}/${name}`);
}

/** Returns the name under which the mocks package loads the data file at a path. */
export function dataFileNameAt(path: ProjectPath): string {
  return path.slice(MOCKS_FOLDER.length + 1);
}

/** Returns the URL prefix of a route's endpoints. */
export function urlPrefix(route: string): string {
  return `/${route}`;
}

/** Returns the name of the variable in which the generated app looks for a route's blueprint. */
export function blueprintVariable(route: string): string {
  return `${route}_bp`;
}

/** The names of an endpoint's functions. */
export interface FunctionNames {
  readonly handler: string;
  readonly serviceMethod: string;
  readonly repositoryMethod: string;
  readonly testName: string;
}

const VERBS: Readonly<Record<Method, { readonly service: string; readonly repository: string }>> = {
  GET: { service: "get", repository: "get" },
  POST: { service: "create", repository: "add" },
  PUT: { service: "update", repository: "update" },
  DELETE: { service: "delete", repository: "delete" },
};

/**
 * Returns the names of an endpoint's functions.
 *
 * @param subroute `null` for the route's own endpoint.
 *
 * @example
 * ```ts
 * import { functionNames } from "./layout.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(functionNames("POST", null).repositoryMethod, "add");
 * equal(functionNames("POST", "sale").handler, "create_sale");
 * ```
 */
export function functionNames(method: Method, subroute: string | null): FunctionNames {
  const { service, repository } = VERBS[method];
  const named = (verb: string) => subroute === null ? verb : `${verb}_${subroute}`;
  return {
    handler: named(service),
    serviceMethod: named(service),
    repositoryMethod: named(repository),
    testName: `test_${named(service)}`,
  };
}

/** Returns the name of a route's service class. */
export function serviceClass(route: string): string {
  return `${classStem(route)}Service`;
}

/** Returns the name of a route's repository class. */
export function repositoryClass(route: string): string {
  return `${classStem(route)}Repository`;
}

/** Returns the name of a model class. */
export function modelClass(stem: string): string {
  return `${stem}Model`;
}

/**
 * Returns the start of a route's class names.
 *
 * @example
 * ```ts
 * import { classStem } from "./layout.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(classStem("import_batch"), "ImportBatch");
 * equal(classStem("_1"), "Route1");
 * ```
 */
export function classStem(route: string): string {
  const name = pascalCase(route);
  return /^[A-Za-z]/.test(name) ? name : `Route${name}`;
}

/** Converts a string to PascalCase. Characters other than ASCII letters and digits separate words. */
export function pascalCase(text: string): string {
  return text.split(/[^A-Za-z0-9]+/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");
}
