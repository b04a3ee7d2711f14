/** Models that several methods of a path share. */

import { deepEqual, equal } from "node:assert/strict";
import {
  createMemoryWorkspace,
  generateApi,
  generateRoute,
  type MemoryWorkspace,
  projectPath,
  removeSubroute,
} from "../../mod.ts";
import type { JsonValue } from "../../core/json_value.ts";

const MODELS = projectPath("api/models/carts_model.py");
const ITEM = { id: 1, name: "Teapot" };
const OTHER = { total: 2 };

/** Returns a spec that gives methods of `/carts` or `/carts/sale` these mocks. */
function spec(mocks: Readonly<Record<string, JsonValue>>, subroute = false) {
  const methods = Object.fromEntries(
    Object.entries(mocks).map(([method, mock]) => [method, { mock }]),
  );
  const carts = subroute ? { type: "GET", subroutes: { sale: { methods } } } : { methods };
  return { routes: { carts } } as Parameters<typeof generateApi>[2];
}

async function generated(wanted: ReturnType<typeof spec>): Promise<MemoryWorkspace> {
  const workspace = createMemoryWorkspace();
  equal((await generateApi(workspace, "shop", wanted)).status, "applied");
  return workspace;
}

function classes(workspace: MemoryWorkspace): readonly string[] {
  const text = workspace.files().get(MODELS) ?? "";
  return [...text.matchAll(/^class (\w+)/gm)].map(([, name = ""]) => name);
}

const TABLE: readonly [string, Readonly<Record<string, JsonValue>>, readonly string[]][] = [
  ["a list and an item", { GET: [ITEM], POST: ITEM, PUT: ITEM }, ["CartsModel"]],
  ["different shapes", { GET: ITEM, POST: OTHER }, ["CartsModel", "CartsCreatedModel"]],
  ["a shape that only further methods have", { GET: "none", POST: OTHER }, ["CartsCreatedModel"]],
  [
    "nested shapes",
    { GET: { item: ITEM }, POST: { item: ITEM }, PUT: { item: OTHER } },
    ["CartsItemModel", "CartsModel", "CartsUpdatedItemModel", "CartsUpdatedModel"],
  ],
];

for (const [what, mocks, expected] of TABLE) {
  Deno.test(`the methods of a path share equal models: ${what}`, async () => {
    deepEqual(classes(await generated(spec(mocks))), expected);
  });
}

/** Routes, and the classes that are generated as their models. */
const ROUTES: readonly (readonly [what: string, carts: string, classes: readonly string[]])[] = [
  ["a resource of one item", '{"resource": {"id": 1}}', ["CartsModel", "CartsBody"]],
  [
    "a resource of items with several shapes",
    '{"resource": [{"id": 1, "of": {"a": 1}}, {"id": 2, "of": {"a": 1.5, "b": 2}, "note?": "x"}]}',
    ["CartsOfModel", "CartsModel", "CartsOfBody", "CartsBody"],
  ],
  [
    "a path with a parameter",
    `{"type": "GET", "mock": [{"id": 1}], "subroutes": {
      "cart": {"path": "/{id:int}", "methods": {"GET": {"mock": {"id": 1}}, "PUT": {"mock": {"a": 1}}}}
    }}`,
    ["CartsModel", "CartsCartUpdatedModel"],
  ],
  [
    "a path without a parameter",
    `{"type": "GET", "mock": [{"id": 1}], "subroutes": {"sale": {"type": "GET", "mock": {"id": 1}}}}`,
    ["CartsModel", "CartsSaleModel"],
  ],
];

for (const [what, carts, expected] of ROUTES) {
  Deno.test(`a collection and its items share equal models: ${what}`, async () => {
    const workspace = createMemoryWorkspace();
    await generateApi(workspace, "shop", `{"routes": {"carts": ${carts}}}`);
    deepEqual(classes(workspace), expected);
  });
}

Deno.test("generateRoute() adds a method that shares a model", async () => {
  const workspace = await generated(spec({ GET: [ITEM] }));
  const { message } = await generateRoute(workspace, "carts", { type: "POST", mock: ITEM });
  equal(message, "Successfully generated POST for route 'carts' with mock data!");
  deepEqual(classes(workspace), ["CartsModel"]);
  const { status } = await generateApi(workspace, "shop", spec({ GET: [ITEM], POST: ITEM }));
  equal(status, "unchanged");
});

Deno.test("a shared model stays until the last method that uses it is removed", async () => {
  const workspace = await generated(spec({ GET: [ITEM], POST: ITEM }, true));
  const first = await removeSubroute(workspace, "carts", "sale", { type: "GET" });
  deepEqual([first.diagnostics, classes(workspace)], [[], ["CartsSaleModel"]]);
  const second = await removeSubroute(workspace, "carts", "sale");
  deepEqual([second.diagnostics, classes(workspace)], [[], []]);
});

Deno.test("a method gets a model of its own when the shared one changes", async () => {
  const workspace = await generated(spec({ GET: [ITEM], POST: ITEM }));
  await generateApi(workspace, "shop", spec({ GET: [OTHER], POST: ITEM }));
  const fresh = await generated(spec({ GET: [OTHER], POST: ITEM }));
  deepEqual(workspace.files(), fresh.files());
  await generateApi(workspace, "shop", spec({ GET: [ITEM], POST: ITEM }));
  deepEqual(workspace.files(), (await generated(spec({ GET: [ITEM], POST: ITEM }))).files());
});

Deno.test("a method that the spec drops stays beside the others until it is pruned", async () => {
  const both = await generated(spec({ GET: [ITEM], POST: ITEM }));
  const { data } = await generateApi(both, "shop", spec({ POST: ITEM }));
  deepEqual(data?.states.map(({ state, method }) => [state, method]), [["extra", "GET"]]);
  await generateApi(both, "shop", spec({ POST: ITEM }), { prune: true });
  deepEqual(both.files(), (await generated(spec({ POST: ITEM }))).files());
});

Deno.test("methods get the model that they share with a method whose service people edited", async () => {
  for (const folder of ["", "api/carts/"]) {
    const workspace = await generated(spec({ POST: "none", PUT: [ITEM], GET: [ITEM] }));
    const files = new Map(workspace.files());
    const service = projectPath("api/services/carts_service.py");
    const text = files.get(service) ?? "";
    files.set(service, text.replace('return "none"', 'return "by hand"'));
    if (folder !== "") {
      files.set(projectPath(`${folder}carts_service.py`), files.get(service) ?? "");
      files.delete(service);
    }
    const edited = createMemoryWorkspace(Object.fromEntries(files));
    const mocks = { POST: OTHER, PUT: OTHER, GET: OTHER };
    const { status, message } = await generateApi(edited, "shop", spec(mocks));
    equal(status, "applied", message);
    deepEqual(classes(edited), ["CartsModel"]);
  }
});

Deno.test("an edited model that keeps an endpoint from following keeps it later, too", async () => {
  const first = await generated(spec({ POST: [ITEM], GET: [{ at: "noon" }] }));
  const service = projectPath("api/services/carts_service.py");
  const files = new Map(first.files());
  const text = files.get(service) ?? "";
  files.set(service, text.replace('return [{"id": 1, "name": "Teapot"}]', "return load()"));
  const edited = createMemoryWorkspace(Object.fromEntries(files));
  for (const more of [{}, { PUT: [2] }]) {
    const { data } = await generateApi(edited, "shop", spec({ POST: OTHER, GET: OTHER, ...more }));
    deepEqual(data?.states.filter(({ state }) => state === "outdated"), []);
    equal(edited.files().get(service)?.includes('return [{"at": "noon"}]'), true);
  }
});
