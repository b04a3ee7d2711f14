import { deepEqual } from "node:assert/strict";
import type { EndpointState } from "../../../generators/compare/project_state.ts";
import { suggestedRenames } from "../../../generators/compare/suggested_renames.ts";

/** The states of endpoints such as `new GET /catalog/sale`. */
function states(lines: readonly string[]): readonly EndpointState[] {
  return lines.map((line) => {
    const [state, method = "", path = ""] = line.split(" ");
    const route = path.split("/")[1] ?? "";
    return { state, route, method, path, file: null, line: null, code: null, note: "" };
  }) as readonly EndpointState[];
}

const ROUTE = { route: "products", subroute: null, to: "catalog" };
const SUBROUTE = { route: "products", subroute: "sale", to: "offers" };

const CASES: readonly (readonly [string, readonly string[], readonly unknown[]])[] = [
  ["a route under another name", ["extra GET /products", "new GET /catalog"], [ROUTE]],
  [
    "a route with its subroutes under another name",
    [
      "new GET /catalog",
      "new POST /catalog/sale",
      "extra POST /products/sale",
      "extra GET /products",
      "same GET /orders",
    ],
    [ROUTE],
  ],
  [
    "a subroute under another name",
    ["same GET /products", "extra GET /products/sale", "new GET /products/offers"],
    [SUBROUTE],
  ],
  ["a route with another method", ["extra GET /products", "new POST /catalog"], []],
  ["a route with one endpoint more", [
    "extra GET /products",
    "new GET /catalog",
    "new GET /catalog/sale",
  ], []],
  ["a route of which an endpoint stays", [
    "extra GET /products",
    "same GET /products/sale",
    "new GET /catalog",
  ], []],
  ["two routes that fit", ["extra GET /products", "new GET /catalog", "new GET /shop"], []],
  ["two routes that one fits", ["extra GET /products", "extra GET /users", "new GET /catalog"], []],
  [
    "a route of one endpoint beside another that went",
    ["extra GET /products", "extra POST /users", "new GET /catalog"],
    [],
  ],
  [
    "a route of two endpoints beside another that went",
    [
      "extra GET /products",
      "extra PUT /products/sale",
      "extra POST /users",
      "new GET /catalog",
      "new PUT /catalog/sale",
    ],
    [ROUTE],
  ],
  ["two subroutes that fit", [
    "same GET /products",
    "extra GET /products/sale",
    "new GET /products/offers",
    "new GET /products/open",
  ], []],
  ["a path with a parameter below a subroute", [
    "same GET /products",
    "extra GET /products/sale/{id:int}",
    "new GET /products/offers",
  ], []],
  ["a spec without new endpoints", ["extra GET /products", "same GET /catalog"], []],
];

for (const [what, lines, expected] of CASES) {
  Deno.test(`suggestedRenames() suggests ${expected.length} for ${what}`, () => {
    deepEqual(suggestedRenames(states(lines)), expected);
  });
}
