/** Changes of one endpoint's mock. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { changeMock, type ChangeMockOptions } from "../../actions/change_mock.ts";
import type { Report } from "../../core/report.ts";
import { jsonOption } from "../../actions/json_option.ts";
import { createMemoryWorkspace, exportSpec, generateApi, projectStatus } from "../../mod.ts";
import type { MemoryWorkspace } from "../../workspace/memory_workspace.ts";

const SPEC = {
  project: { description: "A shop" },
  routes: {
    products: { resource: { id: 1, name: "Mug", price: 9.5 } },
    orders: {
      type: "GET",
      mock: [{ id: 1 }],
      subroutes: { open: { type: "GET", path: "/still/open" }, cancel: { type: "PUT" } },
    },
    health: { type: "GET", mock: { ok: true } },
  },
} as const;

type Files = Readonly<Record<string, string>>;

async function shop(edit: (files: Map<string, string>) => void = () => {}) {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", SPEC);
  const files = new Map<string, string>(workspace.files());
  edit(files);
  return createMemoryWorkspace(Object.fromEntries(files));
}

function filesOf(workspace: MemoryWorkspace): Files {
  return Object.fromEntries(
    [...workspace.files()].filter(([path]) => !path.startsWith(".layerwright/history")),
  );
}

type Given = Partial<Omit<ChangeMockOptions, "mock">> & {
  readonly route: string;
  readonly mock: unknown;
};

function change(workspace: MemoryWorkspace, { mock, ...given }: Given): Promise<Report> {
  const parsed = jsonOption("mock", mock, "");
  return changeMock(workspace, { name: "shop", foldsCase: false, mock: parsed, ...given });
}

function replace(files: Map<string, string>, path: string, from: string, to: string): void {
  const text = files.get(path) ?? "";
  ok(text.includes(from), path);
  files.set(path, text.replace(from, to));
}

for (
  const { given, label, where } of [
    {
      given: { route: "health", mock: { ok: false, since: 7 } },
      label: "GET /health",
      where: ["health", null],
    },
    { given: { route: "orders", mock: null }, label: "GET /orders", where: ["orders", null] },
    {
      given: { route: "orders", subroute: "open", mock: [1.5] },
      label: "GET /orders/still/open",
      where: ["orders", "open"],
    },
    {
      given: { route: "products", type: "GET", mock: [{ id: 2, name: "X", price: 1 }] },
      label: "GET /products",
      where: ["products", null],
    },
  ] as const
) {
  Deno.test(`changeMock() changes the mock of ${label}, and no other endpoint`, async () => {
    const workspace = await shop();
    const before = filesOf(workspace);
    const planned = await change(workspace, { ...given, dryRun: true });
    equal(planned.message, `Would change the mock of ${label}`);
    deepEqual(filesOf(workspace), before);
    const done = await change(workspace, { ...given, expect: planned.change_set ?? "" });
    deepEqual([done.status, done.message], ["applied", `Changed the mock of ${label}`]);
    const after = filesOf(workspace);
    const [route] = where;
    const changed = Object.keys({ ...before, ...after }).filter((path) =>
      after[path] !== before[path]
    );
    deepEqual(changed.filter((path) => !path.includes(route)), []);
    const again = await change(workspace, given);
    deepEqual([again.status, again.message], [
      "unchanged",
      `Nothing to do: ${label} has this mock`,
    ]);
    const { data } = await projectStatus(workspace, "shop");
    ok(data?.endpoints.every(({ state, code }) => state === "same" && code === "generated"));
    const { data: exported } = await exportSpec(workspace, "shop");
    const routes = JSON.parse(exported?.spec ?? "").routes;
    const [name, subroute] = where;
    const written = subroute === null ? routes[name] : routes[name].subroutes[subroute];
    deepEqual(written.mock ?? written.methods?.GET.mock ?? null, given.mock);
  });
}

Deno.test("changeMock() leaves edited code of other endpoints as it is", async () => {
  const service = "api/services/products_service.py";
  const workspace = await shop((files) => {
    replace(files, service, "9.5", "10.5");
    replace(
      files,
      "api/services/orders_service.py",
      "        return",
      "        x = 1\n        return x or",
    );
  });
  const before = filesOf(workspace);
  const { status } = await change(workspace, { route: "health", mock: 5 });
  equal(status, "applied");
  const after = filesOf(workspace);
  for (const path of [service, "api/services/orders_service.py", "README.md"]) {
    equal(after[path], before[path], path);
  }
  match(after["api/services/health_service.py"] ?? "", /return 5$/m);
});

Deno.test("changeMock() refuses to change code that people edited", async () => {
  const workspace = await shop((files) =>
    replace(
      files,
      "api/services/health_service.py",
      "        return",
      "        x = 1\n        return x or",
    )
  );
  const before = filesOf(workspace);
  const { status, message } = await change(workspace, { route: "health", mock: 5 });
  equal(status, "refused");
  match(
    message,
    /^Cannot change the mock of GET \/health \(edited: api\/services\/health_service\.py:\d+ is your code/,
  );
  deepEqual(filesOf(workspace), before);
});

for (
  const { what, given, message, hint } of [
    {
      what: "a mistyped route",
      given: { route: "helth", mock: 1 },
      message: "Route 'helth' does not exist.",
      hint: "Did you mean 'health'?",
    },
    {
      what: "a mistyped subroute",
      given: { route: "orders", subroute: "opn", mock: 1 },
      message: "Route 'orders' has no subroute 'opn'.",
      hint: "Did you mean 'open'?",
    },
    {
      what: "a path with several methods",
      given: { route: "products", mock: 1 },
      message: "'/products' has GET and POST.",
      hint: "Pass one of them as type",
    },
    {
      what: "a method that the path does not have",
      given: { route: "health", type: "PUT", mock: 1 },
      message: "'/health' has no PUT but GET.",
      hint: "Pass one of them as type",
    },
    {
      what: "a value that JSON does not have",
      given: { route: "health", mock: NaN },
      message: "Invalid mock  (JSON has no NaN).",
      hint: null,
    },
  ] as const
) {
  Deno.test(`changeMock() reports ${what}, and writes nothing`, async () => {
    const workspace = await shop();
    const before = filesOf(workspace);
    const { status, diagnostics } = await change(workspace, given);
    equal(status, "failed");
    deepEqual([diagnostics[0]?.message, diagnostics[0]?.hint], [message, hint]);
    deepEqual(filesOf(workspace), before);
  });
}

Deno.test("changeMock() needs the project's records", async () => {
  const workspace = createMemoryWorkspace({ "app.py": "" });
  const { diagnostics } = await change(workspace, { route: "a", mock: 1 });
  equal(diagnostics[0]?.code, "project-unrecorded");
});

Deno.test("changeMock() names the spec that still has the old mock", async () => {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", SPEC, { specFile: "../shop.json" });
  const { next } = await change(workspace, { route: "health", mock: 1 });
  deepEqual(next, ["Change the mock in ../shop.json, too"]);
});
