/** Adds an endpoint to the layers of a route. */

import { type Diagnostic, error, info } from "../../core/diagnostic.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import type { RouteHome } from "../../project/homes/route_home.ts";
import { callProblem, findClass, findMethod } from "../../project/semantics/service_class.ts";
import type { PythonModule } from "../../python/python_module.ts";
import type { CodePart } from "../code/code_part.ts";
import type { Endpoint } from "../code/endpoint.ts";
import { repositoryMethodPart, serviceMethodPart } from "../code/endpoint_code.ts";
import type { ProjectDraft } from "../edits/project_draft.ts";
import { addModels } from "./model_layer.ts";
import { moduleAt, type NewHandler, NewHandlers } from "./new_handlers.ts";
import { Relocation } from "./relocation.ts";
import type { RouteModule } from "./route_module.ts";

/**
 * Adds an endpoint to a route's files. Existing definitions are kept.
 *
 * @returns Diagnostics. If one of them is an error, nothing was added.
 */
export function addToLayers(
  endpoint: Endpoint,
  module: RouteModule,
  home: RouteHome,
  draft: ProjectDraft,
): readonly Diagnostic[] {
  const handlers = new NewHandlers(home, module, draft);
  const handler = handlers.of(endpoint);
  const errors = layerProblems(endpoint, handler, home, draft);
  if ("severity" in handler || errors.length > 0) return errors;
  const { paths } = home;
  const relocation = new Relocation(home, draft);
  const { types, diagnostics } = addModels(draft, endpoint, { home, relocation });
  const code = handlers.code(endpoint, types, handler);
  draft.addFunction(paths.route, relocation.apply(code, paths.route), module.place);
  if (handler.wiring !== null) {
    draft.addFunction(paths.route, relocation.apply(handler.wiring, paths.route));
  }
  const service = relocation.apply(serviceMethodPart(endpoint, types), paths.service);
  addToClass(draft, paths.service, home.service, service);
  const repository = repositoryMethodPart(endpoint, types);
  const stored = relocation.apply(repository, paths.repository);
  addToClass(draft, paths.repository, home.repository, stored);
  const test = relocation.apply(handlers.test(endpoint, types, handler), paths.test);
  if (draft.module(paths.test)?.has(test.name)) return [...diagnostics, ...handler.diagnostics];
  const untested = handlers.untested(handler);
  if (untested === null) draft.addFunction(paths.test, test);
  return [
    ...diagnostics,
    ...handler.diagnostics,
    ...(untested === null ? [] : [testsKept(paths.test, untested)]),
  ];
}

/** Tells that an endpoint gets no test. */
export function testsKept(path: ProjectPath, why: string): Diagnostic {
  return info("tests-kept", `No test was added: ${path} ${why}`);
}

/** Returns the reasons why the layers of a route cannot take an endpoint. */
export function layerProblems(
  endpoint: Endpoint,
  handler: NewHandler | Diagnostic,
  home: RouteHome,
  draft: ProjectDraft,
): readonly Diagnostic[] {
  return [
    ...serviceMethodProblems(draft, endpoint, home),
    ...("severity" in handler ? [handler] : []),
    ...missingClasses(home, draft),
  ];
}

/** Returns an error for each class of a route that the code lacks, so that it can take no method. */
export function missingClasses(
  { route, paths, service, repository }: RouteHome,
  draft: ProjectDraft,
): readonly Diagnostic[] {
  return [
    ...classProblems(draft, route, paths.service, service),
    ...classProblems(draft, route, paths.repository, repository),
  ];
}

function addToClass(draft: ProjectDraft, path: ProjectPath, name: string, part: CodePart): void {
  const grown = draft.module(path);
  const found = grown === undefined ? undefined : findClass(grown.module, name);
  if (found === undefined || findMethod(found, part.name) !== undefined) return;
  if (!grown?.added.has(`${name}.${part.name}`)) draft.addMethod(path, name, part);
}

function classProblems(
  draft: ProjectDraft,
  route: string,
  path: ProjectPath,
  name: string,
): readonly Diagnostic[] {
  const module = draft.module(path)?.module;
  const isThere = module !== undefined && findClass(module, name) !== undefined;
  return isThere ? [] : [classMissing(route, path, name, module)];
}

function classMissing(
  route: string,
  path: string,
  name: string,
  module: PythonModule | undefined,
): Diagnostic {
  const message = `Route '${route}' has no class '${name}' in ${path}.`;
  const others = (module?.definitions ?? []).filter(({ kind }) => kind === "class");
  const hint = module === undefined
    ? "The file does not exist; restore it, or add the endpoint by hand"
    : others.length === 0
    ? "Add the class, or add the endpoint by hand"
    : `Found ${others.map((each) => `'${each.name}'`).join(", ")} there; ` +
      "rename the class, or add the endpoint by hand";
  return error("route-incomplete", message, { hint });
}

/** Checks that a handler can call the service's method if the method already exists. */
function serviceMethodProblems(
  draft: ProjectDraft,
  endpoint: Endpoint,
  home: RouteHome,
): readonly Diagnostic[] {
  const { serviceMethod: name, takesBody } = endpoint;
  const path = home.paths.service;
  const module = moduleAt(draft, path);
  const service = findClass(module, home.service);
  const method = service === undefined ? undefined : findMethod(service, name);
  if (method === undefined) return [];
  const problem = callProblem(module, method, takesBody ? 1 : 0);
  if (problem === null) return [];
  const line = module.lines[method.header]?.row ?? 1;
  const message = `Cannot write a handler for '${name}': the method exists and ${problem}.\n` +
    `  ${path}:${line}`;
  const where = { path, line, column: null, pointer: null };
  const hint = "Change or rename the method, or add the handler by hand";
  return [error("python-unclear", message, { hint, where })];
}
