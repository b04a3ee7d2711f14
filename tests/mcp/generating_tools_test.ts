/** The tools that generate. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { NumberText } from "../../core/number_text.ts";
import { runCommand } from "../../tools/run_command.ts";
import { specText } from "../commands/code_folder.ts";
import { ERAS, type ToolAnswer } from "../http/messages.ts";
import { readTree, writeFiles } from "../workspace/tree.ts";
import { type Args, call, inShop } from "./checked_call.ts";
import { edit, EDITED, OWN, SPEC, withOrdersMock, withRefunds } from "./tool_cases.ts";

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

Deno.test("generate_api shows each edited handler that the spec changes", () =>
  inShop(async (app, folder) => {
    const handler = join(folder, "shop/api/routes/orders_route.py");
    const code = Deno.readTextFileSync(handler);
    Deno.writeTextFileSync(handler, code.replace('get("")', 'get("", strict_slashes=False)'));
    const spec = JSON.parse(specText("shop.json"));
    spec.routes.orders.type = "PUT";
    const { text } = await call(app, "generate_api", { project: "shop", spec });
    equal(
      text,
      `Error: The spec changes 1 endpoint whose handler you edited. Nothing was written.
Hint: Ask the user about each. Then call again: keep lists the endpoints that stay as they are, replace those that follow the spec

  GET /orders is now PUT   shop/api/routes/orders_route.py:18
    -@orders_bp.get("", strict_slashes=False)
    +@orders_bp.put("", strict_slashes=False)
     def get() -> ResponseReturnValue:
         return jsonify(service().get())

  update  shop/api/routes/orders_route.py
  update  shop/tests/test_orders_route.py`,
    );
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
    match(route.text, /body: customer integer, note\? text/);
    match(route.text, /pip install -e \. {2}# new: pydantic/);
    const cart = { project: "shop", route: "baskets", subroute: "cart", path: "/{id:int}" };
    const args = { ...cart, methods: ["PUT", "DELETE"], status: 204, body };
    const { text } = await call(app, "generate_subroute", args);
    match(text, /PUT +\/v1\/baskets\/\{id:int\} +204/);
    match(text, /DELETE +\/v1\/baskets\/\{id:int\} +204/);
    const both = await call(app, "generate_subroute", { ...args, type: "GET" });
    match(both.text, /Cannot use 'type' with 'methods'/);
  }));

for (
  const [tool, args] of [
    ["generate_route", { route: "refunds" }],
    ["generate_subroute", { route: "products", subroute: "sale" }],
    ["change_project", { action: "change_endpoint", route: "health" }],
  ] as const
) {
  Deno.test(`${tool} documents errors`, () =>
    inShop(async (app, folder) => {
      const given = { project: "shop", ...args };
      const before = readTree(folder);
      const wrong = await call(app, tool, { ...given, errors: { "200": "Fine" } });
      match(wrong.text, /^Error: Invalid status '200' of an error /);
      deepEqual(readTree(folder), before);
      const errors = { "404": "None", "409": { mock: { code: "sold" } } };
      const { report } = await call(app, tool, { ...given, errors });
      equal(report.status, "applied", report.message);
      const [first] = Object(report.data).endpoints;
      equal(first.errors, "404, 409");
      const file = join(folder, `shop/api/routes/${args.route}_route.py`);
      match(
        Deno.readTextFileSync(file),
        /^@errors\(\{404: "None", 409: \{"mock": \{"code": "sold"\}\}\}\)$/m,
      );
    }));
}

Deno.test("generate_route pages the list of a resource", () =>
  inShop(async (app, folder) => {
    const args = { project: "shop", route: "parts", resource: { id: 1, name: "Nut" } };
    const { report, text } = await call(app, "generate_route", { ...args, list: { limit: 5 } });
    equal(report.status, "applied", text);
    match(
      Deno.readTextFileSync(join(folder, "shop/api/routes/parts_route.py")),
      /return jsonify\(listed\(/,
    );
  }));

Deno.test("generate_route adds a resource, like a spec with it", () =>
  inShop(async (app, folder) => {
    const args = { project: "shop", route: "reviews" };
    const item = { id: 1, stars: 5, "note?": "fine" };
    const alone = await call(app, "generate_route", { ...args, id_field: "id" });
    match(alone.text, /'id_field' does not go without 'resource'/);
    const mixed = await call(app, "generate_route", { ...args, resource: item, type: "GET" });
    match(mixed.text, /'type' does not go with 'resource'/);
    const unnamed = await call(app, "generate_route", { ...args, resource: { sku: "a" } });
    match(unnamed.text, /Name the field of the id with 'id_field'/);
    const before = readTree(folder);
    const planned = await call(app, "generate_route", { ...args, resource: item, dry_run: true });
    match(planned.text, /DELETE +\/reviews\/\{item_id:int\} +204/);
    deepEqual(readTree(folder), before);
    // Some agents send objects as JSON text.
    const added = await call(app, "generate_route", { ...args, resource: JSON.stringify(item) });
    match(added.text, /PUT +\/reviews\/\{item_id:int\} +200/);
    const coded = { ...args, route: "parts", resource: [{ sku: "a-1" }], id_field: "sku" };
    match((await call(app, "generate_route", coded)).text, /GET +\/parts\/\{item_id\} +200/);
  }));

const PRICE = { id: 1, price: new NumberText("9.0"), count: 9 };

/** Calls with a number that has a fraction of zero, and the file with its type. */
const PRICED: readonly { readonly tool: string; readonly args: Args; readonly file: string }[] = [
  { tool: "generate_api", args: { spec: { routes: { fees: { type: "GET", mock: PRICE } } } } },
  { tool: "generate_api", args: { spec: { routes: { fees: { resource: PRICE } } } } },
  { tool: "generate_route", args: { route: "fees", mock: PRICE, status: new NumberText("200.0") } },
  { tool: "generate_route", args: { route: "fees", type: "POST", body: PRICE } },
  { tool: "generate_route", args: { route: "fees", resource: PRICE } },
  {
    tool: "generate_route",
    args: { route: "fees", subroutes: { due: { type: "GET", mock: PRICE } } },
  },
  { tool: "generate_subroute", args: { route: "orders", subroute: "fees", mock: PRICE } },
].map(({ tool, args }) => ({
  tool,
  args: { project: tool === "generate_api" ? "new" : "shop", ...args },
  file: `${tool === "generate_api" ? "new" : "shop"}/api/models/${
    tool === "generate_subroute" ? "orders" : "fees"
  }_model.py`,
}));

for (const { tool, args, file } of PRICED) {
  const names = Object.keys(args).filter((name) => name !== "project" && name !== "route");
  for (const era of ERAS) {
    Deno.test(`${tool} takes 9.0 in ${names.join(" and ")} as a number with a fraction (${era})`, () =>
      inShop(async (app, folder) => {
        const { text, isError } = await app.call(tool, args, era);
        equal(isError, false, text);
        const model = Deno.readTextFileSync(join(folder, file));
        match(model, /^ {4}price: float/m);
        match(model, /^ {4}count: int/m);
      }));
  }
}
