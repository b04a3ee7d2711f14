/** The files of one route. */

import type { Json } from "../../core/json.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { layerClass } from "../../project/layout/layers.ts";
import {
  blueprintVariable,
  DEFAULT_LAYOUT,
  type Layout,
  SERVICE_FUNCTION,
  urlPrefix,
} from "../../project/layout/layout.ts";
import { IMPORTED, moduleName } from "../../project/layout/import_name.ts";
import { isStandardModule } from "../../python/standard_library.ts";
import { endpointsIn, type RouteSpec } from "../../spec/api_spec.ts";
import {
  mocksTemplate,
  modelTemplate,
  repositoryTemplate,
  routeTemplate,
  routeTestTemplate,
  serviceFunctionTemplate,
  serviceTemplate,
} from "../../templates/mod.ts";
import type { ModelCode } from "./annotation.ts";
import { type Endpoint, mountedAt, type NamedRoute, routeEndpoints } from "./endpoint.ts";
import {
  dataFile,
  dataName,
  generatedWiring,
  handlerPart,
  hasDataFile,
  repositoryMethodPart,
  serviceMethodPart,
  testPart,
} from "./endpoint_code.ts";
import { breakLines } from "./break_lines.ts";
import type { CodePart, Import } from "./code_part.ts";
import { importBlock } from "./import_block.ts";
import { type EndpointTypes, inferModels, typesWithoutModels } from "./models.ts";

export interface RouteFilesOptions {
  /** Whether to infer models from mocks; `true` by default. */
  readonly model?: boolean;
  /** Whether the project has `per_request()`; `true` by default. */
  readonly perRequest?: boolean;
  /** Names that models cannot have; none by default. */
  readonly taken?: ReadonlySet<string>;
  /** Selects the endpoints to generate, and may name their functions; all by default. */
  readonly select?: (endpoints: readonly Endpoint[]) => readonly Endpoint[];
}

/** The bodies that tests send instead of the spec's examples, by the endpoints. */
export type SentBodies = ReadonlyMap<Endpoint, Json>;

/** A place for the code of a route. */
export interface RoutePlace {
  /** The prefix of the blueprint; by default, that of the spec. */
  readonly prefix?: string;
  /** The layout of the project; {@linkcode DEFAULT_LAYOUT} by default. */
  readonly layout?: Layout;
  readonly sent?: SentBodies;
}

/** The generated code of a route. */
export interface RouteCode {
  /** The prefix of the route's paths, if its spec names one; `null` for `/<route>`. */
  readonly prefix: string | null;
  /** The paths of its files. */
  readonly paths: readonly ProjectPath[];
  /** The text of each file, by path. Generated on access. */
  readonly files: ReadonlyMap<string, string>;
  /** Returns the code with other names of models. */
  readonly avoiding: (names: ReadonlySet<string>) => RouteCode;
  /** Generates the files for another place. Their paths are those by which records name them. */
  readonly filesAt: (place: RoutePlace) => ReadonlyMap<string, string>;
  readonly endpoints: readonly Endpoint[];
  /** The types of each endpoint. */
  readonly types: readonly EndpointTypes[];
  /** For each endpoint, the names of its models. */
  readonly models: readonly (readonly string[])[];
  /** For each endpoint, the names of the models that it shares with an earlier endpoint. */
  readonly sharedModels: readonly (readonly string[])[];
  readonly sent?: SentBodies;
}

/** Returns the files of a route in a layout, by the paths by which records name them. */
export function filesIn(code: RouteCode, layout: Layout): RouteCode["files"] {
  return layout === DEFAULT_LAYOUT ? code.files : code.filesAt({ layout });
}

/** Returns the paths of the files that a route can have. Does not infer models. */
export function possiblePaths(spec: RouteSpec): readonly ProjectPath[] {
  const data = endpointsIn([spec]).some(hasDataFile)
    ? routeEndpoints(spec).filter(hasDataFile)
    : [];
  return [...Object.values(DEFAULT_LAYOUT.routePaths(spec.name)), ...data.flatMap(dataPaths)];
}

function dataPaths(endpoint: Endpoint): readonly ProjectPath[] {
  return [DEFAULT_LAYOUT.mocksPackage, DEFAULT_LAYOUT.dataFile(dataName(endpoint))];
}

/** Generates the files of a route. */
export function routeCode(
  spec: RouteSpec,
  { select = (endpoints) => endpoints, ...options }: RouteFilesOptions = {},
): RouteCode {
  return endpointsCode(spec, select(routeEndpoints(spec)), options);
}

/** Generates the files of a route from its endpoints. */
export function endpointsCode(
  named: NamedRoute,
  endpoints: readonly Endpoint[],
  options: Omit<RouteFilesOptions, "select"> = {},
): RouteCode {
  const { model = true, perRequest = true, taken = new Set() } = options;
  const { models, types, names, shared } = inferModels(endpoints, { ofMocks: model, taken });
  const data = endpoints.filter(hasDataFile);
  let files: ReadonlyMap<string, string> | undefined;
  const route = named.name;
  const parts = { endpoints, tested: endpoints, models, types, perRequest, layout: DEFAULT_LAYOUT };
  const { model: modelPath, ...others } = DEFAULT_LAYOUT.routePaths(route);
  return {
    prefix: named.path === urlPrefix(route) ? null : named.path,
    paths: [
      ...Object.values(others),
      ...(models.length > 0 ? [modelPath] : []),
      ...data.flatMap(dataPaths),
    ],
    get files() {
      return files ??= routeFiles(named, parts);
    },
    avoiding: (names) => endpointsCode(named, endpoints, { ...options, taken: names }),
    filesAt: ({ prefix: path = named.path, layout = DEFAULT_LAYOUT, sent }) => {
      const isMounted = path !== named.path;
      const at = (all: readonly Endpoint[]) =>
        isMounted ? all.map((each) => mountedAt(each, path)) : all;
      const tested = endpoints.map((each) => withBody(each, sent?.get(each)));
      const placed = { endpoints: at(endpoints), tested: at(tested), layout };
      return routeFiles({ ...named, path }, { ...parts, ...placed });
    },
    endpoints,
    types,
    models: names,
    sharedModels: shared,
  };
}

/** Returns an endpoint with another body; the same one without one. */
export function withBody(endpoint: Endpoint, body: Json | undefined): Endpoint {
  return body === undefined ? endpoint : { ...endpoint, body };
}

/** Imports from the standard library in every test module of a route. */
const TEST_IMPORTS: readonly Import[] = [
  { module: "collections.abc", name: "Iterator" },
  { module: "unittest.mock", name: "Mock" },
  { module: "unittest.mock", name: "patch" },
];

interface RouteParts {
  readonly endpoints: readonly Endpoint[];
  /** The endpoints with the bodies that tests send. */
  readonly tested: readonly Endpoint[];
  readonly models: readonly ModelCode[];
  readonly types: readonly EndpointTypes[];
  readonly perRequest: boolean;
  readonly layout: Layout;
}

function routeFiles(named: NamedRoute, parts: RouteParts): ReadonlyMap<string, string> {
  const { endpoints, models, layout } = parts;
  const route = named.name;
  const paths = DEFAULT_LAYOUT.routePaths(route);
  const files = new Map<string, string>([
    [paths.route, routeFile(named, parts, servicePart(route, parts))],
    [paths.service, serviceFile(route, parts)],
    [paths.repository, repositoryFile(route, parts)],
    [paths.test, testFile(named, { ...parts, endpoints: parts.tested })],
  ]);
  if (models.length > 0) files.set(paths.model, modelFile(route, models, layout));
  for (const data of endpoints.map(dataFile).filter((each) => each !== null)) {
    files.set(DEFAULT_LAYOUT.mocksPackage, mocksTemplate({}));
    files.set(DEFAULT_LAYOUT.dataFile(data.name), data.text);
  }
  return files;
}

/** Endpoints with their types, in the same order, and where their code is. */
type TypedEndpoints = Pick<RouteParts, "endpoints" | "types" | "layout">;

function routeFile(
  { name: route, path: prefix }: NamedRoute,
  { endpoints, types, layout }: TypedEndpoints,
  wiring: CodePart,
): string {
  const handlers = endpoints.map((endpoint, index) =>
    handlerPart(endpoint, generatedWiring(endpoint, types[index] ?? typesWithoutModels(endpoint)))
  );
  return breakLines(routeTemplate({
    route,
    imports: importBlock([
      { module: "flask", name: "Blueprint" },
      ...wiring.imports,
      ...handlers.flatMap((part) => part.imports),
    ], layout),
    blueprint: blueprintVariable(route),
    prefix,
    serviceFunction: wiring.code,
    handlers: handlers.map(({ code }) => code).join("\n\n"),
  }));
}

export interface ServicePartOptions {
  /** Whether the service's constructor takes a repository; `true` by default. */
  readonly takesRepository?: boolean;
  /** Whether the project has `per_request()`, which keeps one repository per request. */
  readonly perRequest: boolean;
  /** Name of the function; {@linkcode SERVICE_FUNCTION} by default. */
  readonly name?: string;
}

/** Returns the function in a route's module that creates the service. */
export function servicePart(
  route: string,
  { takesRepository = true, perRequest, name = SERVICE_FUNCTION }: ServicePartOptions,
): CodePart {
  const paths = DEFAULT_LAYOUT.routePaths(route);
  const [service, repository] = [layerClass("service", route), layerClass("repository", route)];
  const code = serviceFunctionTemplate({ name, service, repository, takesRepository, perRequest });
  const imports = [{ module: moduleName(paths.service), name: service }];
  if (takesRepository) {
    imports.push({ module: moduleName(paths.repository), name: repository });
    if (perRequest) {
      imports.push(IMPORTED.per_request);
    }
  }
  return { name, code: breakLines(code), imports };
}

function serviceFile(route: string, { endpoints, types, layout }: TypedEndpoints): string {
  const methods = endpoints.map((endpoint, index) =>
    serviceMethodPart(endpoint, types[index] ?? typesWithoutModels(endpoint))
  );
  const repository = layerClass("repository", route);
  return breakLines(serviceTemplate({
    route,
    imports: importBlock([
      { module: moduleName(DEFAULT_LAYOUT.layerPath(route, "repository")), name: repository },
      ...methods.flatMap((part) => part.imports),
    ], layout),
    service: layerClass("service", route),
    repository,
    methods: methods.map(({ code }) => code).join("\n"),
  }));
}

function repositoryFile(route: string, { endpoints, types, layout }: TypedEndpoints): string {
  const methods = endpoints.map((endpoint, index) =>
    repositoryMethodPart(endpoint, types[index] ?? typesWithoutModels(endpoint))
  );
  return repositoryTemplate({
    route,
    imports: importBlock(methods.flatMap((part) => part.imports), layout),
    repository: layerClass("repository", route),
    methods: methods.map(({ code }) => code).join("\n"),
  });
}

/** Returns the module of a route's models. */
export function modelFile(
  route: string,
  models: readonly ModelCode[],
  layout = DEFAULT_LAYOUT,
): string {
  return modelTemplate({
    route,
    imports: importBlock(models.flatMap(({ imports }) => imports), layout),
    models: models.map(({ code }) => code).join("\n\n"),
  });
}

function testFile(
  { name: route, path: prefix }: NamedRoute,
  { endpoints, types, layout }: TypedEndpoints,
): string {
  const parts = endpoints.map((endpoint, index) =>
    testPart(endpoint, types[index] ?? typesWithoutModels(endpoint))
  );
  const imports = parts.flatMap((part) => part.imports);
  return breakLines(routeTestTemplate({
    prefix,
    imports: importBlock([
      ...TEST_IMPORTS,
      ...imports.filter(({ module }) => isStandardModule(module)),
    ], layout),
    models: importBlock(imports.filter(({ module }) => !isStandardModule(module)), layout),
    module: layout.imported(moduleName(DEFAULT_LAYOUT.layerPath(route, "route"))),
    service: layerClass("service", route),
    tests: parts.map(({ code }) => code).join("\n\n"),
  }));
}
