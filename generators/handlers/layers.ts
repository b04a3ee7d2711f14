/** Adds an endpoint to the layers of a route. */

import { type Diagnostic, error } from "../../core/diagnostic.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import type { RouteHome } from "../../project/homes/route_home.ts";
import { callProblem, findClass, findMethod } from "../../project/semantics/service_class.ts";
import { bindings } from "../../python/bindings.ts";
import { type PythonModule, readPython } from "../../python/python_module.ts";
import { conventions } from "./conventions.ts";
import type { ProjectDraft } from "../edits/project_draft.ts";
import type { Endpoint } from "../code/endpoint.ts";
import {
  handlerPart,
  JSON_BODY,
  jsonBody,
  repositoryMethodPart,
  type RequestBody,
  serviceMethodPart,
} from "../code/endpoint_code.ts";
import type { CodePart } from "../code/code_part.ts";
import type { HandlerForm } from "../code/handler_form.ts";
import { hasPerRequest } from "../code/per_request.ts";
import { addModels } from "./model_layer.ts";
import type { EndpointTypes } from "../code/models.ts";
import { Relocation } from "./relocation.ts";
import type { RouteModule } from "./route_module.ts";
import { wireService } from "./service_wiring.ts";
import { addTest } from "./test_layer.ts";

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
  const handler = handlerForm(draft, endpoint, module, home);
  const errors = [
    ...serviceMethodProblems(draft, endpoint, home),
    ...("severity" in handler ? [handler] : []),
    ...classProblems(draft, endpoint.route, home.paths.service, home.service),
    ...classProblems(draft, endpoint.route, home.paths.repository, home.repository),
  ];
  if ("severity" in handler || errors.length > 0) return errors;
  const { paths } = home;
  const relocation = new Relocation(home, draft);
  const { types, diagnostics } = addModels(draft, endpoint, { home, relocation });
  addHandler(draft, endpoint, module, { home, relocation, types, ...handler });
  const service = relocation.apply(serviceMethodPart(endpoint, types), paths.service);
  addToClass(draft, paths.service, home.service, service);
  const repository = repositoryMethodPart(endpoint, types);
  const stored = relocation.apply(repository, paths.repository);
  addToClass(draft, paths.repository, home.repository, stored);
  const { isJson, isDefault } = handler.form.returned;
  const tested = isDefault ? endpoint : { ...endpoint, created: null };
  const added = { service: handler.service, isJson, types, relocation };
  const untested = addTest(draft, tested, paths.test, added);
  return [...diagnostics, ...handler.diagnostics, ...untested];
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

/** The form of a new handler, and its access to the service. */
interface NewHandler {
  readonly form: HandlerForm;
  /** The handler's expression for the service. */
  readonly service: string;
  /** The function that the expression calls, if it does not exist yet. */
  readonly wiring: CodePart | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns the form of a new handler, or an error if it cannot reach the service. */
function handlerForm(
  draft: ProjectDraft,
  endpoint: Endpoint,
  { handlers }: RouteModule,
  home: RouteHome,
): NewHandler | Diagnostic {
  const { paths, service: className } = home;
  const service = moduleAt(draft, paths.service);
  const wired = wireService(home, moduleAt(draft, paths.route), {
    service,
    repository: moduleAt(draft, paths.repository),
    hasPerRequest: hasPerRequest(moduleAt(draft, home.layout.perRequest).source),
  });
  const isWired = !("severity" in wired);
  const { form, service: given, diagnostics } = conventions(endpoint, handlers, {
    className,
    expression: isWired ? wired.expression : null,
    methods: methodNames(service, className),
  });
  if (given !== null) return { form, service: given, wiring: null, diagnostics };
  return isWired ? { form, service: wired.expression, wiring: wired.part, diagnostics } : wired;
}

/** Returns a module; an empty one if it does not exist. */
function moduleAt(draft: ProjectDraft, path: ProjectPath): PythonModule {
  return draft.module(path)?.module ?? readPython("");
}

interface NewHome {
  readonly home: RouteHome;
  readonly relocation: Relocation;
  readonly types: EndpointTypes;
}

function addHandler(
  draft: ProjectDraft,
  endpoint: Endpoint,
  { blueprint, place }: RouteModule,
  { home, relocation, types, form, service, wiring }: NewHome & NewHandler,
): void {
  const { paths: { route: path } } = home;
  const body = requestBody(draft, endpoint, { home, types });
  const part = handlerPart(endpoint, { blueprint, service, body, form });
  draft.addFunction(path, relocation.apply(part, path), place);
  if (wiring === null) return;
  draft.addFunction(path, relocation.apply(wiring, path));
  // The next endpoint must find the function in the module.
  draft.writeAdded(path);
}

function methodNames(module: PythonModule, className: string): ReadonlySet<string> {
  const { children = [] } = findClass(module, className) ?? {};
  return new Set(children.filter(({ kind }) => kind === "function").map(({ name }) => name));
}

/** Returns the generated body helper if the project still has it, otherwise Flask's. */
function requestBody(
  draft: ProjectDraft,
  endpoint: Endpoint,
  { home, types }: Pick<NewHome, "home" | "types">,
): RequestBody {
  const helpers = bindings(moduleAt(draft, home.layout.requestBody));
  if (helpers.some(({ name }) => name === JSON_BODY)) return jsonBody(endpoint, types);
  return { expression: "request.get_json()", imports: [{ module: "flask", name: "request" }] };
}
