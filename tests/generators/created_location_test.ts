import { deepEqual, match, ok } from "node:assert/strict";
import {
  createMemoryWorkspace,
  exportSpec,
  generateApi,
  generateRoute,
  generateSubroute,
  type MemoryWorkspace,
  removeSubroute,
  renameRoute,
  renameSubroute,
  type Report,
} from "../../mod.ts";
import { withoutOrigins } from "./edited_project.ts";

const ROUTE = "api/routes/carts_route.py";
const TEST = "tests/test_carts_route.py";

async function generated(carts: string): Promise<MemoryWorkspace> {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "demo", specOf(carts));
  return workspace;
}

function specOf(carts: string): string {
  return `{"routes": {"carts": ${carts}}}`;
}

function sorted(workspace: MemoryWorkspace): Record<string, string> {
  return Object.fromEntries([...workspace.files()].sort(([a], [b]) => a < b ? -1 : 1));
}

function textOf(workspace: MemoryWorkspace, path: string): string {
  const files: Readonly<Record<string, string>> = Object.fromEntries(workspace.files());
  return files[path] ?? "";
}

const POST = '"type": "POST", "mock": {"id": 2}';
const ITEM = '"cart": {"path": "/{id:int}", "type": "GET", "mock": {"id": 2}}';
/** A mock that goes into a data file. */
const LONG = JSON.stringify(Array.from({ length: 2_000 }, (_, index) => `line ${index}`));
const WITH_ITEM = `{${POST}, "subroutes": {${ITEM}}}`;

Deno.test("a handler returns the location of the created item", async () => {
  const workspace = await generated(WITH_ITEM);
  ok(
    textOf(workspace, ROUTE).includes(`def create() -> ResponseReturnValue:
    created = service().create(json_body())
    location = url_for(".get_cart", id_=created["id"])
    return jsonify(created), 201, {"Location": location}
`),
  );
  ok(
    textOf(workspace, TEST).includes(`    service.create.return_value = {"id": 1}

    response = client.post("/carts", json={"from": "the client"})

    service.create.assert_called_once_with({"from": "the client"})
    assert response.status_code == 201
    assert response.location == "/carts/1"
    assert response.json == {"id": 1}
`),
  );
});

Deno.test("generateApi() adds the location with the path of an item, and removes it again", async () => {
  const workspace = await generated(`{${POST}}`);
  const code = () => [ROUTE, TEST].map((path) => textOf(workspace, path));
  const before = code();
  await generateApi(workspace, "demo", specOf(WITH_ITEM));
  const whole = await generated(WITH_ITEM);
  deepEqual(code(), [ROUTE, TEST].map((path) => textOf(whole, path)));
  await generateApi(workspace, "demo", specOf(`{${POST}}`), { prune: true });
  deepEqual(code(), before);
});

/** The route `carts`, and a command that adds the endpoint that reads an item. */
const GROWTH: Readonly<
  Record<string, readonly [carts: string, grow: (workspace: MemoryWorkspace) => Promise<Report>]>
> = {
  "the path of the item": [
    `{${POST}}`,
    (workspace) =>
      generateSubroute(workspace, "carts", "cart", { path: "/{id:int}", mock: { id: 2 } }),
  ],
  "the method that reads the item": [
    `{${POST}, "subroutes": {"cart": {"path": "/{id:int}", "type": "DELETE"}}}`,
    (workspace) => generateSubroute(workspace, "carts", "cart", { mock: { id: 2 } }),
  ],
  "that method beside a mock in a data file": [
    `{
      "type": "POST", "mock": {"id": 2, "lines": ${LONG}},
      "subroutes": {"cart": {"path": "/{id:int}", "type": "DELETE"}}
    }`,
    (workspace) => generateSubroute(workspace, "carts", "cart", { mock: { id: 2 } }),
  ],
};

for (const [what, [carts, grow]] of Object.entries(GROWTH)) {
  Deno.test(`a command that adds ${what} has the same result as a spec with both`, async () => {
    const grown = await generated(carts);
    const { status, diagnostics } = await grow(grown);
    deepEqual([status, diagnostics.map(({ message }) => message)], [
      "applied",
      ["POST /carts now returns the location of the created item"],
    ]);
    const exported = (await exportSpec(grown, "demo")).data?.spec ?? "";
    const whole = createMemoryWorkspace();
    await generateApi(whole, "demo", exported);
    deepEqual(withoutOrigins(sorted(grown)), withoutOrigins(sorted(whole)));
    match(textOf(grown, ROUTE), /location = url_for\("\.get_cart", id_=created\["id"\]\)/);
    const again = await generateApi(grown, "demo", exported);
    deepEqual([again.status, again.changes], ["unchanged", []]);
  });
}

Deno.test("a command that adds a POST above the path of an item adds the location", async () => {
  const grown = await generated(`{"type": "GET", "subroutes": {${ITEM}}}`);
  await generateRoute(grown, "carts", { type: "POST", mock: { id: 2 } });
  match(textOf(grown, ROUTE), /location = url_for\("\.get_cart", id_=created\["id"\]\)/);
  match(textOf(grown, TEST), /response\.location == "\/carts\/1"/);
  const exported = (await exportSpec(grown, "demo")).data?.spec ?? "";
  const again = await generateApi(grown, "demo", exported);
  deepEqual([again.status, again.changes], ["unchanged", []]);
});

Deno.test("a command's endpoint that gets a location stays one of a command", async () => {
  const spec = '{"type": "GET", "mock": {"id": 1}}';
  const grown = await generated(spec);
  await generateSubroute(grown, "carts", "extra", { type: "POST", mock: { id: 2 } });
  await generateSubroute(grown, "carts", "item", { path: "/extra/{id:int}", mock: { id: 2 } });
  match(textOf(grown, ROUTE), /location = url_for/);
  const again = await generateApi(grown, "demo", specOf(spec), { prune: true });
  deepEqual([again.status, again.changes], ["unchanged", []]);
});

Deno.test("the report of generate api names the location that a spec adds", async () => {
  const workspace = await generated(`{${POST}}`);
  const { data } = await generateApi(workspace, "demo", specOf(WITH_ITEM));
  deepEqual(data?.states.map(({ method, note }) => [method, note]), [
    ["POST", "location updated"],
    ["GET", ""],
  ]);
});

Deno.test("a command leaves a handler that people edited, and says so", async () => {
  const before = Object.fromEntries((await generated(`{${POST}}`)).files());
  const edited = { ...before, [ROUTE]: before[ROUTE]?.replace("), 201", "), 201  # mine") ?? "" };
  const workspace = createMemoryWorkspace(edited);
  const { status, diagnostics } = await generateSubroute(workspace, "carts", "cart", {
    path: "/{id:int}",
  });
  deepEqual([status, diagnostics.map(({ message }) => message)], [
    "applied",
    ["POST /carts returns no location of the created item, because you edited its code"],
  ]);
  match(textOf(workspace, ROUTE), /def create\(\)[^@]*# mine\n/);
  ok(!textOf(workspace, ROUTE).includes("url_for"));
});

Deno.test("generateApi() moves the location with the route", async () => {
  const workspace = await generated(WITH_ITEM);
  const moved = WITH_ITEM.replace("{", '{"path": "/v1/carts", ');
  await generateApi(workspace, "demo", specOf(moved));
  deepEqual(textOf(workspace, TEST), textOf(await generated(moved), TEST));
});

Deno.test("exportSpec() reads the mock of a handler that returns a location", async () => {
  const { data } = await exportSpec(await generated(WITH_ITEM), "demo");
  deepEqual(JSON.parse(data?.spec ?? ""), JSON.parse(specOf(WITH_ITEM)));
});

Deno.test("renameSubroute() renames the handler in the location, too", async () => {
  const workspace = await generated(WITH_ITEM);
  await renameSubroute(workspace, "carts", "cart", "basket");
  match(textOf(workspace, ROUTE), /url_for\("\.get_basket", id_=created\["id"\]\)/);
});

Deno.test("renameRoute() renames the path in the test of a location, too", async () => {
  const workspace = await generated(WITH_ITEM);
  const { diagnostics } = await renameRoute(workspace, "carts", "baskets");
  deepEqual(diagnostics, []);
  match(
    textOf(workspace, "tests/test_baskets_route.py"),
    /response\.location == "\/baskets\/1"/,
  );
});

Deno.test("removeSubroute() refuses to remove a handler that a Location header uses", async () => {
  const workspace = await generated(WITH_ITEM);
  const before = workspace.files();
  const { status } = await removeSubroute(workspace, "carts", "cart");
  deepEqual([status, workspace.files()], ["refused", before]);
});
