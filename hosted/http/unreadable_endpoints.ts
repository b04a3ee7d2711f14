/** Keeps the endpoints whose files do not parse in previews and OpenAPI documents. */

import {
  type Json,
  type JsonObject,
  memberValue,
  parseJson,
  stringifyJson,
} from "../../core/json.ts";
import { flag, list, object, text } from "../../core/json_nodes.ts";
import { jsonAnswer } from "../../mock/answer.ts";
import { type MockApp, mockApp } from "../../mock/mock_app.ts";
import { type ApiSpec, METHODS, type RouteSpec } from "../../spec/api_spec.ts";
import type { Unreadable, UnreadableEndpoint } from "../tools/find_unreadable.ts";

/** What visitors of a preview read. Where the error is, only the project's account sees. */
const WORDS = "This endpoint cannot be read: its file does not parse.";

const MARK = "unreadable";

/** Adds the endpoints to the spec of a project, with a mock that says that they are unreadable. */
export function documentedWith(spec: ApiSpec, { endpoints }: Unreadable): ApiSpec {
  if (endpoints.length === 0) return spec;
  const names = new Set(endpoints.map(({ route }) => route));
  const readable = spec.routes.filter(({ name }) => !names.has(name));
  return { ...spec, routes: [...readable, ...routesOf(endpoints)] };
}

/** Makes a mock answer 503 for the endpoints. */
export function servedWith(app: MockApp, { endpoints }: Unreadable): MockApp {
  if (endpoints.length === 0) return app;
  const lost = mockApp({ description: null, routes: routesOf(endpoints) });
  const body = new TextEncoder().encode("{}");
  return async (request) => {
    const method = request.method === "HEAD" ? "GET" : request.method;
    // Whatever the request's body is, its endpoint is unreadable.
    const asked = { ...request, method, contentType: "application/json" };
    const found = await lost({ ...asked, body: () => Promise.resolve(body) });
    if (!new TextDecoder().decode(found.body).startsWith(`{"${MARK}"`)) {
      const readable = await app(request);
      return readable.status === 404 && found.status === 405 ? found : readable;
    }
    const answer = jsonAnswer(503, stringifyJson(MOCK, 0));
    return request.method === "HEAD" ? { ...answer, body: new Uint8Array(0) } : answer;
  };
}

const MOCK = object([[MARK, text(WORDS)]]);

/** Returns a route for each path of the endpoints. */
function routesOf(endpoints: readonly UnreadableEndpoint[]): readonly RouteSpec[] {
  return [...Map.groupBy(endpoints, ({ path }) => path)].flatMap(([path, all]): RouteSpec[] => {
    const methods = METHODS.filter((each) => all.some(({ method }) => method === each));
    const [first] = all;
    if (methods.length === 0 || first === undefined) return [];
    const own = methods.map((method) => ({
      method,
      status: method === "POST" ? 201 : 200,
      mock: MOCK,
    }));
    // Only the path of a subroute may have parameters.
    const at = path.includes("{") ? path.lastIndexOf("/", path.indexOf("{")) : path.length;
    const rest = path.slice(at);
    const route = { name: first.route, path: path.slice(0, at) };
    return rest === ""
      ? [{ ...route, endpoints: own, subroutes: [] }]
      : [{ ...route, endpoints: [], subroutes: [{ name: MARK, path: rest, endpoints: own }] }];
  });
}

/** Adds the endpoints to an OpenAPI document. */
export function describedWith(document: string, { endpoints }: Unreadable): string {
  const known = endpoints.filter(({ method, path }) => method !== "?" && path.startsWith("/"));
  if (known.length === 0) return document;
  const whole = parseJson(document);
  if (whole.kind !== "object") return document;
  const paths = memberValue(whole, "paths");
  const members = new Map<string, Json>(paths?.kind === "object" ? entriesOf(paths) : []);
  for (const endpoint of known) {
    const path = endpoint.path.replaceAll(/\{(\w+):\w+\}/g, "{$1}");
    const item = members.get(path);
    const operations = new Map<string, Json>(item?.kind === "object" ? entriesOf(item) : []);
    operations.set(endpoint.method.toLowerCase(), operationOf(endpoint));
    members.set(path, object(operations));
  }
  const changed = new Map(entriesOf(whole)).set("paths", object(members));
  return stringifyJson(object(changed), 2) + "\n";
}

function operationOf({ path, file, line }: UnreadableEndpoint): Json {
  const words = text(`${WORDS} See ${file}, line ${line}.`);
  const parameters = [...path.matchAll(/\{(\w+)(?::(\w+))?\}/g)].map(([, name = "", type = ""]) =>
    object([
      ["name", text(name)],
      ["in", text("path")],
      ["required", flag(true)],
      ["schema", object([["type", text(TYPES[type] ?? "string")]])],
    ])
  );
  return object([
    ["summary", text("Unreadable")],
    ["description", words],
    ["parameters", parameters.length === 0 ? undefined : list(parameters)],
    ["responses", object([["default", object([["description", words]])]])],
  ]);
}

const TYPES: Readonly<Record<string, string>> = { int: "integer", float: "number" };

function entriesOf({ members }: JsonObject): readonly (readonly [string, Json])[] {
  return members.map(({ key, value }) => [key, value] as const);
}
