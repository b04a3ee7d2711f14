/** Calls of the tools: their answers, and the aliases of their arguments. */

import { join } from "node:path";
import { specText } from "../commands/code_folder.ts";
import type { Args } from "./checked_call.ts";

/** The names of the tools, in their order. The tools that write come first. */
export const TOOL_NAMES = [
  "generate_api",
  "generate_route",
  "generate_subroute",
  "change_project",
  "analyze_project",
  "validate_spec",
  "get_project_info",
  "check_route_exists",
];

/** A small spec. */
export const SPEC = { routes: { invoices: { type: "GET", mock: [{ id: 1 }] } } };

/** A call that succeeds. */
export interface HappyPath {
  readonly tool: string;
  readonly args: Args;
  readonly status: string;
  readonly message: string;
  /** Texts that the tool's text must also contain. */
  readonly facts: readonly string[];
  readonly data: unknown;
}

/** Calls that succeed: at least one of each tool, except for tools with tests of their own. */
export const HAPPY_PATHS: readonly HappyPath[] = [
  {
    tool: "generate_api",
    args: { project: "billing", spec: SPEC },
    status: "applied",
    message: "Successfully generated API 'billing'!",
    facts: ["28 files, 1 route, 1 endpoint", "Next: cd billing"],
    data: {
      description: null,
      files: 28,
      routes: 1,
      endpoints: [
        { method: "GET", path: "/invoices", status: 200, answer: "mock", handler: "get" },
      ],
      states: [],
    },
  },
  {
    tool: "generate_route",
    args: {
      project: "shop",
      route: "refunds",
      type: "post",
      mock: { ok: true },
      subroutes: { open: { type: "GET", mock: [] } },
    },
    status: "applied",
    message: "Successfully generated POST route 'refunds'!",
    facts: [
      "api/routes/refunds_route.py",
      "api/services/refunds_service.py",
      "api/repositories/refunds_repository.py",
      "api/models/refunds_model.py",
      "tests/test_refunds_route.py",
    ],
    data: {
      endpoints: [
        { method: "POST", path: "/refunds", status: 201, answer: "mock", handler: "create" },
        { method: "GET", path: "/refunds/open", status: 200, answer: "mock", handler: "get_open" },
      ],
    },
  },
  {
    tool: "generate_subroute",
    args: { project: "shop", route: "products", subroute: "sale", mock: [1] },
    status: "applied",
    message: "Successfully generated GET subroute 'sale' for route 'products' with mock data!",
    facts: ["api/routes/products_route.py:43", "get_sale", "test_get_sale"],
    data: {
      endpoints: [
        { method: "GET", path: "/products/sale", status: 200, answer: "mock", handler: "get_sale" },
      ],
    },
  },
  {
    tool: "change_project",
    args: { project: "shop", action: "remove_subroute", route: "products", subroute: "featured" },
    status: "applied",
    message: "Removed GET /products/featured",
    facts: ["api/routes/products_route.py", "tests/test_products_route.py"],
    data: {
      removed: [
        "api/routes/products_route.py get_featured",
        "api/services/products_service.py ProductsService.get_featured",
        "api/repositories/products_repository.py ProductsRepository.get_featured",
        "api/models/products_model.py ProductsFeaturedModel",
        "tests/test_products_route.py test_get_featured",
      ],
      kept: [],
    },
  },
  {
    tool: "validate_spec",
    args: { spec: SPEC },
    status: "unchanged",
    message: "Valid: 1 route, 1 endpoint",
    facts: ["Valid: 1 route, 1 endpoint"],
    data: { description: null, routes: 1, endpoints: 1, requests: [] },
  },
  {
    tool: "check_route_exists",
    args: { project: "shop", route: "products" },
    status: "unchanged",
    message: "Route 'products' exists: 5 endpoints in api/routes/products_route.py",
    facts: ["exists: 5 endpoints in api/routes/products_route.py"],
    data: { exists: true, files: ["api/routes/products_route.py"], endpoints: 5 },
  },
  {
    tool: "check_route_exists",
    args: { project: "shop", route: "product" },
    status: "unchanged",
    message: "Route 'product' does not exist; did you mean 'products'?",
    facts: ["does not exist; did you mean 'products'?"],
    data: { exists: false, files: [], endpoints: 0 },
  },
];

/** A call with the usual names of arguments, and one with aliases that means the same. */
export interface Alias {
  readonly tool: string;
  readonly own: Args;
  readonly others: readonly Args[];
}

const ROUTE = { project: "shop", route: "refunds", type: "PUT", mock: [1], dry_run: true };
const SUBROUTE = { ...ROUTE, route: "products", subroute: "sale", type: "POST" };

const REMOVAL = {
  project: "shop",
  action: "remove_subroute",
  route: "products",
  subroute: "featured",
  type: "GET",
  dry_run: true,
};

function renamed(args: Args, from: string, to: string): Args {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name === from ? to : name, value]),
  );
}

const PROJECT = ["project_name", "project_path", "path"];

/** The aliases of arguments, of each tool. */
export const ALIASES: readonly Alias[] = [
  {
    tool: "change_project",
    own: REMOVAL,
    others: [
      ...PROJECT.map((name) => renamed(REMOVAL, "project", name)),
      renamed(REMOVAL, "action", "operation"),
      renamed(REMOVAL, "route", "route_name"),
      renamed(REMOVAL, "subroute", "subroute_name"),
      ...["method", "http_method"].map((name) => renamed(REMOVAL, "type", name)),
      { ...REMOVAL, type: "get" },
    ],
  },
  ...["analyze_project", "get_project_info"].map((tool) => {
    const own = { project: "shop" };
    const names = [...PROJECT, "name"];
    return { tool, own, others: names.map((name) => renamed(own, "project", name)) };
  }),
  {
    tool: "generate_api",
    own: { project: "new", spec: SPEC, dry_run: true },
    others: [
      ...[...PROJECT, "name"].map((name) => ({ [name]: "new", spec: SPEC, dry_run: true })),
      ...["json", "spec_json"].map((name) => ({ project: "new", [name]: SPEC, dry_run: true })),
      { project: "new", spec: JSON.stringify(SPEC), dry_run: true },
      { project: "new", spec: SPEC, dry_run: true, force: true },
    ],
  },
  {
    tool: "generate_route",
    own: ROUTE,
    others: [
      ...PROJECT.map((name) => renamed(ROUTE, "project", name)),
      ...["route_name", "name"].map((name) => renamed(ROUTE, "route", name)),
      ...["method", "http_method"].map((name) => renamed(ROUTE, "type", name)),
      ...["mock_data", "response"].map((name) => renamed(ROUTE, "mock", name)),
      { ...ROUTE, type: "put" },
      { ...ROUTE, mock: "[1]" },
    ],
  },
  {
    tool: "generate_subroute",
    own: SUBROUTE,
    others: [
      ...PROJECT.map((name) => renamed(SUBROUTE, "project", name)),
      renamed(SUBROUTE, "route", "route_name"),
      ...["subroute_name", "name"].map((name) => renamed(SUBROUTE, "subroute", name)),
      ...["method", "http_method"].map((name) => renamed(SUBROUTE, "type", name)),
      ...["mock_data", "response"].map((name) => renamed(SUBROUTE, "mock", name)),
      { ...SUBROUTE, type: "Post" },
    ],
  },
  {
    tool: "check_route_exists",
    own: { project: "shop", route: "products" },
    others: [
      ...PROJECT.map((name) => ({ [name]: "shop", route: "products" })),
      ...["route_name", "name"].map((name) => ({ project: "shop", [name]: "products" })),
    ],
  },
  {
    tool: "validate_spec",
    own: { spec: SPEC },
    others: [{ json: SPEC }, { spec_json: SPEC }, { spec: JSON.stringify(SPEC) }],
  },
];

/** Edits a file of the project `shop`. */
export function edit(folder: string, path: string): void {
  const file = join(folder, "shop", path);
  const text = Deno.readTextFileSync(file);
  Deno.writeTextFileSync(file, text.replace("Your orders route is working!", "Edited"));
}

/** A file to edit. */
export const EDITED = "api/services/orders_service.py";

/** A file that people wrote, at the path of a file that the spec generates. */
export const OWN = "api/services/refunds_service.py";

/** Returns the spec of `shop` with another route. */
export function withRefunds(): Args {
  const spec = JSON.parse(specText("shop.json"));
  spec.routes.refunds = { type: "GET" };
  return spec;
}

/** Returns the spec of `shop` with another mock. */
export function withOrdersMock(): Args {
  const spec = JSON.parse(specText("shop.json"));
  spec.routes.orders.mock = 5;
  return spec;
}
