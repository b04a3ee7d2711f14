import { deepEqual } from "node:assert/strict";
import { createdPath } from "../../spec/created_id.ts";
import { readSpec } from "../../spec/read_spec.ts";

/** Returns the path of the item that `POST /carts` creates. */
function created(carts: string): string | null {
  const { spec, diagnostics } = readSpec(`{"routes": {"carts": ${carts}}}`, { path: "s.json" });
  if (spec === null) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const [route] = spec.routes;
  const post = route?.endpoints.find(({ method }) => method === "POST");
  return post === undefined ? null : createdPath(route?.path ?? "", post);
}

function carts(mock: string, path: string, item = '"type": "GET"'): string {
  return `{"type": "POST", "mock": ${mock}, "subroutes": {"cart": {"path": "${path}", ${item}}}}`;
}

const CASES: readonly (readonly [what: string, carts: string, path: string | null])[] = [
  ["an integer", carts('{"id": 2}', "/{id:int}"), "/carts/2"],
  ["a string", carts('{"name": "a b"}', "/{name}"), "/carts/a b"],
  ["a number in a string parameter", carts('{"id": 2}', "/{id}"), "/carts/2"],
  ["another path of the route", carts('{"id": 2}', "/by/{id:int}"), null],
  ["a path with two parameters", carts('{"id": 2, "x": 1}', "/{x}/{id}"), null],
  ["another method of the item", carts('{"id": 2}', "/{id}", '"type": "PUT"'), null],
  ["a key that the answer lacks", carts('{"cart_id": 2}', "/{id}"), null],
  ["an answer that is no object", carts("[2]", "/{id}"), null],
  ["a value that the path does not take", carts('{"id": "x"}', "/{id:int}"), null],
  ["a negative number", carts('{"id": -1}', "/{id:int}"), null],
  ["a parameter of url_for itself", carts('{"endpoint": "x"}', "/{endpoint}"), null],
  [
    "another status",
    carts('{"id": 2}', "/{id:int}").replace('"POST"', '"POST", "status": 200'),
    null,
  ],
  [
    "a prefix",
    carts('{"id": 2}', "/{id:int}").replace('"POST"', '"POST", "path": "/v1/c"'),
    "/v1/c/2",
  ],
  ["a resource", '{"resource": {"id": "x"}}', "/carts/x"],
  ["a resource with another id", '{"resource": {"no": 7}, "id_field": "no"}', "/carts/7"],
];

Deno.test("readSpec() finds the item that a POST creates", () => {
  for (const [what, carts, path] of CASES) deepEqual(created(carts), path, what);
});
