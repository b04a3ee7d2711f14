/** A project to which no endpoint can be added, and the message that says why. */

export interface Refusal {
  readonly name: string;
  /** The folder where imports start, below the project's folder. */
  readonly root?: string;
  /** The module with the application; `api` unless given. */
  readonly module?: string;
  /** Every endpoint: `file:line methods path handler`. */
  readonly endpoints: readonly string[];
  /** The names that `getProjectInfo` gives the routes. */
  readonly routes: readonly string[];
  /** The route to add to, with the result of `checkRouteExists`. */
  readonly route: string;
  readonly check: string;
  /** The message of the refusal, and its hint. */
  readonly message: string;
  readonly hint: string;
  /** Requests, and the statuses of their answers. */
  readonly requests: Readonly<Record<string, number>>;
}

const BY_HAND = "Add the endpoint by hand";

export const REFUSALS: readonly Refusal[] = [
  {
    name: "flaskr",
    module: "flaskr",
    endpoints: [
      "flaskr/__init__.py:12 GET /hello hello",
      "flaskr/__init__.py:21 GET / index",
      "flaskr/auth.py:26 GET|POST /auth/register register",
      "flaskr/auth.py:34 GET|POST /auth/login login",
      "flaskr/auth.py:42 GET /auth/logout logout",
      "flaskr/blog.py:10 GET / index",
      "flaskr/blog.py:15 GET /<int:id> show",
      "flaskr/blog.py:20 GET|POST /create create",
      "flaskr/blog.py:26 POST /<int:id>/delete delete",
    ],
    routes: ["app", "auth", "blog"],
    route: "auth",
    check: "Route 'auth' exists: 3 endpoints in flaskr/auth.py",
    message: "Route 'auth' is in flaskr/auth.py. " +
      "Endpoints can only be added to api/routes/auth_route.py.",
    hint: BY_HAND,
    requests: { "GET /hello": 200, "GET /auth/login": 200, "GET /1": 200, "GET /create": 302 },
  },
  {
    name: "single_file",
    module: "app",
    endpoints: [
      "app.py:7 GET / index",
      "app.py:12 GET /notes list_notes",
      "app.py:17 POST /notes add_note",
    ],
    routes: ["app"],
    route: "notes",
    check: "Route 'notes' does not exist",
    message: "Route 'notes' does not exist. Please generate the main route first using:\n" +
      "  layerwright generate route notes",
    hint: "",
    requests: { "GET /": 200, "GET /notes": 200, "POST /notes": 201 },
  },
  {
    name: "src_layout",
    root: "src",
    module: "shop",
    endpoints: [
      "src/shop/api/orders.py:6 GET /api/orders/ list_orders",
      "src/shop/api/orders.py:11 GET /api/orders/<int:order_id> get_order",
      "src/shop/api/status.py:6 GET /api/status status",
    ],
    routes: ["api", "orders", "errors"],
    route: "orders",
    check: "Route 'orders' exists: 2 endpoints in src/shop/api/orders.py",
    message: "Route 'orders' is in src/shop/api/orders.py. " +
      "Endpoints can only be added to api/routes/orders_route.py.",
    hint: BY_HAND,
    requests: { "GET /api/orders/": 200, "GET /api/orders/7": 200, "GET /api/status": 200 },
  },
  {
    name: "route_package",
    endpoints: ["api/routes/products_route/reading.py:9 GET /products get"],
    routes: ["products"],
    route: "products",
    check: "Route 'products' exists: 1 endpoint in api/routes/products_route/__init__.py, " +
      "api/routes/products_route/reading.py",
    message: "Route 'products' is the package api/routes/products_route/__init__.py. " +
      "Endpoints can only be added to the module api/routes/products_route.py.",
    hint: BY_HAND,
    requests: { "GET /products": 200 },
  },
  {
    name: "renamed_service",
    endpoints: ["api/routes/products_route.py:9 GET /products get"],
    routes: ["products"],
    route: "products",
    check: "Route 'products' exists: 1 endpoint in api/routes/products_route.py",
    message: "Route 'products' has no class 'ProductsService' in " +
      "api/services/products_service.py.",
    hint: "Found 'Catalogue' there; rename the class, or add the endpoint by hand",
    requests: { "GET /products": 200 },
  },
  {
    name: "other_signatures",
    endpoints: [
      "api/routes/products_route.py:13 GET /products get",
      "api/routes/products_route.py:18 GET /products/sales/<country> get_sales",
    ],
    routes: ["products"],
    route: "products",
    check: "Route 'products' exists: 2 endpoints in api/routes/products_route.py",
    message: "Cannot write a handler for 'get_sale': the method exists and takes 'country'.\n" +
      "  api/services/products_service.py:8",
    hint: "Change or rename the method, or add the handler by hand",
    requests: { "GET /products": 200, "GET /products/sales/fr": 200 },
  },
];
