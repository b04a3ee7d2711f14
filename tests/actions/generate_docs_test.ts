/** The documentation of an app, and the documents that follow the code. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { adoptProject } from "../../actions/adopt_project.ts";
import { changeRoute } from "../../actions/change.ts";
import { generateApi } from "../../actions/generate_api.ts";
import { projectStatus } from "../../actions/project_status.ts";
import { generateDocs, removeDocs, renewDocs } from "../../actions/generate_docs.ts";
import { generateResource } from "../../actions/generate_resource.ts";
import { generateRoute } from "../../actions/generate_route.ts";
import { generateSubroute } from "../../actions/generate_subroute.ts";
import { removeRoute, removeSubroute } from "../../actions/remove.ts";
import { renameRoute, renameSubroute } from "../../actions/rename.ts";
import { redo, undo } from "../../actions/undo.ts";
import { upgradeProject } from "../../actions/upgrade_project.ts";
import type { Report } from "../../core/report.ts";
import { projectPath } from "../../core/project_path.ts";
import { createMemoryWorkspace, type MemoryWorkspace } from "../../workspace/memory_workspace.ts";

const SPEC = {
  routes: {
    products: { resource: { id: 1, name: "Teapot", price: 24.5 } },
    orders: { type: "GET", mock: [{ id: 7 }], subroutes: { open: { type: "GET", mock: [] } } },
  },
} as const;

async function documented(): Promise<MemoryWorkspace> {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", SPEC, { isInside: true });
  equal((await generateDocs(workspace)).status, "applied");
  return workspace;
}

function textAt(workspace: MemoryWorkspace, path: string): string {
  return workspace.files().get(projectPath(path)) ?? "";
}

function documentsOf(workspace: MemoryWorkspace): readonly string[] {
  return [...workspace.files().keys()].filter((path) => path.startsWith("api/openapi/")).sort();
}

const changed = ({ changes }: Report) => changes.map(({ kind, path }) => `${kind} ${path}`);

Deno.test("generateDocs adds a module, a page and a document for each route", async () => {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", SPEC, { isInside: true });
  const before = workspace.files();
  const report = await generateDocs(workspace);
  equal(report.message, "Added the API's documentation: /-/docs, /-/openapi.json");
  deepEqual(changed(report), [
    "update api/__init__.py",
    "create api/docs.py",
    "create api/docs_page/page.html",
    "create api/docs_page/script.js",
    "create api/docs_page/style.css",
    "create api/openapi/orders.json",
    "create api/openapi/products.json",
    "update .layerwright/manifest",
  ]);
  match(
    textAt(workspace, "api/__init__.py"),
    /register_blueprints\(app\)\n {4}app\.register_blueprint\(docs_bp\)\n/,
  );
  match(textAt(workspace, "api/docs.py"), /^TITLE = "shop"$/m);
  const { paths } = JSON.parse(textAt(workspace, "api/openapi/orders.json"));
  deepEqual(Object.keys(paths), ["/orders", "/orders/open"]);
  equal((await generateDocs(workspace)).status, "unchanged");
  equal((await upgradeProject(workspace, "shop")).status, "unchanged");
  equal((await undo(workspace)).status, "applied");
  deepEqual(workspace.files(), before);
  equal((await redo(workspace)).status, "applied");
  equal((await removeDocs(workspace)).message, "Removed the API's documentation");
  deepEqual(workspace.files(), before);
});

type Step = (workspace: MemoryWorkspace) => Promise<Report>;

const STEPS: readonly (readonly [name: string, step: Step, documents: readonly string[]])[] = [
  ["generate subroute", (at) => generateSubroute(at, "orders", "late", { mock: [{ id: 8 }] }), [
    "update orders",
  ]],
  [
    "generate subroute with the first query",
    (at) => generateSubroute(at, "orders", "found", { query: { "q?": "tea" } }),
    ["update orders"],
  ],
  ["generate route", (at) => generateRoute(at, "carts", { mock: { id: 1 } }), ["create carts"]],
  [
    "generate resource",
    (at) => generateResource(at, "parts", { id: 1, name: "Lid" }),
    ["create parts"],
  ],
  ["change route", (at) => changeRoute(at, "orders", { mock: [{ id: 9 }] }), ["update orders"]],
  ["remove subroute", (at) => removeSubroute(at, "orders", "open"), ["update orders"]],
  ["remove route", (at) => removeRoute(at, "orders"), ["delete orders"]],
  [
    "rename route",
    (at) => renameRoute(at, "orders", "invoices"),
    ["create invoices", "delete orders"],
  ],
  ["rename subroute", (at) => renameSubroute(at, "orders", "open", "late"), ["update orders"]],
  [
    "generate api",
    (at) =>
      generateApi(at, "shop", {
        routes: {
          ...SPEC.routes,
          orders: { type: "GET", mock: [{ id: 8 }] },
          health: { type: "GET" },
        },
      }, { isInside: true, inside: true } as object),
    ["create health", "update orders"],
  ],
];

for (const [name, step, documents] of STEPS) {
  Deno.test(`${name} writes the documents of its routes, and undo takes them back`, async () => {
    const workspace = await documented();
    const before = workspace.files();
    const report = await step(workspace);
    equal(report.status, "applied", JSON.stringify(report.diagnostics));
    const written = changed(report).filter((each) => each.includes("api/openapi/"))
      .map((each) => each.replace("api/openapi/", "").replace(".json", ""));
    deepEqual(written, documents);
    const renewed = await generateDocs(workspace);
    equal(renewed.status, "unchanged", JSON.stringify(changed(renewed)));
    equal((await undo(workspace)).status, "applied");
    deepEqual(workspace.files(), before);
  });
}

Deno.test("undo gives back a document that was older than the code", async () => {
  const workspace = createMemoryWorkspace(Object.fromEntries((await documented()).files()));
  const path = projectPath("api/routes/orders_route.py");
  const edited = textAt(workspace, path).replace('.get("/open")', '.get("/opened")');
  const stale = createMemoryWorkspace(Object.fromEntries([...workspace.files(), [path, edited]]));
  const before = stale.files();
  equal((await generateSubroute(stale, "orders", "late")).status, "applied");
  match(textAt(stale, "api/openapi/orders.json"), /\/orders\/opened/);
  equal((await undo(stale)).status, "applied");
  deepEqual(stale.files(), before);
});

Deno.test("undo of adoptProject leaves the documents of a project without records", async () => {
  const all = [...(await documented()).files()];
  const workspace = createMemoryWorkspace(
    Object.fromEntries(all.filter(([path]) => !path.startsWith(".layerwright/"))),
  );
  const before = workspace.files();
  equal((await adoptProject(workspace, "shop", SPEC)).status, "applied");
  equal((await undo(workspace)).status, "applied");
  deepEqual(workspace.files(), before);
});

Deno.test("undo of a change from before the documentation takes its endpoint out of the documents", async () => {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", SPEC, { isInside: true });
  const late = await generateSubroute(workspace, "orders", "late");
  equal((await generateDocs(workspace)).status, "applied");
  match(textAt(workspace, "api/openapi/orders.json"), /orders\/late/);
  equal((await undo(workspace, { id: late.change_set ?? "" })).status, "applied");
  ok(!textAt(workspace, "api/openapi/orders.json").includes("orders/late"));
});

Deno.test("an undo below a later change of the same document makes the document again", async () => {
  const workspace = await documented();
  const first = await generateSubroute(workspace, "orders", "late");
  await generateSubroute(workspace, "orders", "early");
  const undone = await undo(workspace, { id: first.change_set ?? "" });
  equal(undone.status, "applied", JSON.stringify(undone.diagnostics));
  const { paths } = JSON.parse(textAt(workspace, "api/openapi/orders.json"));
  deepEqual(Object.keys(paths), ["/orders", "/orders/open", "/orders/early"]);
  equal((await generateDocs(workspace)).status, "unchanged");
});

Deno.test("generateDocs replaces no files in the folder of its documents", async () => {
  const generated = createMemoryWorkspace();
  await generateApi(generated, "shop", SPEC, { isInside: true });
  const own = { "api/openapi/partner.json": "{}\n" };
  const workspace = createMemoryWorkspace({ ...Object.fromEntries(generated.files()), ...own });
  const before = workspace.files();
  const report = await generateDocs(workspace);
  equal(report.status, "failed");
  match(report.diagnostics[0]?.message ?? "", /its folders have files[^]*partner/);
  deepEqual(workspace.files(), before);
});

Deno.test("later commands leave files of people beside the documents", async () => {
  const own = { "api/openapi/partner.json": "{}\n", "api/openapi/late.json": "[]\n" };
  const workspace = createMemoryWorkspace({
    ...Object.fromEntries((await documented()).files()),
    ...own,
  });
  equal((await generateRoute(workspace, "late")).status, "applied");
  equal((await removeRoute(workspace, "orders")).status, "applied");
  equal((await renewDocs(workspace)).status, "unchanged");
  const { data } = await projectStatus(workspace, "shop");
  match(JSON.stringify(data), /late.json[^}]*is your own file: move it/);
  equal((await undo(workspace)).status, "applied");
  equal((await removeDocs(workspace)).status, "applied");
  deepEqual(documentsOf(workspace), Object.keys(own).sort());
});

Deno.test("undoing generateDocs removes the documents of later routes, too", async () => {
  const workspace = await documented();
  await generateRoute(workspace, "carts");
  const log = await generateDocs(workspace, { dryRun: true });
  equal(log.status, "unchanged");
  await removeDocs(workspace);
  deepEqual(documentsOf(workspace), []);
});

Deno.test("generateDocs renews a document in conflict without reading it", async () => {
  const workspace = await documented();
  const path = projectPath("api/openapi/orders.json");
  const text = textAt(workspace, path);
  const conflicted = createMemoryWorkspace(
    Object.fromEntries([...workspace.files(), [path, `<<<<<<< HEAD\n${text}=======\n>>>>>>> b\n`]]),
  );
  const report = await generateDocs(conflicted);
  deepEqual(changed(report), [`update ${path}`]);
  deepEqual(conflicted.files(), workspace.files());
});

Deno.test("generateDocs keeps the code of people", async (test) => {
  await test.step("a module of the same name is a conflict", async () => {
    const workspace = createMemoryWorkspace();
    await generateApi(workspace, "shop", SPEC, { isInside: true });
    const own = createMemoryWorkspace(
      Object.fromEntries([...workspace.files(), ["api/docs.py", "PAGE = 1\n"]]),
    );
    const report = await generateDocs(own);
    equal(report.status, "refused");
    equal(textAt(own, "api/docs.py"), "PAGE = 1\n");
    deepEqual(documentsOf(own), []);
  });
  await test.step("a module of the same name is no documentation", async () => {
    const workspace = createMemoryWorkspace();
    await generateApi(workspace, "shop", SPEC, { isInside: true });
    const text = 'from flask import Blueprint\n\ndocs_bp = Blueprint("docs", __name__)\n\n\n' +
      '@docs_bp.get("/-/docs")\ndef page():\n    return ""\n';
    const own = createMemoryWorkspace(
      Object.fromEntries([...workspace.files(), ["api/docs.py", text]]),
    );
    const before = own.files();
    equal((await upgradeProject(own, "shop")).status, "unchanged");
    equal((await removeDocs(own)).status, "failed");
    equal((await generateDocs(own)).status, "failed");
    deepEqual(own.files(), before);
    await generateSubroute(own, "orders", "late");
    deepEqual(documentsOf(own), []);
  });
  await test.step("a path that is taken is an error", async () => {
    const workspace = createMemoryWorkspace();
    await generateApi(workspace, "shop", SPEC, { isInside: true });
    const route = projectPath("api/routes/orders_route.py");
    const taken = textAt(workspace, route) +
      '\n\n@orders_bp.get("/../-/docs")\ndef page():\n    return ""\n';
    const own = createMemoryWorkspace(
      Object.fromEntries([
        ...workspace.files(),
        [route, taken.replace("/../-/docs", "/x")],
        [
          "api/own.py",
          'from flask import Blueprint\n\nown_bp = Blueprint("own", __name__)\n\n\n@own_bp.get("/-/docs")\ndef page():\n    return ""\n',
        ],
        [
          "api/__init__.py",
          textAt(workspace, "api/__init__.py").replace(
            "    register_blueprints(app)\n",
            "    from api.own import own_bp\n\n    register_blueprints(app)\n    app.register_blueprint(own_bp)\n",
          ),
        ],
      ]),
    );
    const report = await generateDocs(own);
    deepEqual(report.diagnostics.map(({ code }) => code), ["conflict-path"]);
    ok(!own.files().has(projectPath("api/docs.py")));
  });
  await test.step("an edited page is removed only with force", async () => {
    const workspace = await documented();
    const edited = createMemoryWorkspace(
      Object.fromEntries([...workspace.files(), ["api/docs_page/style.css", "body {}\n"]]),
    );
    equal((await removeDocs(edited)).status, "refused");
    equal((await removeDocs(edited, { force: true })).status, "applied");
    ok(!edited.files().has(projectPath("api/docs_page/style.css")));
  });
});

Deno.test("adoptProject records the documentation", async () => {
  const workspace = await documented();
  const lost = createMemoryWorkspace(
    Object.fromEntries([...workspace.files()].filter(([path]) => !path.startsWith(".layerwright"))),
  );
  equal((await adoptProject(lost, "shop", SPEC)).status, "applied");
  match(textAt(lost, ".layerwright/manifest"), /^file api\/docs\.py -$/m);
  equal((await generateDocs(lost)).status, "unchanged");
  equal((await removeDocs(lost)).status, "applied");
});

Deno.test("branches that change different routes change different files", async () => {
  const one = await documented();
  const other = await documented();
  const paths = async (step: Promise<Report>) => (await step).changes.map(({ path }) => path);
  const changedByOne = await paths(generateSubroute(one, "orders", "late"));
  const changedByOther = await paths(generateSubroute(other, "products", "late"));
  ok(changedByOne.includes("api/openapi/orders.json"));
  deepEqual(changedByOne.filter((path) => changedByOther.includes(path)), []);
});

Deno.test("status names documents that differ from the code, and the command that renews them", async () => {
  const workspace = await documented();
  const service = projectPath("api/services/orders_service.py");
  const edited = createMemoryWorkspace(
    Object.fromEntries([
      ...workspace.files(),
      [service, textAt(workspace, service).replace('"id": 7', '"id": 8')],
      ["api/openapi/old.json", textAt(workspace, "api/openapi/orders.json")],
    ]),
  );
  const problemsOf = async (at: MemoryWorkspace) =>
    (await projectStatus(at, "shop")).data?.problems.map(({ file, message, hint }) =>
      `${file} ${message}: ${hint}`
    );
  deepEqual(await problemsOf(workspace), []);
  deepEqual(await problemsOf(edited), [
    "api/openapi/old.json describes endpoints that the code lacks: layerwright export openapi --docs",
    "api/openapi/orders.json is older than the code: layerwright export openapi --docs",
  ]);
  const renewed = await renewDocs(edited);
  deepEqual(changed(renewed), ["delete api/openapi/old.json", "update api/openapi/orders.json"]);
  equal(renewed.message, "Renewed the API's documentation");
  deepEqual(await problemsOf(edited), []);
  equal((await undo(edited)).status, "applied");
  equal((await renewDocs(createMemoryWorkspace())).status, "failed");
});

Deno.test("a plan that adds an open page to a guarded project says that the page is public", async () => {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", SPEC, { isInside: true });
  const guarded = [...workspace.files()].map(([path, text]) =>
    [
      path,
      /_route\.py$/.test(path) && !path.startsWith("tests/")
        ? text.replaceAll(/^@\w+_bp\..*$/gm, "$&\n@login_required")
          .replace("from flask import", "from flask_login import login_required\nfrom flask import")
        : text,
    ] as const
  );
  const report = await generateDocs(createMemoryWorkspace(Object.fromEntries(guarded)));
  deepEqual(report.diagnostics.map(({ code, message }) => `${code} ${message}`), [
    "route-open The documentation is public: it has no @login_required, " +
    "but all 7 handlers of other routes have it",
  ]);
});
