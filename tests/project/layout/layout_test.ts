/** The paths of the files in a generated project, and the names in its code. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { projectPath } from "../../../core/project_path.ts";
import { apiFiles } from "../../../generators/code/api_code.ts";
import {
  classStem,
  functionNames,
  layerClass,
  modelClass,
} from "../../../project/layout/layers.ts";
import {
  blueprintVariable,
  dataFileName,
  DEFAULT_LAYOUT,
  SERVICE_FUNCTION,
} from "../../../project/layout/layout.ts";
import { moduleName } from "../../../project/layout/import_name.ts";
import type { Method } from "../../../spec/api_spec.ts";
import { readSpec } from "../../../spec/read_spec.ts";
import { HEALTH_URL } from "../../../spec/spec_path.ts";

const METHODS: readonly Method[] = ["GET", "POST", "PUT", "DELETE"];

/** Names of routes that are easily misread in paths. */
const ROUTES = ["users", "_", "_1", "a_route", "route_route", "test_a", "con", "Users"];

Deno.test("the path of each of a route's modules leads back to route and layer", () => {
  for (const route of ROUTES) {
    for (const [layer, path] of Object.entries(DEFAULT_LAYOUT.routePaths(route))) {
      deepEqual(DEFAULT_LAYOUT.routeFileAt(path), { route, layer });
      deepEqual(DEFAULT_LAYOUT.routeFileAt(path.replace(/\.py$/, "/__init__.py")), {
        route,
        layer,
      });
    }
    equal(DEFAULT_LAYOUT.routeOf(DEFAULT_LAYOUT.routePaths(route).route), route);
    equal(DEFAULT_LAYOUT.routeOf(DEFAULT_LAYOUT.routePackage(route)), route);
    equal(DEFAULT_LAYOUT.routeOf(DEFAULT_LAYOUT.routePaths(route).service), null);
  }
});

Deno.test("the path of a data file leads back to its route", () => {
  for (const route of [...ROUTES, "__pycache__"]) {
    const path = DEFAULT_LAYOUT.dataFile(dataFileName(route, "get_active"));
    deepEqual(DEFAULT_LAYOUT.routeFileAt(path), { route, layer: "mock" });
  }
});

const OTHER_PATHS = [
  "api/__init__.py",
  "api/routes/__init__.py",
  "api/routes/users.py",
  "api/routes/_route.py",
  "api/routes/users_route.pyi",
  "api/routes/users_route/views.py",
  "api/routes/deep/users_route.py",
  "src/api/routes/users_route.py",
  "api/services/users_route.py",
  "api/mocks/__init__.py",
  "api/mocks/users.json",
  "tests/test_app.py",
];

Deno.test("files that belong to no route are not mistaken for a route's", () => {
  for (const path of OTHER_PATHS) equal(DEFAULT_LAYOUT.routeFileAt(path), null, path);
});

Deno.test("a generated project has the files and names of the layout", () => {
  const mock = Array.from({ length: 4000 }, (_, id) => ({ id }));
  const subroutes = METHODS.map((type) => [`${type.toLowerCase()}_all`, { type }]);
  const routes = { shop_items: { type: "GET", mock, subroutes: Object.fromEntries(subroutes) } };
  const { spec } = readSpec(JSON.stringify({ routes }), { path: "spec.json" });
  ok(spec !== null);
  const files = apiFiles({ name: "shop", spec });
  const text = (path: string) => {
    const found = files.get(projectPath(path));
    ok(found !== undefined, path);
    return found;
  };
  const paths = DEFAULT_LAYOUT.routePaths("shop_items");
  const route = text(paths.route);
  ok(route.includes(`${blueprintVariable("shop_items")} = Blueprint(`));
  ok(route.includes(`def ${SERVICE_FUNCTION}() -> ${layerClass("service", "shop_items")}:`));
  ok(
    route.includes(
      `from ${moduleName(paths.service)} import ${layerClass("service", "shop_items")}\n`,
    ),
  );
  const service = text(paths.service);
  ok(service.includes(`class ${layerClass("service", "shop_items")}:\n`));
  ok(service.includes(`"${dataFileName("shop_items", "get")}"`));
  const repository = text(paths.repository);
  ok(repository.includes(`class ${layerClass("repository", "shop_items")}:\n`));
  ok(text(paths.model).includes(`class ${modelClass(classStem("shop_items"))}(TypedDict):\n`));
  for (const method of METHODS) {
    const names = functionNames(method, `${method.toLowerCase()}_all`);
    ok(route.includes(`def ${names.handler}() ->`));
    ok(service.includes(`def ${names.serviceMethod}(self`));
    ok(repository.includes(`def ${names.repositoryMethod}(self`));
    ok(text(paths.test).includes(`def ${names.testName}(`));
  }
  ok(text(DEFAULT_LAYOUT.factory).includes(`"${HEALTH_URL}"`));
  ok(text(DEFAULT_LAYOUT.routesPackage).includes("def register_blueprints("));
  ok(text(DEFAULT_LAYOUT.mocksPackage).includes("def load_mock("));
  ok(text(DEFAULT_LAYOUT.perRequest).includes("def per_request("));
  ok(text(DEFAULT_LAYOUT.requestBody).includes("def json_body("));
  equal(
    text(DEFAULT_LAYOUT.dataFile(dataFileName("shop_items", "get"))),
    `${JSON.stringify(mock, null, 2)}\n`,
  );
});

Deno.test("only generated modules of routes may have handlers", () => {
  const { spec } = readSpec('{"routes": {"users": {"type": "GET", "mock": {"id": 1}}}}', {
    path: "spec.json",
    foldsCase: false,
  });
  ok(spec !== null);
  const modules = [...apiFiles({ name: "shop", spec }).keys()].filter((path) =>
    path.startsWith("api/")
  );
  deepEqual(modules.filter((path) => DEFAULT_LAYOUT.mayHaveHandlers(path)), [
    DEFAULT_LAYOUT.factory,
    DEFAULT_LAYOUT.routesPackage,
    DEFAULT_LAYOUT.routePaths("users").route,
  ]);
  ok(DEFAULT_LAYOUT.mayHaveHandlers(projectPath("api/auth.py")));
  ok(DEFAULT_LAYOUT.mayHaveHandlers(projectPath("api/services_admin.py")));
});

Deno.test("layers have folders of their own", () => {
  equal(DEFAULT_LAYOUT.folder("route"), "api/routes");
  equal(DEFAULT_LAYOUT.folder("model"), "api/models");
});
