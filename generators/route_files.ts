/** All the files of one route. */

import {
  blueprintVariable,
  classStem,
  dataFilePath,
  MOCKS_PACKAGE_PATH,
  PER_REQUEST_PATH,
  repositoryClass,
  routePaths,
  SERVICE_FUNCTION,
  serviceClass,
  urlPrefix,
} from "../project/layout.ts";
import { moduleName } from "../project/module_names.ts";
import { type Code, layout } from "../python/layout.ts";
import type { RouteSpec } from "../spec/api_spec.ts";
import {
  mocksTemplate,
  modelTemplate,
  repositoryTemplate,
  routeTemplate,
  routeTestTemplate,
  serviceTemplate,
} from "../templates/mod.ts";
import { type Endpoint, routeEndpoints } from "./endpoint.ts";
import {
  type CodePart,
  dataFile,
  handlerPart,
  type Import,
  parameterless,
  repositoryMethodPart,
  serviceMethodPart,
  testPart,
} from "./endpoint_code.ts";
import { importBlock } from "./import_block.ts";
import { type Annotation, ANY, inferModels, type ModelCode, modelCode } from "./models.ts";

export interface RouteFilesOptions {
  /** Whether mocks are typed by models; `true` by default. */
  readonly model?: boolean;
  /** Whether the project has `per_request()`; `true` by default. */
  readonly perRequest?: boolean;
}

/**
 * Writes the files of a route.
 *
 * @returns Text by path.
 */
export function routeFiles(
  spec: RouteSpec,
  { model = true, perRequest = true }: RouteFilesOptions = {},
): Map<string, string> {
  const endpoints = routeEndpoints(spec);
  const { models, answers } = model
    ? inferModels(endpoints)
    : { models: [], answers: endpoints.map(() => ANY) };
  const paths = routePaths(spec.name);
  const files = new Map([
    [paths.route, routeFile(spec.name, endpoints, servicePart(spec.name, { perRequest }))],
    [paths.service, serviceFile(spec.name, endpoints, answers)],
    [paths.repository, repositoryFile(spec.name, endpoints, answers)],
    [paths.test, testFile(spec.name, endpoints)],
  ]);
  if (models.length > 0) files.set(paths.model, modelFile(spec.name, models.map(modelCode)));
  for (const data of endpoints.map(dataFile).filter((each) => each !== null)) {
    files.set(MOCKS_PACKAGE_PATH, mocksTemplate({}));
    files.set(dataFilePath(data.name), data.text);
  }
  return files;
}

function routeFile(route: string, endpoints: readonly Endpoint[], wiring: CodePart): string {
  const handlers = endpoints.map((endpoint) => handlerPart(endpoint));
  return routeTemplate({
    route,
    imports: importBlock([
      { module: "flask", name: "Blueprint" },
      ...wiring.imports,
      ...handlers.flatMap((part) => part.imports),
    ]),
    blueprint: layout({
      head: `${blueprintVariable(route)} = Blueprint(`,
      parts: [`"${route}"`, "__name__", `url_prefix="${urlPrefix(route)}"`],
      tail: ")",
    }),
    service: wiring.code,
    handlers: joinCode(handlers, "\n\n\n"),
  });
}

export interface ServicePartOptions {
  /** Whether the service's constructor takes a repository; `true` by default. */
  readonly takesRepository?: boolean;
  /** Whether the project has `per_request()`, which makes one repository per request. */
  readonly perRequest: boolean;
  /** Name of the function; {@linkcode SERVICE_FUNCTION} by default. */
  readonly name?: string;
}

/** Returns the function of a route's module that makes the service. */
export function servicePart(
  route: string,
  { takesRepository = true, perRequest, name = SERVICE_FUNCTION }: ServicePartOptions,
): CodePart {
  const [service, repository] = [serviceClass(route), repositoryClass(route)];
  const paths = routePaths(route);
  const made: Code = perRequest
    ? { head: "per_request(", parts: [repository], tail: ")" }
    : `${repository}()`;
  const parts = takesRepository ? [made] : [];
  const body = layout({ head: `return ${service}(`, parts, tail: ")" }, 4);
  const imports = [{ module: moduleName(paths.service), name: service }];
  if (takesRepository) {
    imports.push({ module: moduleName(paths.repository), name: repository });
    if (perRequest) imports.push({ module: moduleName(PER_REQUEST_PATH), name: "per_request" });
  }
  return { name, code: `${parameterless(name, service)}\n    ${body}`, imports };
}

function serviceFile(
  route: string,
  endpoints: readonly Endpoint[],
  answers: readonly Annotation[],
): string {
  const methods = endpoints.map((endpoint, index) =>
    serviceMethodPart(endpoint, answers[index] ?? ANY)
  );
  const repository = repositoryClass(route);
  const imports: Import[] = [
    { module: moduleName(routePaths(route).repository), name: repository },
    ...methods.flatMap((part) => part.imports),
  ];
  return serviceTemplate({
    route,
    imports: importBlock(imports),
    name: classStem(route),
    constructor: layout({
      head: "def __init__(",
      parts: ["self", `repository: ${repository}`],
      tail: ") -> None:",
    }, 4),
    methods: joinCode(methods, "\n\n"),
  });
}

function repositoryFile(
  route: string,
  endpoints: readonly Endpoint[],
  answers: readonly Annotation[],
): string {
  const methods = endpoints.map((endpoint, index) =>
    repositoryMethodPart(endpoint, answers[index] ?? ANY)
  );
  return repositoryTemplate({
    route,
    imports: importBlock(methods.flatMap((part) => part.imports)),
    name: classStem(route),
    methods: joinCode(methods, "\n\n"),
  });
}

/** Writes the module of a route's models. */
export function modelFile(route: string, models: readonly ModelCode[]): string {
  const imports = models.flatMap(({ typing }) =>
    typing.map((name) => ({ module: "typing", name }))
  );
  return modelTemplate({
    route,
    imports: importBlock(imports),
    models: models.map(({ code }) => code.trimEnd()).join("\n\n\n"),
  });
}

function testFile(route: string, endpoints: readonly Endpoint[]): string {
  const target = `"${moduleName(routePaths(route).route)}.${serviceClass(route)}"`;
  return routeTestTemplate({
    route,
    patch: layout({
      head: "with patch(",
      parts: [target, "autospec=True"],
      tail: ") as stand_in:",
    }, 4),
    tests: joinCode(endpoints.map(testPart), "\n\n\n"),
  });
}

function joinCode(parts: readonly CodePart[], between: string): string {
  return parts.map(({ code }) => code).join(between);
}
