/** Records that are in conflict or lost. */

import { deepEqual, equal, match } from "node:assert/strict";
import {
  adoptProject,
  createMemoryWorkspace,
  generateApi,
  generateSubroute,
  type MemoryWorkspace,
  projectStatus,
  removeSubroute,
  renameRoute,
  type Report,
  undo,
  upgradeProject,
} from "../../../mod.ts";

const SPEC = {
  routes: {
    orders: { type: "GET", subroutes: { open: { type: "GET", mock: [1] } } },
    products: { type: "GET" },
  },
} as const;

const RECORD = ".layerwright/routes/orders";

type Files = Readonly<Record<string, string>>;

async function generated(): Promise<Files> {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", SPEC);
  return Object.fromEntries(workspace.files());
}

/** Returns the project as git leaves it if two branches changed the same definition. */
async function conflicted(): Promise<Files> {
  const files = await generated();
  const text = (files[RECORD] ?? "").replace(
    /^service OrdersService.get_open .*\n/m,
    (line) =>
      `<<<<<<< HEAD\n${line}=======\nservice OrdersService.get_open 0123456789ab\n>>>>>>> feature\n`,
  );
  return { ...files, [RECORD]: text };
}

const CONFLICTED = await conflicted();

const COMMANDS: Readonly<
  Record<string, (workspace: MemoryWorkspace) => Promise<Report>>
> = {
  "generate api": (workspace) => generateApi(workspace, "shop", SPEC),
  "generate subroute": (workspace) => generateSubroute(workspace, "orders", "paid", {}),
  "remove subroute": (workspace) => removeSubroute(workspace, "orders", "open"),
  "rename route": (workspace) => renameRoute(workspace, "orders", "sales"),
  upgrade: (workspace) => upgradeProject(workspace, "shop"),
};

for (const [name, run] of Object.entries(COMMANDS)) {
  Deno.test(`${name} refuses a project whose record has a conflict`, async () => {
    const workspace = createMemoryWorkspace(CONFLICTED);
    const { status, diagnostics: [first] } = await run(workspace);
    equal(status, "refused");
    match(first?.message ?? "", /^'(?:shop\/)?\.layerwright\/routes\/orders' has a merge conflict/);
    match(first?.hint ?? "", /layerwright adopt --spec/);
    deepEqual(Object.fromEntries(workspace.files()), CONFLICTED);
  });
}

Deno.test("a conflict in the record of a route stops no command of another one", async () => {
  const workspace = createMemoryWorkspace(CONFLICTED);
  equal((await generateSubroute(workspace, "products", "new", {})).status, "applied");
});

Deno.test("status names a conflict, and adopt takes both sides", async () => {
  const workspace = createMemoryWorkspace(CONFLICTED);
  const before = await projectStatus(workspace, "shop", { spec: SPEC, route: "orders" });
  deepEqual(before.data?.problems.map(({ file, message, hint }) => [file, message, hint]), [
    [RECORD, "has a merge conflict", "'layerwright adopt --spec spec.json' takes both sides"],
  ]);
  const adopted = await adoptProject(workspace, "shop", SPEC);
  deepEqual(adopted.changes.map(({ path }) => path), [RECORD]);
  const { data } = await projectStatus(workspace, "shop", { spec: SPEC });
  deepEqual(data?.problems, []);
  equal((await generateApi(workspace, "shop", SPEC)).status, "unchanged");
  equal((await undo(workspace)).status, "applied");
  deepEqual(Object.fromEntries(workspace.files()), CONFLICTED);
});

for (
  const [code, from, to] of [["generated", "", ""], ["edited", "return", "return None or"]] as const
) {
  Deno.test(`adopt records code that both sides changed, and that the spec gives or not: ${code}`, async () => {
    const path = "api/services/orders_service.py";
    const text = CONFLICTED[path] ?? "";
    const at = text.indexOf("def get_open");
    const service = text.slice(0, at) + text.slice(at).replace(from, to);
    const workspace = createMemoryWorkspace({ ...CONFLICTED, [path]: service });
    await adoptProject(workspace, "shop", SPEC);
    const { data } = await projectStatus(workspace, "shop", { spec: SPEC });
    deepEqual(data?.endpoints.map((each) => [each.path, each.code]), [
      ["/orders", "generated"],
      ["/orders/open", code],
      ["/products", "generated"],
    ]);
  });
}

Deno.test("status names code of the spec whose record is lost", async () => {
  const { [RECORD]: _lost, ...files } = await generated();
  const workspace = createMemoryWorkspace(files);
  const { data } = await projectStatus(workspace, "shop", { spec: SPEC });
  deepEqual(data?.problems.map(({ file, message, hint }) => [file, message, hint]), [
    [
      "api/routes/orders_route.py",
      "has endpoints of the spec without a record",
      "'layerwright adopt --spec spec.json' records them",
    ],
  ]);
  equal((await adoptProject(workspace, "shop", SPEC)).status, "applied");
  deepEqual((await projectStatus(workspace, "shop", { spec: SPEC })).data?.problems, []);
});

Deno.test("status says nothing of routes that people write beside the spec", async () => {
  const { [RECORD]: _lost, ...files } = await generated();
  const { data } = await projectStatus(createMemoryWorkspace(files), "shop");
  deepEqual(data?.problems, []);
});

Deno.test("status takes people's own handlers in the place of generated ones for theirs", async () => {
  const route = "api/routes/orders_route.py";
  const { [RECORD]: _lost, ...files } = await generated();
  const own = (files[route] ?? "").replaceAll(
    "    return jsonify(",
    "    print()\n    return jsonify(",
  );
  const workspace = createMemoryWorkspace({ ...files, [route]: own });
  const { data } = await projectStatus(workspace, "shop", { spec: SPEC });
  deepEqual(data?.problems, []);
});
