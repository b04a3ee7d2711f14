/** The layout of a project: where the files of its app and of its routes are. */

import { type ProjectPath, projectPath } from "../../core/project_path.ts";
import { LAYER_NAMES, type LayerName, LAYERS, placeOf } from "./layers.ts";

/** The description of the project. */
export const README_PATH: ProjectPath = projectPath("README.md");

/** The settings of the project's tools. */
export const PYPROJECT_PATH: ProjectPath = projectPath("pyproject.toml");

/** The tests of the code that all endpoints share. */
export const APP_TEST_PATH: ProjectPath = projectPath("tests/test_app.py");

const TESTS_FOLDER = "tests";

const MOCKS = "mocks";

/** The paths of a route's modules, by layer. */
export type RoutePaths = Readonly<Record<LayerName, ProjectPath>>;

/** A file that belongs to one route. */
export interface RouteFile {
  readonly route: string;
  /** `mock` for a data file. */
  readonly layer: LayerName | "mock";
}

const PATTERNS: readonly {
  readonly layer: RouteFile["layer"];
  readonly root: "app" | "tests";
  readonly pattern: RegExp;
}[] = [
  ...LAYER_NAMES.map((layer) => {
    const { root, place } = LAYERS[layer];
    const pattern = new RegExp(`^${place.replace("*", "(\\w+)")}(?:/__init__)?\\.py$`);
    return { layer, root, pattern };
  }),
  { layer: "mock", root: "app", pattern: new RegExp(`^${MOCKS}/(\\w+)-?/\\w+\\.json$`) },
];

/** The app's modules and packages that contain no handlers: the lower layers and the generated helpers. */
const WITHOUT_HANDLERS: readonly string[] = [
  ...LAYER_NAMES.map((layer) => LAYERS[layer])
    .filter(({ root, part }) => root === "app" && part !== "function")
    .map(({ place }) => place.slice(0, place.indexOf("/"))),
  MOCKS,
  "cors",
  "documented_errors",
  "errors",
  "json_provider",
  "per_request",
  "request_body",
  "request_id",
];

/** The places of a project's files. People may have renamed the folder of the app. */
export class Layout {
  /** The application factory. */
  readonly factory: ProjectPath;
  /** The folder of the route modules. It marks a project of this layout. */
  readonly routesFolder: ProjectPath;
  /** The package that registers the blueprints. */
  readonly routesPackage: ProjectPath;
  /** The module that reads request bodies. */
  readonly requestBody: ProjectPath;
  /** The module that reads the query and the headers of a request. */
  readonly requestParameters: ProjectPath;
  /** The module that pages, filters and sorts lists. */
  readonly listParameters: ProjectPath;
  /** The module with the base of all request body models. */
  readonly bodyModel: ProjectPath;
  /** The module with the decorator that documents errors. */
  readonly documentedErrors: ProjectPath;
  /** The module that lets pages of other origins use the app. */
  readonly cors: ProjectPath;
  /** The module that checks limits in request bodies. */
  readonly bodyLimits: ProjectPath;
  /** The module that checks formats of texts. */
  readonly textFormats: ProjectPath;
  /** The module that keeps objects for one request. */
  readonly perRequest: ProjectPath;
  /** The folder of the mocks package and of its data files. */
  readonly mocksFolder: ProjectPath;
  /** The package that loads mocks from data files. */
  readonly mocksPackage: ProjectPath;
  /** The module that serves the documentation. */
  readonly docs: ProjectPath;
  /** The folder of the OpenAPI documents that the documentation consists of. */
  readonly documentsFolder: ProjectPath;
  /** The folder of the page that shows them. */
  readonly docsPage: ProjectPath;

  /**
   * @param app The folder of the app's package.
   * @param module The name under which code imports that package.
   */
  constructor(readonly app: string, readonly module: string) {
    this.factory = this.file("__init__.py");
    this.routesFolder = this.folder("route");
    this.routesPackage = this.file("routes/__init__.py");
    this.requestBody = this.file("request_body.py");
    this.bodyModel = this.file("models/body.py");
    this.bodyLimits = this.file("models/limits.py");
    this.textFormats = this.file("models/formats.py");
    this.requestParameters = this.file("request_parameters.py");
    this.documentedErrors = this.file("documented_errors.py");
    this.cors = this.file("cors.py");
    this.listParameters = this.file("list_parameters.py");
    this.perRequest = this.file("per_request.py");
    this.mocksFolder = this.file(MOCKS);
    this.mocksPackage = this.file(`${MOCKS}/__init__.py`);
    this.docs = this.file("docs.py");
    this.documentsFolder = this.file("openapi");
    this.docsPage = this.file("docs_page");
  }

  /** Returns the path of a file of the app. */
  file(path: string): ProjectPath {
    return projectPath(`${this.app}/${path}`);
  }

  /** Returns the path of one module of a route. */
  layerPath(route: string, layer: LayerName): ProjectPath {
    const place = placeOf(layer, route);
    return LAYERS[layer].root === "app"
      ? this.file(place)
      : projectPath(`${TESTS_FOLDER}/${place}`);
  }

  /**
   * Returns the paths of a route's modules.
   *
   * @example
   * ```ts
   * import { DEFAULT_LAYOUT } from "./layout.ts";
   * import { equal } from "node:assert/strict";
   *
   * equal(DEFAULT_LAYOUT.routePaths("users").service, "api/services/users_service.py");
   * ```
   */
  routePaths(route: string): RoutePaths {
    const paths = LAYER_NAMES.map((layer) => [layer, this.layerPath(route, layer)] as const);
    return Object.fromEntries(paths) as RoutePaths;
  }

  /** Returns the path that a route's module has after someone turned it into a package. */
  routePackage(route: string): ProjectPath {
    return projectPath(this.layerPath(route, "route").replace(/\.py$/, "/__init__.py"));
  }

  /** Returns the folder of a layer's modules. */
  folder(layer: LayerName): ProjectPath {
    const path = this.layerPath("_", layer);
    return projectPath(path.slice(0, path.lastIndexOf("/")));
  }

  /** Returns the path of a mock's data file. */
  dataFile(name: string): ProjectPath {
    return this.file(`${MOCKS}/${name}`);
  }

  /** Returns the path of a file of the page that shows the documentation. */
  docsFile(name: string): ProjectPath {
    return projectPath(`${this.docsPage}/${name}`);
  }

  /** Returns the path of the OpenAPI document of the endpoints in a module. */
  documentOf(module: ProjectPath): ProjectPath {
    const name = module.replace(/\.py$/, "").replaceAll("/", ".");
    // Routes have neither dots nor hyphens in their names.
    const route = this.routeOf(module) ?? (name.includes(".") ? name : `${name}-`);
    return projectPath(`${this.documentsFolder}/${fileNameOf(route)}.json`);
  }

  /** Reports whether a file is an OpenAPI document of the documentation. */
  isDocument(path: string): boolean {
    const [name, ...below] = path.startsWith(`${this.documentsFolder}/`)
      ? path.slice(this.documentsFolder.length + 1).split("/")
      : [];
    return name !== undefined && name.endsWith(".json") && below.length === 0;
  }

  /** Returns the name under which the mocks package loads the data file at a path. */
  dataFileName(path: ProjectPath): string {
    return path.slice(this.mocksFolder.length + 1);
  }

  /**
   * Finds the route and layer of a file by its path. A module may also be a package.
   *
   * @returns `null` for a file that belongs to no route, or that was moved to another path.
   *
   * @example
   * ```ts
   * import { DEFAULT_LAYOUT } from "./layout.ts";
   * import { deepEqual, equal } from "node:assert/strict";
   *
   * const path = "api/models/users_model.py";
   * deepEqual(DEFAULT_LAYOUT.routeFileAt(path), { route: "users", layer: "model" });
   * equal(DEFAULT_LAYOUT.routeFileAt("api/errors.py"), null);
   * ```
   */
  routeFileAt(path: string): RouteFile | null {
    const root = path.startsWith(`${this.app}/`) ? "app" : "tests";
    const folder = root === "app" ? this.app : TESTS_FOLDER;
    if (!path.startsWith(`${folder}/`)) return null;
    const place = path.slice(folder.length + 1);
    for (const { layer, root: of, pattern } of PATTERNS) {
      const route = of === root ? pattern.exec(place)?.[1] : undefined;
      if (route !== undefined) return { route, layer };
    }
    return null;
  }

  /** Returns the route whose handlers are in a file; `null` if the file is not a route's module. */
  routeOf(path: string): string | null {
    const file = this.routeFileAt(path);
    return file?.layer === "route" ? file.route : null;
  }

  /** Reports whether a module may have handlers. The lower layers and the generated helpers have none. */
  mayHaveHandlers(path: ProjectPath): boolean {
    return !WITHOUT_HANDLERS.some((each) =>
      path === `${this.app}/${each}.py` || path.startsWith(`${this.app}/${each}/`)
    );
  }

  /** Reports whether a module may register blueprints, or have the constants of their prefixes. */
  mayMount(path: ProjectPath): boolean {
    return this.mayHaveHandlers(path) && (!TEST_CODE.test(path) || ROUTE_NAMED_TEST.test(path));
  }

  /** Returns the path in this layout of a file that records name. Records use {@linkcode DEFAULT_LAYOUT}. */
  placed(recorded: ProjectPath): ProjectPath {
    return this.#moved(recorded, DEFAULT_LAYOUT, this);
  }

  /** Returns the path by which records name a file: its path in {@linkcode DEFAULT_LAYOUT}. */
  recorded(path: ProjectPath): ProjectPath {
    return this.#moved(path, this, DEFAULT_LAYOUT);
  }

  /** Returns the name under which code imports a module that generated code imports from {@linkcode DEFAULT_LAYOUT}. */
  imported(module: string): string {
    const inside = `${DEFAULT_LAYOUT.module}.`;
    return module.startsWith(inside) ? `${this.module}.${module.slice(inside.length)}` : module;
  }

  #moved(path: ProjectPath, from: Layout, to: Layout): ProjectPath {
    const isMoved = from.app !== to.app && path.startsWith(`${from.app}/`);
    return isMoved ? to.file(path.slice(from.app.length + 1)) : path;
  }
}

/** The layout of a generated project, before people rename anything. */
export const DEFAULT_LAYOUT = new Layout("api", "api");

/** The name of the blueprint that serves the documentation. People may have a module `docs`, too. */
export const DOCS_BLUEPRINT = "layerwright-docs";

/** Reports whether a module serves the documentation that Layerwright generated. */
export function servesDocs(module: string | undefined): boolean {
  return module !== undefined && module.includes(DOCS_BLUEPRINT);
}

/** The member by which a document of the documentation is known. People may have other files beside them. */
export const DOCUMENT_MARK = "x-layerwright-docs";

/** Reports whether the text of a document is from Layerwright, even if git left a conflict in it. */
export function isOwnDocument(text: string | undefined): boolean {
  return text !== undefined && text.includes(DOCUMENT_MARK);
}

/** Reports whether a file belongs to the tests, whose endpoints are not part of the API. */
export function isInTests(path: ProjectPath): boolean {
  return /^tests?\//.test(path) || TEST_MODULE.test(path);
}

/** A test module in a folder of tests. */
const TEST_MODULE = /\/tests?\/(?:.*\/)?(?:test_[^/]*|[^/]*_test|conftest)\.py$/;

const TEST_CODE = /(?:^|\/)(?:tests?\/|test_|conftest\.py$)/;

/** The module or package of a route such as `test` or `test_runs`. */
const ROUTE_NAMED_TEST = /(?:^|\/)routes\/test\w*_route(?:\/|\.py$)/;

/**
 * Finds the first route in a project's spec. The generated README names only that route.
 *
 * @returns `null` if the README names none.
 */
export function firstRouteIn(readme: string): string | null {
  return README_ROUTE.exec(readme)?.[1] ?? null;
}

const README_ROUTE = new RegExp(`[\`/]${placeOf("route", "(\\w+)").replace(".", "\\.")}\``);

/**
 * Finds the title of a README.
 *
 * @returns The title as Markdown; `null` if the first line is not a title.
 */
export function titleIn(readme: string): string | null {
  return /^# (.+)/.exec(readme)?.[1]?.trimEnd() ?? null;
}

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

/** The function in a route's module that creates the service. */
export const SERVICE_FUNCTION = "service";

/** Returns the URL prefix of a route's endpoints. */
export function urlPrefix(route: string): string {
  return `/${route}`;
}

/** Returns the name of the variable in which the generated app looks for a route's blueprint. */
export function blueprintVariable(route: string): string {
  return `${route}_bp`;
}
