/** Keeps the endpoints whose files do not parse in previews and OpenAPI documents. */

import {
  type Json,
  type JsonObject,
  memberValue,
  parseJson,
  stringifyJson,
} from "../../core/json.ts";
import { flag, list, object, text } from "../../core/json_nodes.ts";
import { type MockApp, mockApp } from "../../mock/mock_app.ts";
import { requestKey } from "../../project/layout/url_paths.ts";
import { type ApiSpec, METHODS, type RouteSpec, type SubrouteSpec } from "../../spec/api_spec.ts";
import type { Unreadable, UnreadableEndpoint } from "../tools/find_unreadable.ts";

/** What visitors of a preview read. Where the error is, only the project's account sees. */
const WORDS = "This endpoint cannot be read: its file does not parse.";

/** Adds the endpoints to the spec of a project, with a mock that says that they are unreadable. */
export function documentedWith(spec: ApiSpec, { endpoints }: Unreadable): ApiSpec {
  if (endpoints.length === 0) return spec;
  const keys = new Set(endpoints.map(({ method, path }) => requestKey(method, path)));
  const readable = <Part extends RouteSpec | SubrouteSpec>(part: Part, path: string): Part => ({
    ...part,
    endpoints: part.endpoints.filter(({ method }) => !keys.has(requestKey(method, path))),
  });
  const routes = spec.routes.map((route) => ({
    ...readable(route, route.path),
    subroutes: route.subroutes.map((each) => readable(each, route.path + each.path))
      .filter((each) => each.endpoints.length > 0),
  })).filter((route) => route.endpoints.length + route.subroutes.length > 0);
  return { ...spec, routes: [...routes, ...routesOf(endpoints)] };
}

/** Makes a mock answer 503 for the endpoints. */
export function servedWith(app: MockApp, { endpoints }: Unreadable): MockApp {
  if (endpoints.length === 0) return app;
  const lost = mockApp({ description: null, routes: routesOf(endpoints) });
  const body = () => Promise.resolve(new TextEncoder().encode("{}"));
  return async (request) => {
    // Whatever the request's body is, its endpoint is unreadable.
    const found = await lost({ ...request, contentType: "application/json", body });
    if (found.status === UNAVAILABLE) return found;
    const readable = await app(request);
    return readable.status === 404 && found.status === 405 ? found : readable;
  };
}

const UNAVAILABLE = 503;

const MOCK = object([["unreadable", text(WORDS)]]);

/** Maximum number of endpoints that a preview keeps. The records that have them are files of the project. */
const MAX_KEPT = 1_000;

/** Matches the paths that a spec can have. */
const PATH = /^(?:\/(?:[^\s/{}<>]*|\{[A-Za-z_]\w*(?::(?:int|float|uuid))?\}))+$/;

/** Returns a route for each path of the endpoints. */
function routesOf(endpoints: readonly UnreadableEndpoint[]): readonly RouteSpec[] {
  const kept = endpoints.slice(0, MAX_KEPT).filter(({ path }) => PATH.test(path));
  return [...Map.groupBy(kept, ({ path }) => path)].flatMap(([path, all]): RouteSpec[] => {
    const methods = METHODS.filter((each) => all.some(({ method }) => method === each));
    const [first] = all;
    if (methods.length === 0 || first === undefined) return [];
    const own = methods.map((method) => ({ method, status: UNAVAILABLE, mock: MOCK }));
    // Only the path of a subroute may have parameters.
    const at = path.includes("{") ? path.lastIndexOf("/", path.indexOf("{")) : path.length;
    const rest = path.slice(at);
    const route = { name: first.route, path: path.slice(0, at) };
    return rest === ""
      ? [{ ...route, endpoints: own, subroutes: [] }]
      : [{ ...route, endpoints: [], subroutes: [{ name: "item", path: rest, endpoints: own }] }];
  });
}

/** Adds the endpoints to an OpenAPI document. */
export function describedWith(document: string, { endpoints }: Unreadable): string {
  const known = endpoints.filter(({ method, path }) => method !== "?" && PATH.test(path));
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
