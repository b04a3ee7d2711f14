/** The tools: effects, results, refusals and hints. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { inCodeFolder, specText } from "../commands/code_folder.ts";
import { ERAS, replyOf, type ToolAnswer, toolCall } from "../http/messages.ts";
import { projectsIn, type TestedApp, testedApp } from "../http/tested_app.ts";
import type { Projects } from "../../workspace/projects.ts";
import { readTree, writeFiles } from "../workspace/tree.ts";
import { runCommand } from "../../tools/run_command.ts";
import { ajv, type Args, call, inShop } from "./checked_call.ts";

interface Listed {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Args;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

async function listed(app: TestedApp, era = ERAS[0]): Promise<readonly Listed[]> {
  const { result } = await replyOf(await app.ask({ method: "tools/list" }, era));
  return result?.["tools"] as Listed[];
}

const LISTED = await inCodeFolder((folder) => listed(testedApp(folder)));

const SPEC = { routes: { invoices: { type: "GET", mock: [{ id: 1 }] } } };

interface HappyPath {
  readonly tool: string;
  readonly args: Args;
  readonly status: string;
  readonly message: string;
  /** Facts that the text must also contain. */
  readonly facts: readonly string[];
  readonly data: unknown;
}

const HAPPY_PATHS: readonly HappyPath[] = [
  {
    tool: "generate_api",
    args: { project: "billing", spec: SPEC },
    status: "applied",
    message: "Successfully generated API 'billing'!",
    facts: ["26 files, 1 route, 1 endpoint", "Next: cd billing"],
    data: {
      description: null,
      files: 26,
      routes: 1,
      endpoints: [
        { method: "GET", path: "/invoices", status: 200, answer: "mock", handler: "get" },
      ],
      states: [],
    },
  },
  {
    tool: "generate_route",
    args: {
      project: "shop",
      route: "refunds",
      type: "post",
      mock: { ok: true },
      subroutes: { open: { type: "GET", mock: [] } },
    },
    status: "applied",
    message: "Successfully generated POST route 'refunds'!",
    facts: [
      "api/routes/refunds_route.py",
      "api/services/refunds_service.py",
      "api/repositories/refunds_repository.py",
      "api/models/refunds_model.py",
      "tests/test_refunds_route.py",
    ],
    data: {
      endpoints: [
        { method: "POST", path: "/refunds", status: 201, answer: "mock", handler: "create" },
        { method: "GET", path: "/refunds/open", status: 200, answer: "mock", handler: "get_open" },
      ],
    },
  },
  {
    tool: "generate_subroute",
    args: { project: "shop", route: "products", subroute: "sale", mock: [1] },
    status: "applied",
    message: "Successfully generated GET subroute 'sale' for route 'products' with mock data!",
    facts: ["api/routes/products_route.py:43", "get_sale", "test_get_sale"],
    data: {
      endpoints: [
        { method: "GET", path: "/products/sale", status: 200, answer: "mock", handler: "get_sale" },
      ],
    },
  },
  {
    tool: "change_project",
    args: { project: "shop", action: "remove_subroute", route: "products", subroute: "featured" },
    status: "applied",
    message: "Removed GET /products/featured",
    facts: ["api/routes/products_route.py", "tests/test_products_route.py"],
    data: {
      removed: [
        "api/routes/products_route.py get_featured",
        "api/services/products_service.py ProductsService.get_featured",
        "api/repositories/products_repository.py ProductsRepository.get_featured",
        "api/models/products_model.py ProductsFeaturedModel",
        "tests/test_products_route.py test_get_featured",
      ],
      kept: [],
    },
  },
  {
    tool: "validate_spec",
    args: { spec: SPEC },
    status: "unchanged",
    message: "Valid: 1 route, 1 endpoint",
    facts: ["Valid: 1 route, 1 endpoint"],
    data: { description: null, routes: 1, endpoints: 1, bodies: [] },
  },
  {
    tool: "check_route_exists",
    args: { project: "shop", route: "products" },
    status: "unchanged",
    message: "Route 'products' exists: 5 endpoints in api/routes/products_route.py",
    facts: ["exists: 5 endpoints in api/routes/products_route.py"],
    data: { exists: true, files: ["api/routes/products_route.py"], endpoints: 5 },
  },
  {
    tool: "check_route_exists",
    args: { project: "shop", route: "product" },
    status: "unchanged",
    message: "Route 'product' does not exist; did you mean 'products'?",
    facts: ["does not exist; did you mean 'products'?"],
    data: { exists: false, files: [], endpoints: 0 },
  },
];

for (const { tool, args, status, message, facts, data } of HAPPY_PATHS) {
  Deno.test(`${tool} answers ${JSON.stringify(message)}, as structured content and as text`, () =>
    inShop(async (app) => {
      const { text, report } = await call(app, tool, args);
      deepEqual({ status: report.status, message: report.message }, { status, message });
      deepEqual(report.data, data);
      for (const fact of [message, ...facts]) ok(text.includes(fact), `${fact} in\n${text}`);
    }));
}

Deno.test("analyze_project lists layers, and endpoints with method, path, handler, file and line", () =>
  inShop(async (app, folder) => {
    const { text, report } = await call(app, "analyze_project", { project: "shop" });
    const { layers, routes, problems } = Object(report.data);
    const folders = ["routes", "services", "repositories", "models"];
    deepEqual(layers.map(({ name }: { name: string }) => name), folders);
    deepEqual(problems, []);
    equal(routes.length, 4);
    for (const { endpoints } of routes) {
      for (const { methods, path, handler, file, line } of endpoints) {
        ok(text.includes(file));
        match(text, new RegExp(`${methods[0]} +${path} +${file}:${line} +${handler}(?:\\n|$)`));
        const lines = Deno.readTextFileSync(join(folder, "shop", file)).split("\n");
        ok(lines.slice(line - 1, line + 3).some((each) => each.includes(`def ${handler}(`)));
      }
    }
  }));

Deno.test("analyze_project reports problems in files", () =>
  inShop(async (app, folder) => {
    writeFiles(folder, { "shop/api/routes/broken_route.py": "def (\n" });
    const { text, report } = await call(app, "analyze_project", { project: "shop" });
    const { problems } = Object(report.data);
    equal(problems.length, 1);
    match(report.message, /1 problem$/);
    ok(text.includes(problems[0].message) && text.includes(problems[0].file));
  }));

Deno.test("get_project_info returns name, routes, models, container files and generator", () =>
  inShop(async (app, folder) => {
    Deno.removeSync(join(folder, "shop/compose.yaml"));
    const { text, report } = await call(app, "get_project_info", { project: "shop" });
    const { models, ...data } = Object(report.data);
    deepEqual(data, {
      name: "shop",
      generator: "1.0.0",
      routes: ["carts", "health", "orders", "products"],
      containers: [
        { file: "Dockerfile", present: true },
        { file: "compose.yaml", present: false },
        { file: ".dockerignore", present: true },
      ],
    });
    ok(models.includes("ProductsModel"));
    for (const fact of ["shop", "1.0.0", "carts", "Dockerfile"]) ok(text.includes(fact), text);
  }));

interface Alias {
  readonly tool: string;
  readonly own: Args;
  readonly others: readonly Args[];
}

const ROUTE = { project: "shop", route: "refunds", type: "PUT", mock: [1], dry_run: true };
const SUBROUTE = { ...ROUTE, route: "products", subroute: "sale", type: "POST" };

const REMOVAL = {
  project: "shop",
  action: "remove_subroute",
  route: "products",
  subroute: "featured",
  type: "GET",
  dry_run: true,
};

function renamed(args: Args, from: string, to: string): Args {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name === from ? to : name, value]),
  );
}

const PROJECT = ["project_name", "project_path", "path"];

const ALIASES: readonly Alias[] = [
  {
    tool: "change_project",
    own: REMOVAL,
    others: [
      ...PROJECT.map((name) => renamed(REMOVAL, "project", name)),
      renamed(REMOVAL, "action", "operation"),
      renamed(REMOVAL, "route", "route_name"),
      renamed(REMOVAL, "subroute", "subroute_name"),
      ...["method", "http_method"].map((name) => renamed(REMOVAL, "type", name)),
      { ...REMOVAL, type: "get" },
    ],
  },
  ...["analyze_project", "get_project_info"].map((tool) => {
    const own = { project: "shop" };
    const names = [...PROJECT, "name"];
    return { tool, own, others: names.map((name) => renamed(own, "project", name)) };
  }),
  {
    tool: "generate_api",
    own: { project: "new", spec: SPEC, dry_run: true },
    others: [
      ...[...PROJECT, "name"].map((name) => ({ [name]: "new", spec: SPEC, dry_run: true })),
      ...["json", "spec_json"].map((name) => ({ project: "new", [name]: SPEC, dry_run: true })),
      { project: "new", spec: JSON.stringify(SPEC), dry_run: true },
      { project: "new", spec: SPEC, dry_run: true, force: true },
    ],
  },
  {
    tool: "generate_route",
    own: ROUTE,
    others: [
      ...PROJECT.map((name) => renamed(ROUTE, "project", name)),
      ...["route_name", "name"].map((name) => renamed(ROUTE, "route", name)),
      ...["method", "http_method"].map((name) => renamed(ROUTE, "type", name)),
      ...["mock_data", "response"].map((name) => renamed(ROUTE, "mock", name)),
      { ...ROUTE, type: "put" },
      { ...ROUTE, mock: "[1]" },
    ],
  },
  {
    tool: "generate_subroute",
    own: SUBROUTE,
    others: [
      ...PROJECT.map((name) => renamed(SUBROUTE, "project", name)),
      renamed(SUBROUTE, "route", "route_name"),
      ...["subroute_name", "name"].map((name) => renamed(SUBROUTE, "subroute", name)),
      ...["method", "http_method"].map((name) => renamed(SUBROUTE, "type", name)),
      ...["mock_data", "response"].map((name) => renamed(SUBROUTE, "mock", name)),
      { ...SUBROUTE, type: "Post" },
    ],
  },
  {
    tool: "check_route_exists",
    own: { project: "shop", route: "products" },
    others: [
      ...PROJECT.map((name) => ({ [name]: "shop", route: "products" })),
      ...["route_name", "name"].map((name) => ({ project: "shop", [name]: "products" })),
    ],
  },
  {
    tool: "validate_spec",
    own: { spec: SPEC },
    others: [{ json: SPEC }, { spec_json: SPEC }, { spec: JSON.stringify(SPEC) }],
  },
];

for (const { tool, own, others } of ALIASES) {
  Deno.test(`${tool} accepts aliases of its arguments`, () =>
    inShop(async (app) => {
      const expected = await call(app, tool, own);
      equal(expected.isError, false);
      for (const args of others) deepEqual(await call(app, tool, args), expected);
    }));
}

Deno.test("an argument given by two names is refused", () =>
  inShop(async (app) => {
    const args = { project: "shop", name: "other" };
    const { isError, report } = await call(app, "get_project_info", args);
    equal(isError, true);
    equal(report.diagnostics?.[0]?.message, "Unknown argument 'name'.");
  }));

interface DomainFailure {
  readonly behaviour: string;
  readonly tool: string;
  readonly args: Args;
  readonly status: "failed" | "refused";
  readonly code: string;
  readonly hint?: RegExp;
}

function edit(folder: string, path: string): void {
  const file = join(folder, "shop", path);
  const text = Deno.readTextFileSync(file);
  Deno.writeTextFileSync(file, text.replace("Your orders route is working!", "Edited"));
}

const EDITED = "api/services/orders_service.py";

/** A file that a spec also generates, but that Layerwright never wrote. */
const OWN = "api/services/refunds_service.py";

function withRefunds(): Args {
  const spec = JSON.parse(specText("shop.json"));
  spec.routes.refunds = { type: "GET" };
  return spec;
}

function withOrdersMock(): Args {
  const spec = JSON.parse(specText("shop.json"));
  spec.routes.orders.mock = 5;
  return spec;
}

const DOMAIN_FAILURES: readonly DomainFailure[] = [
  ...[
    ["generate_route", { route: "a" }],
    ["generate_subroute", { route: "a", subroute: "b" }],
    ["change_project", { action: "remove_route", route: "a" }],
    ["change_project", { action: "rename_route", route: "a", new_name: "b" }],
    ["analyze_project", {}],
    ["get_project_info", {}],
    ["check_route_exists", { route: "a" }],
  ].map(([tool, args]): DomainFailure => ({
    behaviour: "there is no such project",
    tool: tool as string,
    args: { ...args as Args, project: "absent" },
    status: "failed",
    code: "project-missing",
    hint: /^Call generate_api to create one; projects here: shop$/,
  })),
  {
    behaviour: "the project has no name",
    tool: "analyze_project",
    args: { project: "" },
    status: "failed",
    code: "project-name",
    hint: /^Call generate_api to create one; projects here: shop$/,
  },
  {
    behaviour: "the project is outside",
    tool: "analyze_project",
    args: { project: "../shop" },
    status: "failed",
    code: "path-outside",
    hint: /such as 'shop' or '\.'$/,
  },
  {
    behaviour: "there is no such route",
    tool: "generate_subroute",
    args: { project: "shop", route: "absent", subroute: "a" },
    status: "failed",
    code: "route-missing",
    hint: /generate_route first, or analyze_project/,
  },
  {
    behaviour: "the project was edited where the spec asks for something else",
    tool: "generate_api",
    args: { project: "shop", spec: withRefunds() },
    status: "refused",
    code: "conflict-edited",
    hint: /^Move or rename that code.*diff: true.*overwrite: true/,
  },
  {
    behaviour: "an endpoint is mistyped",
    tool: "generate_api",
    args: { project: "shop", spec: withOrdersMock(), replace: ["GET /order"] },
    status: "failed",
    code: "endpoint-unknown",
    hint: /^Did you mean 'GET \/orders'\?$/,
  },
  {
    behaviour: "the folder was not generated by layerwright",
    tool: "generate_api",
    args: { project: ".", spec: SPEC },
    status: "refused",
    code: "project-exists",
    hint: /Choose another name/,
  },
  {
    behaviour: "the folder is inside a project",
    tool: "generate_api",
    args: { project: "shop/services/billing", spec: SPEC },
    status: "failed",
    code: "project-inside",
    hint: /^Pass 'shop' to generate into it$/,
  },
  {
    behaviour: "the layout is not ours",
    tool: "generate_route",
    args: { project: ".", route: "a" },
    status: "failed",
    code: "project-missing",
    hint: /^Call generate_api/,
  },
  {
    behaviour: "the spec has errors",
    tool: "generate_api",
    args: { project: "new", spec: { routes: {} } },
    status: "failed",
    code: "spec-routes-empty",
  },
  {
    behaviour: "the spec is no JSON",
    tool: "validate_spec",
    args: { spec: specText("typo.json") },
    status: "failed",
    code: "json-syntax",
  },
  {
    behaviour: "a route's name is none",
    tool: "generate_route",
    args: { project: "shop", route: "re-funds" },
    status: "failed",
    code: "spec-route-name",
  },
  {
    behaviour: "a mock is no JSON",
    tool: "generate_route",
    args: { project: "shop", route: "refunds", mock: "{" },
    status: "failed",
    code: "mock-invalid",
  },
  {
    behaviour: "subroutes are no JSON",
    tool: "generate_route",
    args: { project: "shop", route: "refunds", subroutes: "{" },
    status: "failed",
    code: "json-syntax",
  },
  {
    behaviour: "subroutes are a list",
    tool: "generate_route",
    args: { project: "shop", route: "refunds", subroutes: [] },
    status: "failed",
    code: "spec-shape",
  },
  {
    behaviour: "the method is another",
    tool: "generate_subroute",
    args: { project: "shop", route: "products", subroute: "a", type: "PUT" },
    status: "failed",
    code: "type-invalid",
  },
  {
    behaviour: "an argument is missing",
    tool: "generate_subroute",
    args: { project: "shop", route: "products" },
    status: "failed",
    code: "usage-argument",
  },
  {
    behaviour: "an argument is mistyped",
    tool: "generate_api",
    args: { project: "new", spec: SPEC, dryrun: true },
    status: "failed",
    code: "usage-argument",
    hint: /^Did you mean 'dry_run'\?$/,
  },
];

for (const { behaviour, tool, args, status, code, hint } of DOMAIN_FAILURES) {
  Deno.test(`${tool} says that ${behaviour}, and writes nothing`, () =>
    inShop(async (app, folder) => {
      edit(folder, EDITED);
      writeFiles(folder, { [`shop/${OWN}`]: "mine = 1\n" });
      const before = readTree(folder);
      const { isError, report } = await call(app, tool, args);
      equal(isError, true);
      equal(report.status, status);
      deepEqual(report.diagnostics?.map((each) => each.code), [code]);
      const given = report.diagnostics?.[0]?.hint;
      if (hint === undefined) equal(given, undefined);
      else match(given ?? "", hint);
      deepEqual(readTree(folder), before);
    }));
}

for (const project of ["link", "link/new", "link/a/b", "shop/docs", "shop/docs/new"]) {
  Deno.test(`generate_api refuses the project '${project}' inside another project`, () =>
    inShop(async (app, folder) => {
      Deno.mkdirSync(join(folder, "shop/docs"));
      Deno.symlinkSync("shop/docs", join(folder, "link"));
      const before = readTree(folder);
      const { report } = await call(app, "generate_api", { project, spec: SPEC });
      equal(
        report.message,
        `Refused to create project '${project}' inside project 'shop'.`,
      );
      deepEqual(readTree(folder), before);
    }));
}

Deno.test("generate_api extends a project inside another one, also through a link", () =>
  inShop(async (app, folder) => {
    writeFiles(folder, { "whole/.layerwright/manifest": "" });
    Deno.renameSync(join(folder, "shop"), join(folder, "whole/shop"));
    Deno.symlinkSync("whole/shop", join(folder, "link"));
    for (const project of ["whole/shop", "link"]) {
      const { report } = await call(app, "generate_api", { project, spec: SPEC, dry_run: true });
      equal(report.status, "planned", project);
    }
  }));

for (
  const { tool, args } of [
    { tool: "generate_api", args: { project: "new", spec: SPEC } },
    { tool: "generate_route", args: { project: "shop", route: "refunds" } },
    { tool: "generate_subroute", args: { project: "shop", route: "products", subroute: "sale" } },
  ]
) {
  Deno.test(`${tool} plans the same changes with dry_run, and writes nothing`, () =>
    inShop(async (app, folder) => {
      const before = readTree(folder);
      const planned = await call(app, tool, { ...args, dry_run: true });
      equal(planned.report.status, "planned");
      match(planned.text, /Dry run: nothing was written\nchange_set: \S+$/);
      deepEqual(readTree(folder), before);
      const { report } = await call(app, tool, args);
      equal(report.status, "applied");
      deepEqual(report.changes, planned.report.changes);
      deepEqual(report.data, planned.report.data);
    }));

  Deno.test(`${tool} shows patches only with diff`, () =>
    inShop(async (app) => {
      const plain = await call(app, tool, { ...args, dry_run: true });
      const diffs = (answer: ToolAnswer) => answer.report.changes?.map(({ diff }) => diff) ?? [];
      ok(diffs(plain).every((diff) => diff === undefined));
      doesNotMatch(plain.text, /^(?:diff|---|\+\+\+|@@) /m);
      const whole = await call(app, tool, { ...args, dry_run: true, diff: true });
      for (const diff of diffs(whole)) {
        match(String(diff), /^diff --git a\//);
        ok(whole.text.includes(String(diff).trimEnd()));
      }
    }));

  Deno.test(`${tool} shows patches that git applies in the project's folder`, () =>
    inShop(async (app, folder) => {
      const { text } = await call(app, tool, { ...args, dry_run: true, diff: true });
      const cwd = join(folder, args.project);
      Deno.mkdirSync(cwd, { recursive: true });
      const options = { cwd, env: { GIT_DIR: "/dev/null" }, stdin: `${text}\n` };
      const { code, stderr } = await runCommand("git", ["apply"], options);
      equal(code, 0, stderr);
      const { report } = await call(app, tool, args);
      equal(report.status, "unchanged");
    }));

  Deno.test(`${tool} changes nothing the second time`, () =>
    inShop(async (app, folder) => {
      await call(app, tool, args);
      const once = readTree(folder);
      const { isError, report } = await call(app, tool, args);
      deepEqual({ isError, status: report.status }, { isError: false, status: "unchanged" });
      deepEqual(readTree(folder), once);
    }));
}

Deno.test("generate_api names conflicts, and shows them with diff", () =>
  inShop(async (app, folder) => {
    writeFiles(folder, { [`shop/${OWN}`]: "mine = 1\n" });
    const args = { project: "shop", spec: withRefunds() };
    const { text, report } = await call(app, "generate_api", args);
    ok(text.includes(OWN));
    deepEqual(report.changes?.map(({ path, diff }) => [path, diff]), [[OWN, undefined]]);
    const shown = await call(app, "generate_api", { ...args, diff: true });
    match(shown.text, /^-mine = 1$/m);
  }));

for (
  const { behaviour, path, choice, spec } of [
    {
      behaviour: "overwrite replaces conflicting edits",
      path: OWN,
      choice: { overwrite: true },
      spec: withRefunds(),
    },
    {
      behaviour: "replace gives an edited endpoint the code of the spec",
      path: EDITED,
      choice: { replace: ["GET /orders"] },
      spec: withOrdersMock(),
    },
  ]
) {
  Deno.test(`generate_api with ${behaviour}, after a backup`, () =>
    inShop(async (app, folder) => {
      edit(folder, EDITED);
      writeFiles(folder, { [`shop/${OWN}`]: "mine = 1\n" });
      const edited = Deno.readTextFileSync(join(folder, "shop", path));
      const args = { project: "shop", spec, ...choice };
      const { report } = await call(app, "generate_api", args);
      equal(report.status, "applied");
      const backup = report.changes?.find(({ path }) =>
        String(path).startsWith(".layerwright/backup")
      );
      equal(Deno.readTextFileSync(join(folder, "shop", String(backup?.["path"]))), edited);
      ok(Deno.readTextFileSync(join(folder, "shop", path)) !== edited);
    }));
}

Deno.test("generate_api keeps edited code that the spec changed, and says so", () =>
  inShop(async (app, folder) => {
    edit(folder, EDITED);
    const edited = Deno.readTextFileSync(join(folder, "shop", EDITED));
    const { text } = await call(app, "generate_api", { project: "shop", spec: withOrdersMock() });
    match(text, /^ {2}edited {2}GET {2}\/orders {2}\S+ is your code/m);
    equal(Deno.readTextFileSync(join(folder, "shop", EDITED)), edited);
  }));

Deno.test("generate_api with restore generates a deleted file again", () =>
  inShop(async (app, folder) => {
    const readme = join(folder, "shop/README.md");
    const before = Deno.readTextFileSync(readme);
    Deno.removeSync(readme);
    const args = { project: "shop", spec: JSON.parse(specText("shop.json")) };
    equal((await call(app, "generate_api", args)).report.status, "unchanged");
    await call(app, "generate_api", { ...args, restore: ["README.md"] });
    equal(Deno.readTextFileSync(readme), before);
  }));

for (const tool of ["generate_route", "generate_subroute"]) {
  Deno.test(`${tool} warns about an existing endpoint, with its file`, () =>
    inShop(async (app, folder) => {
      const before = readTree(folder);
      const args = { project: "shop", route: "products", subroute: "featured" };
      const { subroute: _, ...route } = args;
      const { isError, report } = await call(app, tool, tool === "generate_route" ? route : args);
      equal(isError, false);
      deepEqual(report.diagnostics?.map(({ severity }) => severity), ["warning"]);
      match(report.message, /already exists in api\/routes\/products_route\.py$/);
      deepEqual(readTree(folder), before);
    }));
}

Deno.test("tools limit lists to a hundred entries, and report the number omitted", () =>
  inShop(async (app) => {
    const names = Array.from({ length: 120 }, (_, number) => `r${number}`);
    const routes = Object.fromEntries(names.map((name) => [name, { type: "GET" }]));
    const { report } = await call(app, "generate_api", { project: "wide", spec: { routes } });
    equal(report.changes?.length, 100);
    const { files, routes: counted, endpoints } = Object(report.data);
    deepEqual([counted, endpoints.length], [120, 100]);
    equal(report.omitted, files - 100 + 20);
    const analysis = await call(app, "analyze_project", { project: "wide" });
    equal(Object(analysis.report.data).routes.length, 100);
    match(analysis.report.message, /^wide: 120 routes, 120 endpoints/);
    // Some clients show models only the text, so it must list as much as the structured content.
    equal(analysis.text.match(/ api\/routes\/r\d+_route\.py:\d+ /g)?.length, 100);
    match(analysis.text, /\n {2}and 20 more$/);
    const info = await call(app, "get_project_info", { project: "wide" });
    match(info.text, /^ {2}Routes {6}(?:r\d+, ){100}and 20 more$/m);
  }));

Deno.test("validate_spec lists at most a hundred errors, and reports their number", () =>
  inShop(async (app) => {
    const names = Array.from({ length: 5_000 }, (_, number) => `r${number}`);
    const routes = Object.fromEntries(names.map((name) => [name, { type: "NONE" }]));
    const { text, report } = await call(app, "validate_spec", { spec: { routes } });
    equal(report.message, "5000 errors");
    deepEqual([report.diagnostics?.length, report.omitted], [100, 4_900]);
    equal(text.match(/^Error: /gm)?.length, 100);
    match(text, /\n {2}and 4,900 more$/);
  }));

Deno.test("validate_spec locates errors in a value by pointer, without a file", () =>
  inShop(async (app) => {
    const spec = { routes: { ping: { type: "NONE" } } };
    const { text, report } = await call(app, "validate_spec", { spec });
    equal(report.diagnostics?.[0]?.pointer, "/routes/ping/type");
    match(text, /\n {2}\/routes\/ping\/type$/);
    doesNotMatch(text + JSON.stringify(report), /spec\.json/);
    const lines = await call(app, "validate_spec", { spec: JSON.stringify(spec, null, 1) });
    match(lines.text, /spec\.json:4:/);
  }));

const NAMES = [
  "generate_api",
  "generate_route",
  "generate_subroute",
  "change_project",
  "analyze_project",
  "validate_spec",
  "get_project_info",
  "check_route_exists",
];

for (const era of ERAS) {
  Deno.test(`tools/list names the tools in their order, in 8 kB (${era})`, () =>
    inShop(async (app) => {
      const text = await (await app.ask({ method: "tools/list" }, era)).text();
      ok(new TextEncoder().encode(text).length <= 8_000, String(text.length));
      const { tools, ttlMs, cacheScope } = JSON.parse(text).result;
      deepEqual(tools, LISTED);
      ok(tools.every((tool: object) => !("outputSchema" in tool)));
      deepEqual(tools.map(({ name }: Listed) => name), NAMES);
      const cache = era === "modern" ? [3_600_000, "public"] : [undefined, undefined];
      deepEqual([ttlMs, cacheScope], cache);
    }));
}

for (const { name, title, description, inputSchema, annotations } of LISTED) {
  Deno.test(`${name} has a description, and accepts what its schema accepts`, () => {
    ok(title.length > 0 && description.length > 0);
    equal(inputSchema["type"], "object");
    const validate = ajv.compile(inputSchema);
    const examples = [...HAPPY_PATHS, ...ALIASES.map(({ tool, own }) => ({ tool, args: own }))];
    const own = examples.filter(({ tool }) => tool === name);
    ok(own.length > 0);
    for (const { args } of own.filter(({ args }) => args["type"] !== "post")) {
      equal(validate(args), true, JSON.stringify([args, validate.errors]));
    }
    equal(annotations.openWorldHint, false);
    // A second undo takes back an earlier change.
    equal(annotations.idempotentHint ?? false, name !== "change_project");
    equal(annotations.readOnlyHint, !NAMES.slice(0, 4).includes(name));
    // Only read-only tools may omit the destructive hint.
    const destroys = annotations.readOnlyHint
      ? undefined
      : ["generate_api", "change_project"].includes(name);
    equal(annotations.destructiveHint, destroys);
  });
}

Deno.test("a tool with a read-only hint writes nothing", () =>
  inShop(async (app, folder) => {
    const before = readTree(folder);
    for (const { name, annotations } of LISTED) {
      if (!annotations.readOnlyHint) continue;
      for (const args of [{ project: "shop" }, { project: "shop", route: "a" }, { spec: SPEC }]) {
        await app.call(name, args);
      }
    }
    deepEqual(readTree(folder), before);
  }));

Deno.test("a read-only server neither lists nor calls the tools that write", () =>
  inCodeFolder(async (folder) => {
    const app = testedApp(folder, { readOnly: true });
    const before = readTree(folder);
    deepEqual((await listed(app)).map(({ name }) => name), NAMES.slice(4));
    for (const tool of NAMES.slice(0, 4)) {
      for (const era of ERAS) {
        const args = { project: "shop", route: "products", subroute: "sale", spec: SPEC };
        const { error } = await replyOf(await app.ask(toolCall(tool, args), era));
        deepEqual(error, { code: -32602, message: `Unknown tool '${tool}'` });
      }
    }
    // The prompt uses one of them.
    for (const era of ERAS) {
      const { result } = await replyOf(await app.ask({ method: "prompts/list" }, era));
      deepEqual(result?.["prompts"], []);
      const params = { name: "design_api", arguments: { purpose: "x" } };
      const { error } = await replyOf(await app.ask({ method: "prompts/get", params }, era));
      deepEqual(error, { code: -32602, message: "Unknown prompt 'design_api'" });
    }
    equal((await app.call("get_project_info", { project: "shop" })).isError, false);
    deepEqual(readTree(folder), before);
  }));

/** Projects with an unexpected failure at one step. */
function failing(folder: string, step: "open" | "read" | "entries" | "apply"): Projects {
  const fail = () => {
    throw new TypeError("The disk spoke precious words");
  };
  const projects = projectsIn(folder);
  return {
    foldsCase: false,
    list: fail,
    async open(path) {
      if (step === "open") fail();
      const project = await projects.open(path);
      if ("severity" in project) return project;
      const { workspace } = project;
      const whole = {
        read: workspace.read.bind(workspace),
        entries: workspace.entries.bind(workspace),
        reading: workspace.reading.bind(workspace),
        exclusively: workspace.exclusively.bind(workspace),
        apply: workspace.apply.bind(workspace),
      };
      return { ...project, workspace: { ...whole, [step]: fail } };
    },
  };
}

for (const step of ["open", "read", "entries", "apply"] as const) {
  Deno.test(`no tool shows details of an unexpected failure of a project's ${step}`, () =>
    inCodeFolder(async (folder) => {
      const app = testedApp(failing(folder, step));
      for (const name of NAMES.filter((each) => each !== "validate_spec")) {
        const before = readTree(folder);
        const args = HAPPY_PATHS.find(({ tool }) => tool === name)?.args ?? { project: "shop" };
        const { isError, text, report } = await app.call(name, args);
        if (!isError) continue;
        match(text, /^Error: Internal error [0-9a-f]{8}; see the server's log\.$/);
        deepEqual(report.diagnostics?.map(({ code }) => code), ["internal"]);
        doesNotMatch(JSON.stringify(report), /precious/);
        deepEqual(readTree(folder), before);
      }
      ok(app.bugs.length > 0 && app.bugs.every((trace) => trace.includes("precious")));
    }));
}

Deno.test("tools add methods, paths and bodies", () =>
  inShop(async (app) => {
    const added = {
      project: "shop",
      route: "baskets",
      path: "/v1/baskets",
      methods: ["get", "POST"],
    };
    const body = { customer: 7, "note?": "ring" };
    const route = await call(app, "generate_route", { ...added, body });
    match(route.text, /POST +\/v1\/baskets +201/);
    match(route.text, /body: customer integer \(7\.0 for any number\), note text\?/);
    match(route.text, /pip install -e \. {2}# new: pydantic/);
    const cart = { project: "shop", route: "baskets", subroute: "cart", path: "/{id:int}" };
    const args = { ...cart, methods: ["PUT", "DELETE"], status: 204, body };
    const { text } = await call(app, "generate_subroute", args);
    match(text, /PUT +\/v1\/baskets\/\{id:int\} +204/);
    match(text, /DELETE +\/v1\/baskets\/\{id:int\} +204/);
    const both = await call(app, "generate_subroute", { ...args, type: "GET" });
    match(both.text, /Cannot use 'type' with 'methods'/);
  }));

Deno.test("validate_spec says what the bodies of a spec mean", () =>
  inShop(async (app) => {
    const spec = { routes: { carts: { type: "POST", body: { customer: 7.5, "note?": "ring" } } } };
    const { text } = await call(app, "validate_spec", { spec });
    equal(text, "Valid: 1 route, 1 endpoint\n\n  POST  /carts  body: customer number, note text?");
  }));
