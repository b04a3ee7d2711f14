/** Adding an endpoint to the layers of a route. */

import type { Snapshot } from "../core/change_set.ts";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { inApp } from "../project/app_folder.ts";
import { PER_REQUEST_PATH, REQUEST_BODY_PATH } from "../project/layout.ts";
import type { RouteHome } from "../project/route_home.ts";
import { callProblem, findClass, findMethod } from "../project/service_class.ts";
import { bindings } from "../python/bindings.ts";
import { type PythonModule, readPython } from "../python/python_module.ts";
import { conventions } from "./conventions.ts";
import { Draft, type LayerEdit } from "./draft.ts";
import { addFunction, addMethod } from "./edit_module.ts";
import type { Endpoint } from "./endpoint.ts";
import {
  type CodePart,
  handlerPart,
  JSON_BODY,
  jsonBody,
  repositoryMethodPart,
  type RequestBody,
  serviceMethodPart,
} from "./endpoint_code.ts";
import { hasPerRequest } from "./per_request.ts";
import { addModels } from "./model_layer.ts";
import type { EndpointTypes } from "./models.ts";
import { Relocation } from "./relocated.ts";
import type { RouteModule } from "./route_module.ts";
import { wireService } from "./service_wiring.ts";
import { type AddedHandler, addTest } from "./test_layer.ts";

export interface LayerEdits {
  readonly edits: readonly LayerEdit[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Adds an endpoint to a route's files. Existing definitions are kept. */
export function addToLayers(
  endpoint: Endpoint,
  module: RouteModule,
  home: RouteHome,
  snapshot: Snapshot,
): LayerEdits {
  const draft = new Draft(snapshot);
  const { route } = endpoint;
  const { paths } = home;
  const relocation = new Relocation(home, snapshot);
  const types = addModels(draft, endpoint, paths);
  const service = {
    name: home.service,
    part: relocation.apply(serviceMethodPart(endpoint, types)),
  };
  const repository = {
    name: home.repository,
    part: relocation.apply(repositoryMethodPart(endpoint, types)),
  };
  checkServiceMethod(draft, endpoint, home);
  const handler = addHandler(draft, endpoint, module, { home, relocation, types });
  addToClass(draft, route, paths.service, service);
  addToClass(draft, route, paths.repository, repository);
  if (handler !== null) addTest(draft, endpoint, paths.test, { ...handler, types });
  return { edits: draft.edits(), diagnostics: draft.diagnostics };
}

interface ClassPart {
  readonly name: string;
  readonly part: CodePart;
}

function addToClass(draft: Draft, route: string, path: string, { name, part }: ClassPart): void {
  const text = draft.text(path);
  const found = findClass(readPython(text ?? ""), name);
  if (text === undefined || found === undefined) {
    draft.diagnostics.push(classMissing(route, path, name, text));
    return;
  }
  if (findMethod(found, part.name) !== undefined) return;
  draft.set(path, addMethod(text, name, part) ?? text, part.name);
}

function classMissing(
  route: string,
  path: string,
  name: string,
  text: string | undefined,
): Diagnostic {
  const message = `Route '${route}' has no class '${name}' in ${path}.`;
  const others = readPython(text ?? "").definitions.filter(({ kind }) => kind === "class");
  const hint = text === undefined
    ? "The file does not exist; restore it, or add the endpoint by hand"
    : others.length === 0
    ? "Add the class, or add the endpoint by hand"
    : `Found ${others.map((each) => `'${each.name}'`).join(", ")} there; ` +
      "rename the class, or add the endpoint by hand";
  return error("route-incomplete", message, { hint });
}

/** Checks that a handler can call the service's method if the method already exists. */
function checkServiceMethod(draft: Draft, endpoint: Endpoint, home: RouteHome): void {
  const { serviceMethod: name, takesBody } = endpoint;
  const path = home.paths.service;
  const module = readPython(draft.text(path) ?? "");
  const service = findClass(module, home.service);
  const method = service === undefined ? undefined : findMethod(service, name);
  if (method === undefined) return;
  const problem = callProblem(module, method, takesBody ? 1 : 0);
  if (problem === null) return;
  const line = module.lines[method.header]?.row ?? 1;
  const message = `Cannot write a handler for '${name}': the method exists and ${problem}.\n` +
    `  ${path}:${line}`;
  const where = { path, line, column: null, pointer: null };
  const hint = "Change or rename the method, or add the handler by hand";
  draft.diagnostics.push(error("python-unclear", message, { hint, where }));
}

interface NewHome {
  readonly home: RouteHome;
  readonly relocation: Relocation;
  readonly types: EndpointTypes;
}

/** Adds the handler. Returns `null` if it cannot reach the service. */
function addHandler(
  draft: Draft,
  endpoint: Endpoint,
  { blueprint, place, handlers }: RouteModule,
  { home, relocation, types }: NewHome,
): Omit<AddedHandler, "types"> | null {
  const { paths, service: className } = home;
  const text = draft.text(paths.route) ?? "";
  const services = draft.text(paths.service) ?? "";
  const wiring = wireService(home, readPython(text), {
    service: services,
    repository: draft.text(paths.repository) ?? "",
    hasPerRequest: hasPerRequest(draft.text(inApp(PER_REQUEST_PATH, home))),
  });
  const isWired = !("severity" in wiring);
  const { form, service: given, diagnostics } = conventions(endpoint, handlers, {
    className,
    expression: isWired ? wiring.expression : null,
    methods: methodNames(readPython(services), className),
  });
  if (!isWired && given === null) {
    draft.diagnostics.push(wiring);
    return null;
  }
  draft.diagnostics.push(...diagnostics);
  const service = given ?? (isWired ? wiring.expression : "");
  const part = given === null && isWired && wiring.part !== null
    ? relocation.apply(wiring.part)
    : null;
  const body = requestBody(draft, endpoint, { home, types });
  const handler = relocation.apply(handlerPart(endpoint, { blueprint, service, body, form }));
  const withHandler = addFunction(text, handler, place);
  const wired = part === null ? withHandler : addFunction(withHandler, part);
  draft.set(paths.route, wired, handler.name);
  return { service, isJson: form.returned.isJson };
}

function methodNames(module: PythonModule, className: string): ReadonlySet<string> {
  const { children = [] } = findClass(module, className) ?? {};
  return new Set(children.filter(({ kind }) => kind === "function").map(({ name }) => name));
}

/** Returns the generated body helper if the project still has it, or else Flask's. */
function requestBody(
  draft: Draft,
  endpoint: Endpoint,
  { home, types }: Pick<NewHome, "home" | "types">,
): RequestBody {
  const text = draft.text(inApp(REQUEST_BODY_PATH, home)) ?? "";
  const names = bindings(readPython(text)).map(({ name }) => name);
  if (names.includes(JSON_BODY)) return jsonBody(endpoint, types);
  return { expression: "request.get_json()", imports: [{ module: "flask", name: "request" }] };
}
