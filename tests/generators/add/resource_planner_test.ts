import { deepEqual, equal, match } from "node:assert/strict";
import {
  createMemoryWorkspace,
  generateApi,
  generateResource,
  type GenerateResourceOptions,
  generateRoute,
  type MemoryWorkspace,
  projectPath,
} from "../../../mod.ts";
import type { JsonValue } from "../../../core/json_value.ts";
import { withoutOrigins } from "../edited_project.ts";

const PING = { ping: { type: "GET" } } as const;
const ITEM = { id: 1, name: "Cup" };
const SERVICE = projectPath("api/services/cups_service.py");

type Routes = Exclude<Parameters<typeof generateApi>[2], string>["routes"];

async function generated(routes: Routes): Promise<MemoryWorkspace> {
  const workspace = createMemoryWorkspace();
  equal((await generateApi(workspace, "demo", { routes })).status, "applied");
  return workspace;
}

function texts(workspace: MemoryWorkspace) {
  return withoutOrigins(
    Object.fromEntries([...workspace.files()].sort(([a], [b]) => a < b ? -1 : 1)),
  );
}

/** Examples of resources in a spec, and the options of the command for each. */
const RESOURCES: Readonly<
  Record<string, readonly [JsonValue, options: GenerateResourceOptions]>
> = {
  "an item": [ITEM, {}],
  "several items": [[{ id: 1, note: "x" }, { id: 2, tags: [] }], {}],
  "a named id": [{ sku: "a-1", "note?": null }, { idField: "sku" }],
  "UUIDs": [{ id: "123e4567-e89b-42d3-a456-426614174000", of: { a: 1 } }, {}],
};

for (const [what, [example, options]] of Object.entries(RESOURCES)) {
  const { idField } = options;
  const resource = { resource: example, ...(idField !== undefined && { id_field: idField }) };
  const cups = resource as unknown as Routes[string];

  Deno.test(`generateResource() has the same result as a spec: ${what}`, async () => {
    const whole = await generated({ ...PING, cups });
    const grown = await generated(PING);
    equal((await generateResource(grown, "cups", example, options)).status, "applied");
    deepEqual(texts(grown), texts(whole));
    const again = await generateApi(grown, "demo", { routes: { ...PING, cups } });
    deepEqual([again.status, again.changes], ["unchanged", []]);
  });

  Deno.test(`generateResource() joins a route that only has GET: ${what}`, async () => {
    const list = (Array.isArray(example) ? example : [example]) as JsonValue[];
    const mock = JSON.parse(JSON.stringify(list).replaceAll('?"', '"'));
    const whole = await generated({ ...PING, cups });
    const grown = await generated({ ...PING, cups: { type: "GET", mock } });
    equal((await generateResource(grown, "cups", example, options)).status, "applied");
    deepEqual(texts(grown), texts(whole));
  });
}

Deno.test("generateResource() keeps people's code in a route", async () => {
  const workspace = await generated({ cups: { type: "GET", mock: [ITEM] } });
  const before = workspace.files();
  const service = before.get(SERVICE)?.replace("return [", "return []  # later [") ?? "";
  const edited = createMemoryWorkspace({ ...Object.fromEntries(before), [SERVICE]: service });
  const { status, data } = await generateResource(edited, "cups", ITEM);
  deepEqual([status, data?.endpoints.length], ["applied", 4]);
  equal(edited.files().get(SERVICE)?.includes("return []  # later ["), true);
});

Deno.test("generateResource() leaves an existing resource alone", async () => {
  const workspace = await generated({ cups: { resource: ITEM } });
  const { status, diagnostics } = await generateResource(workspace, "cups", ITEM);
  deepEqual([status, diagnostics.map(({ message }) => message)], [
    "unchanged",
    ["Resource 'cups' already exists in api/routes/cups_route.py"],
  ]);
});

/** Routes that cannot become a resource, and why. */
const REFUSED: Readonly<Record<string, readonly [cups: Routes[string], reason: RegExp]>> = {
  "another method": [
    { methods: { GET: {}, POST: {} } },
    /a resource: only a new route, or one with GET alone, can become one/,
  ],
  "no GET": [{ type: "POST" }, /only a new route, or one with GET alone/],
  "a method of its items": [
    { type: "GET", subroutes: { cup: { path: "/{item_id:int}", type: "GET" } } },
    /only a new route, or one with GET alone/,
  ],
  "other names for its items": [
    { type: "GET", subroutes: { cup: { path: "/{id}", type: "PUT" } } },
    /only a new route, or one with GET alone/,
  ],
  "a subroute with the name of its items": [
    { type: "GET", subroutes: { item: { path: "/of/all", type: "GET" } } },
    /Cannot add a handler 'get_item': api\/routes\/cups_route.py already has that name/,
  ],
};

for (const [what, [cups, reason]] of Object.entries(REFUSED)) {
  Deno.test(`generateResource() refuses a route with ${what}`, async () => {
    const workspace = await generated({ ...PING, cups });
    const before = workspace.files();
    const { status, diagnostics } = await generateResource(workspace, "cups", ITEM);
    equal(status, "refused");
    match(diagnostics.map(({ message }) => message).join("\n"), reason);
    deepEqual(workspace.files(), before);
  });
}

Deno.test("generateResource() names every endpoint that another route has already", async () => {
  const mugs: Routes[string] = {
    path: "/cups",
    type: "POST",
    subroutes: { mug: { path: "/{mug_id:int}", type: "DELETE" } },
  };
  const workspace = await generated({ cups: { type: "GET" }, mugs });
  const { status, diagnostics } = await generateResource(workspace, "cups", ITEM);
  deepEqual([status, diagnostics.map(({ code }) => code)], ["failed", [
    "spec-path",
    "spec-path",
  ]]);
});

Deno.test("generateResource() rejects an example without items", async () => {
  const workspace = createMemoryWorkspace();
  await generateRoute(workspace, "cups");
  const { status, message } = await generateResource(workspace, "cups", []);
  deepEqual([status, message], ["failed", "'resource' cannot be empty in route 'cups'."]);
});

Deno.test("generateResource() with dryRun plans the same changes", async () => {
  const workspace = await generated(PING);
  const before = workspace.files();
  const { status, message } = await generateResource(workspace, "cups", ITEM, { dryRun: true });
  deepEqual([status, message], ["planned", "Would generate resource 'cups'"]);
  deepEqual(workspace.files(), before);
});
