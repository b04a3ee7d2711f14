/** Changes of one endpoint in the spec of its project. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import {
  type ChangeOptions,
  changeRoute,
  changeSubroute,
  createMemoryWorkspace,
  generateApi,
  projectStatus,
  redo,
  renameRoute,
  renameSubroute,
  undo,
  type Workspace,
} from "../../../mod.ts";
import { type Edit, replace } from "../edited_project.ts";

const SPEC = `{
  "project": {"description": "A shop"},
  "routes": {
    "products": {
      "resource": [{"id": 1, "name": "Mug"}, {"id": 2, "name": "Cup"}],
      "subroutes": {"sale": {"type": "GET", "mock": [1.50]}}
    },
    "orders": {
      "methods": {
        "get": {"mock": [{"id": 1}]},
        "POST": {"body": {"total": 1}, "mock": {"id": 1}, "status": 202}
      },
      "subroutes": {
        "open": {
          "type": "GET",
          "mock": [
            {"id": 1}
          ]
        },
        "late": {"type": "GET", "path": "/v/late"}
      }
    }
  }
}
`;

type Change = ChangeOptions & { readonly route: string; readonly subroute?: string };

function change(workspace: Workspace, { route, subroute, ...options }: Change) {
  return subroute === undefined
    ? changeRoute(workspace, route, options)
    : changeSubroute(workspace, route, subroute, options);
}

/** Generates a project with its spec inside. */
async function shop(text = SPEC, edit: Edit = (files) => files) {
  const workspace = createMemoryWorkspace({ "shop.json": text });
  const json = text.replace(/^\ufeff/, "");
  const { status } = await generateApi(workspace, "shop", json, { specFile: "shop.json" });
  equal(status, "applied");
  return createMemoryWorkspace(edit(filesOf(workspace)));
}

function filesOf(workspace: { files(): ReadonlyMap<string, string> }) {
  return Object.fromEntries(workspace.files());
}

interface SpecCase {
  readonly given: Change;
  readonly from: string;
  readonly to: string;
}

const CASES: readonly SpecCase[] = [
  {
    given: { route: "orders", subroute: "open", mock: [{ id: 9 }] },
    from: '"mock": [\n            {"id": 1}\n          ]',
    to: '"mock": [{ "id": 9 }]',
  },
  {
    given: { route: "orders", subroute: "late", mock: "x" },
    from: '{"type": "GET", "path": "/v/late"}',
    to: '{"type": "GET", "path": "/v/late", "mock": "x"}',
  },
  {
    given: { route: "orders", type: "GET", status: 203 },
    from: '{"mock": [{"id": 1}]}',
    to: '{"mock": [{"id": 1}], "status": 203}',
  },
  {
    given: { route: "orders", type: "POST", status: 201, body: null },
    from: '{"body": {"total": 1}, "mock": {"id": 1}, "status": 202}',
    to: '{"mock": {"id": 1}, "status": 201}',
  },
  {
    given: { route: "orders", type: "POST", status: 204 },
    from: '{"body": {"total": 1}, "mock": {"id": 1}, "status": 202}',
    to: '{"body": {"total": 1}, "status": 204}',
  },
  {
    given: { route: "products", subroute: "sale", mock: [2] },
    from: '"mock": [1.50]',
    to: '"mock": [2]',
  },
];

for (const { given, from, to } of CASES) {
  for (const ends of ["\n", "\r\n"]) {
    const what = `${JSON.stringify(given)}${ends === "\n" ? "" : " with Windows line ends"}`;
    Deno.test(`change edits the spec in place: ${what}`, async () => {
      const inEnds = (text: string) => text.replaceAll("\n", ends);
      const workspace = await shop(inEnds(SPEC));
      const before = filesOf(workspace);
      const { status, message, diagnostics } = await change(workspace, given);
      equal(status, "applied", message);
      match(message, / in shop\.json and in the project$/);
      ok(diagnostics.every(({ code }) => code !== "spec-left"));
      const after = filesOf(workspace);
      equal(after["shop.json"], inEnds(SPEC).replace(inEnds(from), inEnds(to)));
      const spec = after["shop.json"] ?? "";
      const { data } = await projectStatus(workspace, "shop", { spec });
      ok(data?.endpoints.every(({ state, code }) => state === "same" && code === "generated"));
      equal((await generateApi(workspace, "shop", spec, { dryRun: true })).status, "unchanged");
      equal((await change(workspace, given)).status, "unchanged");
      await undo(workspace);
      deepEqual(filesOf(workspace), before);
      await redo(workspace);
      deepEqual(filesOf(workspace), after);
    });
  }
}

interface LeftCase {
  readonly what: string;
  readonly given: Change;
  readonly prepare?: (workspace: Workspace) => Promise<unknown>;
  readonly note: string;
}

const LEFT: readonly LeftCase[] = [
  {
    what: "a resource",
    given: { route: "products", type: "POST", mock: { id: 3 } },
    note: "shop.json:4 cannot say this of POST /products alone, so it stays as it is",
  },
  {
    what: "an item of a resource",
    given: { route: "products", subroute: "item", type: "GET", mock: { id: 3 } },
    note: "shop.json:4 cannot say this of GET /products/{item_id:int} alone, so it stays as it is",
  },
  {
    what: "no such endpoint",
    given: { route: "orders", subroute: "sold", mock: 1 },
    prepare: async (workspace) => {
      const { generateSubroute } = await import("../../../mod.ts");
      await generateSubroute(workspace, "orders", "sold");
    },
    note: "shop.json has no GET /orders/sold, so it stays as it is",
  },
];

for (const { what, given, prepare, note } of LEFT) {
  Deno.test(`change leaves a spec with ${what}, and says so`, async () => {
    const workspace = await shop();
    await prepare?.(workspace);
    const { status, message, diagnostics } = await change(workspace, given);
    equal(status, "applied", message);
    match(message, / in the project$/);
    deepEqual(diagnostics.map((each) => each.message), [note]);
    equal(filesOf(workspace)["shop.json"], SPEC);
  });
}

Deno.test("change leaves a spec outside of the project's folder, and says so", async () => {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", SPEC, { specFile: "../shop.json" });
  const given = { route: "orders", subroute: "open", mock: [1] };
  const { message, diagnostics } = await change(workspace, given);
  equal(message, "Changed GET /orders/open");
  deepEqual(diagnostics.map(({ message, hint }) => [message, hint]), [[
    "../shop.json is not in the project's folder, so it stays as it is",
    "Change GET /orders/open there, too",
  ]]);
});

Deno.test("change with another spec than the project's changes only one endpoint in both", async () => {
  const workspace = await shop(SPEC, replace("shop.json", "1.50", "7"));
  const given = { route: "orders", subroute: "open", mock: [{ id: 9 }] };
  equal((await change(workspace, given)).status, "applied");
  const files = filesOf(workspace);
  match(files["api/services/products_service.py"] ?? "", /return \[1\.50\]/);
  match(files["shop.json"] ?? "", /"mock": \[7\]/);
  const { data } = await projectStatus(workspace, "shop", { spec: files["shop.json"] ?? "" });
  const others = data?.endpoints.filter(({ state }) => state !== "same") ?? [];
  deepEqual(others.map(({ path, state }) => [path, state]), [["/products/sale", "outdated"]]);
});

Deno.test("change edits only the spec where people answer", async () => {
  const service = "api/services/orders_service.py";
  const edit = replace(service, "    def get_open(", "    # Ours\n    def get_open(");
  const own = replace(
    service,
    'return [{"id": 1}]\n\n    def get_late',
    "return []\n\n    def get_late",
  );
  const workspace = await shop(SPEC, (files) => own(edit(files)));
  const before = filesOf(workspace)[service];
  const given = { route: "orders", subroute: "open", mock: [{ id: 9 }] };
  const { message } = await change(workspace, given);
  equal(message, "Changed GET /orders/open in shop.json");
  const files = filesOf(workspace);
  equal(files[service], before);
  const spec = files["shop.json"] ?? "";
  equal((await generateApi(workspace, "shop", spec, { dryRun: true })).status, "unchanged");
});

Deno.test("change brings a spec to the project that has the change already", async () => {
  const edit = replace("shop.json", '            {"id": 1}\n', '            {"id": 5}\n');
  const workspace = await shop(SPEC, edit);
  const given = { route: "orders", subroute: "open", mock: [{ id: 1 }] };
  const { message } = await change(workspace, given);
  equal(message, "Changed GET /orders/open in shop.json");
  match(filesOf(workspace)["shop.json"] ?? "", /"mock": \[\{ "id": 1 \}\]/);
});

Deno.test("change finds an endpoint under the names that the spec has", async () => {
  const workspace = await shop();
  await renameSubroute(workspace, "orders", "open", "pending");
  await renameRoute(workspace, "orders", "bills");
  const given = { route: "bills", subroute: "pending", mock: [{ id: 9 }] };
  const { message } = await change(workspace, given);
  equal(message, "Changed GET /bills/pending in shop.json and in the project");
  match(
    filesOf(workspace)["shop.json"] ?? "",
    /"open": \{\n +"type": "GET",\n +"mock": \[\{ "id": 9/,
  );
});

Deno.test("change keeps the byte order mark of a spec", async () => {
  const workspace = await shop(`\ufeff${SPEC}`);
  const given = { route: "orders", subroute: "late", mock: 1 };
  equal((await change(workspace, given)).status, "applied");
  match(filesOf(workspace)["shop.json"] ?? "", /^\ufeff\{\n/);
});

for (
  const [what, edit, code] of [
    [
      "conflict markers",
      replace("shop.json", '"A shop"}', '"A shop"}\n<<<<<<< ours'),
      "json-syntax",
    ],
    ["errors", replace("shop.json", '"get"', '"PATCH"'), "spec-method"],
    ["a comment", replace("shop.json", '"A shop"}', '"A shop"} // ours'), "json-syntax"],
  ] as const
) {
  Deno.test(`change reports ${what} in the spec, and writes nothing`, async () => {
    const workspace = await shop(SPEC, edit);
    const before = filesOf(workspace);
    const given = { route: "orders", subroute: "open", mock: [1] };
    const { status, diagnostics } = await change(workspace, given);
    deepEqual([status, diagnostics[0]?.code], ["failed", code]);
    equal(diagnostics[0]?.where?.path, "shop.json");
    deepEqual(filesOf(workspace), before);
  });
}

Deno.test("change passes a missing spec over", async () => {
  const workspace = await shop(SPEC, ({ "shop.json": _, ...rest }) => rest);
  const given = { route: "orders", subroute: "open", mock: [1] };
  const { message, diagnostics } = await change(workspace, given);
  equal(message, "Changed GET /orders/open");
  const note = "shop.json does not exist, so only the project changes";
  deepEqual(diagnostics.map((each) => each.message), [note]);
});

Deno.test("change never edits a spec in a folder of git or of Layerwright", async () => {
  const workspace = await shop(SPEC, (files) => ({
    ...files,
    ".git/spec.json": SPEC,
    ".layerwright/manifest": (files[".layerwright/manifest"] ?? "")
      .replace("spec shop.json", "spec .git/spec.json"),
  }));
  const given = { route: "orders", subroute: "open", mock: [1] };
  equal((await change(workspace, given)).message, "Changed GET /orders/open");
  equal(filesOf(workspace)[".git/spec.json"], SPEC);
});
