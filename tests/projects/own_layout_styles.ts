/** A generated project that people edited, in a style of its own. */

export interface Style {
  /** The folder in `tests/testdata/projects`. */
  readonly name: string;
  /**
   * Every endpoint: `file:line methods path handler`. If the file is left out, it is the route's
   * module.
   */
  readonly endpoints: readonly string[];
  /** Requests whose answers must stay the same, such as `POST /products`. */
  readonly requests: readonly string[];
  /** The path of the new endpoints; `/products` unless given. */
  readonly prefix?: string;
  /** The names of the new handlers, if the usual names are taken. */
  readonly handlers?: readonly [string, string];
  /** The answer of `POST /products/hold`, if people had already written the service's method. */
  readonly held?: unknown;
  /** The messages of the successful command; by default, that there are no tests to extend. */
  readonly says?: readonly string[];
}

const NO_TEST = "No test was added: tests/test_products_route.py does not exist";

/** Requests that read all products, and write one. */
const BOTH = ["GET /products", "POST /products"];

export const STYLES: readonly Style[] = [
  {
    name: "blueprint_factory",
    endpoints: [
      ":16 GET /products get",
      ":20 POST /products create",
      ":24 GET /products/names get_names",
    ],
    requests: [...BOTH, "GET /products/names"],
  },
  {
    name: "class_views",
    endpoints: [":30 GET|POST /products Products", ":31 GET /products/count count"],
    requests: [...BOTH, "GET /products/count"],
  },
  {
    name: "compact",
    endpoints: [
      ":7 GET /products get",
      ":9 POST /products create",
      ":13 GET /products/a_rather_long_path/with_many/parts/so_that_the_line_gets/much_longer_than/" +
      "any_formatter/would/leave_it long",
    ],
    requests: BOTH,
  },
  {
    name: "crlf",
    endpoints: [
      ":17 GET /products get",
      ":23 POST /products create",
      ":35 GET /products/prices get_prices",
    ],
    requests: [...BOTH, "GET /products/prices"],
  },
  {
    name: "decorated",
    endpoints: [
      ":15 GET /products get",
      ":16 GET /products/all get",
      ":22 POST|PUT /products/new create",
      ":37 GET /products/later get_later",
    ],
    requests: ["GET /products", "GET /products/all", "PUT /products/new", "GET /products/later"],
    says: [
      "Unlike 2 of 3 other handlers, the new one has no @login_required(...)",
      "Unlike 1 of 3 other handlers, the new one has no @awaited",
      NO_TEST,
    ],
  },
  {
    name: "encodings",
    endpoints: [
      ":15 GET /products get",
      ":20 GET /products/ä get_ä",
      ":25 POST /products create",
    ],
    requests: [...BOTH, "GET /products/%C3%A4"],
  },
  {
    name: "extensions",
    endpoints: [":10 GET /products get", ":16 POST /products create"],
    requests: [...BOTH, "GET /products?limit=0"],
  },
  {
    name: "helpers_below",
    endpoints: [":25 GET /products get", ":30 POST /products create"],
    requests: BOTH,
  },
  {
    name: "import_styles",
    endpoints: [":29 GET /products get", ":34 POST /products create"],
    requests: BOTH,
  },
  {
    name: "name_clashes",
    endpoints: [":28 GET /products get", ":34 GET /products/service service"],
    requests: ["GET /products", "GET /products/service"],
    handlers: ["get_sale_handler", "create_hold_handler"],
  },
  {
    name: "new_service_each_time",
    endpoints: [":9 GET /products get", ":14 POST /products create"],
    requests: BOTH,
  },
  {
    name: "old_line_ends",
    endpoints: [":11 GET /products get", ":16 POST /products create"],
    requests: BOTH,
  },
  {
    name: "own_models_and_tests",
    endpoints: [":14 GET /products get", ":19 POST /products create"],
    requests: BOTH,
    says: [
      "No model was added: api/models/products_model.py has no TypedDict",
      "No test was added: tests/test_products_route.py no longer has the form of generated tests",
    ],
  },
  {
    name: "registered_in_function",
    endpoints: [":9 GET /products get", ":13 POST /products create"],
    requests: BOTH,
  },
  {
    name: "renamed_blueprint",
    endpoints: [":18 GET /shop/products/ get", ":23 POST /shop/products/ create"],
    requests: ["GET /shop/products/", "POST /shop/products/"],
    prefix: "/shop/products",
  },
  {
    name: "rich_service",
    endpoints: [":14 GET /products get", ":19 POST /products create"],
    requests: BOTH,
    held: { held: { from: "the client" }, by: "hand" },
  },
  {
    name: "shared_service",
    endpoints: [":12 GET /products get", ":17 POST /products create"],
    requests: BOTH,
    says: [
      "No test was added: tests/test_products_route.py has a stand-in that does not reach " +
      "'products_service'",
    ],
  },
  {
    name: "split_route",
    endpoints: [
      ":13 GET /products get",
      "api/routes/products_writing.py:8 POST /products create",
      "api/routes/products_writing.py:13 GET /products/stock get_stock",
    ],
    requests: [...BOTH, "GET /products/stock"],
  },
  {
    name: "star_imports",
    endpoints: [":8 GET /products get", ":14 POST /products create"],
    requests: BOTH,
  },
  {
    name: "tabs",
    endpoints: [":13 GET|POST /products products", ":20 GET /products/stock stock"],
    requests: [...BOTH, "GET /products/stock"],
  },
  {
    name: "whole_modules",
    endpoints: [":14 GET /products get", ":19 POST /products create"],
    requests: BOTH,
  },
];
