/** New code in an app whose package people renamed. */

import { deepEqual, equal } from "node:assert/strict";
import {
  exportSpec,
  generateRoute,
  projectStatus,
  renameRoute,
  upgradeProject,
} from "../../mod.ts";
import { append, generate, regenerate, remove, renamedApp, run } from "./edited_project.ts";

const USERS = { users: { type: "GET", mock: [{ id: 1 }] } } as const;
const ORDERS = { orders: { type: "POST", body: { id: 1 }, mock: { id: 1 } } } as const;

Deno.test("generateApi() records the same code for a new route, however the app is called", async () => {
  const files = await generate({ routes: USERS });
  const spec = { routes: { ...USERS, ...ORDERS } };
  const [usual, renamed] = [
    await regenerate(files, spec),
    await regenerate(renamedApp(files), spec),
  ];
  const path = ".layerwright/routes/orders";
  equal(renamed.files[path], usual.files[path]);
  const again = await regenerate(renamed.files, spec);
  equal(again.report.status, "unchanged");
});

Deno.test("generateRoute() breaks the lines that the name of the app makes too long", async () => {
  const name = "a_package_of_an_online_shop";
  const files = renamedApp(await generate({ routes: USERS }), name);
  const { files: after } = await run(files, (each) => generateRoute(each, "import_batches"));
  equal(
    after[`${name}/routes/import_batches_route.py`]?.split("\n\n")[2],
    `from ${name}.per_request import per_request
from ${name}.repositories.import_batches_repository import (
    ImportBatchesRepository,
)
from ${name}.services.import_batches_service import (
    ImportBatchesService,
)`,
  );
});

Deno.test("generateApi() restores a test with the name of the app", async () => {
  const files = renamedApp(await generate({ routes: USERS }));
  const path = "tests/conftest.py";
  const restored = await regenerate(remove(path)(files), { routes: USERS }, { restore: [path] });
  deepEqual(restored.files, files);
});

Deno.test("generateApi() restores no file of the app that is there", async () => {
  const files = append("shop/errors.py", "\n\nMINE = 1\n")(
    renamedApp(await generate({ routes: USERS })),
  );
  const outcome = await regenerate(files, { routes: USERS }, { restore: ["api/errors.py"] });
  equal(outcome.report.status, "unchanged");
});

Deno.test("files without code follow the spec with the name of the app", async () => {
  const usual = await generate({ routes: ORDERS });
  const files = renamedApp(await generate({ routes: USERS }));
  const { files: after } = await regenerate(files, { routes: ORDERS });
  deepEqual(filesWithoutCode(after), filesWithoutCode(usual).map((text) => inShop(text)));
});

Deno.test("commands know files without code that have the name of the app", async () => {
  const files = renamedApp(await generate({ routes: USERS }));
  const spec = { routes: { ...ORDERS, ...USERS } };
  const { files: before } = await regenerate(files, spec);
  const again = await run(before, (each) => upgradeProject(each, "demo"));
  equal(again.report.status, "unchanged");
  const exported = await run(before, (each) => exportSpec(each, "demo"));
  const { spec: text } = exported.report.data as { readonly spec: string };
  deepEqual(Object.keys(JSON.parse(text).routes), ["orders", "users"]);
  const renamed = await run(before, (each) => renameRoute(each, "orders", "sales"));
  equal(
    renamed.files["README.md"],
    before["README.md"]?.replaceAll("orders", "sales").replaceAll("Orders", "Sales"),
  );
});

Deno.test("renameRoute() renames in a README that still has the first name of the app", async () => {
  const files = renamedApp(await generate({ routes: USERS }));
  const { files: after } = await run(files, (each) => renameRoute(each, "users", "people"));
  equal(after["README.md"]?.includes("`api/routes/people_route.py`"), true);
});

Deno.test("projectStatus() finds the problems of a route, however the app is called", async () => {
  const files = await generate({ routes: { ...USERS, ...ORDERS } });
  const broken = append("api/services/users_service.py", "\n\nLIMIT = (\n")({
    ...files,
    "api/routes/items_route.py":
      "from flask import Blueprint\n\nitems = Blueprint('i', __name__)\n",
  });
  for (const app of [broken, renamedApp(broken)]) {
    const problemsOf = async (route: string) => {
      const options = { route };
      const { report } = await run(app, (each) => projectStatus(each, "demo", options));
      const { problems } = report.data as { readonly problems: readonly unknown[] };
      return problems.length;
    };
    deepEqual([await problemsOf("users"), await problemsOf("orders")], [1, 0]);
    equal(await problemsOf("items"), 1);
  }
});

const WITHOUT_CODE = ["README.md", "Dockerfile", ".dockerignore"];

function filesWithoutCode(files: Readonly<Record<string, string>>): readonly string[] {
  return WITHOUT_CODE.map((path) => files[path] ?? "");
}

/** Returns a text about an app in `api` as a text about an app in `shop`. */
function inShop(text: string): string {
  return text.replaceAll(/\bapi(?=[ /:\n])/g, "shop");
}
