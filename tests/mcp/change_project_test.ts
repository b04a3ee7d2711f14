/**
 * The tool `change_project`: its removals, renames and refusals, and the arguments of its actions.
 */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { NumberText } from "../../core/number_text.ts";
import { specText } from "../commands/code_folder.ts";
import { readProject } from "../workspace/tree.ts";
import { runCommand } from "../../tools/run_command.ts";
import { type Args, call, inShop } from "./checked_call.ts";

const SALE = {
  project: "shop",
  action: "remove_subroute",
  route: "products",
  subroute: "featured",
};

const SERVICE = "shop/api/services/products_service.py";

/** Edits the service method of {@linkcode SALE} like a person. */
function edit(folder: string): string {
  const path = join(folder, SERVICE);
  const text = Deno.readTextFileSync(path).replace(
    /(def get_featured\(self\)[^\n]*\n)/,
    "$1        print('edited')\n",
  );
  ok(text.includes("edited"));
  Deno.writeTextFileSync(path, text);
  return text;
}

Deno.test("change_project removes a route with its files, and the spec does not bring it back", () =>
  inShop(async (app, folder) => {
    const args = { project: "shop", action: "remove_route", route: "orders" };
    const { text, report } = await call(app, "change_project", args);
    equal(report.message, "Removed route 'orders'");
    match(text, /^ {2}delete +api\/routes\/orders_route\.py$/m);
    const { report: again } = await call(app, "generate_api", {
      project: "shop",
      spec: JSON.parse(specText("shop.json")),
    });
    equal(again.status, "unchanged");
    const gone = await call(app, "check_route_exists", { project: "shop", route: "orders" });
    equal(Object(gone.report.data).exists, false);
    equal(readProject(folder)["shop/tests/test_orders_route.py"], undefined);
  }));

Deno.test("change_project removes what generate_subroute added, byte for byte", () =>
  inShop(async (app, folder) => {
    const before = readProject(folder);
    const sale = { project: "shop", route: "products", subroute: "sale", mock: [1] };
    await call(app, "generate_subroute", sale);
    const { report } = await call(app, "change_project", { ...SALE, subroute: "sale" });
    equal(report.status, "applied");
    deepEqual(readProject(folder), before);
  }));

Deno.test("change_project removes one method of a subroute", () =>
  inShop(async (app) => {
    const sale = { project: "shop", route: "products", subroute: "sale" };
    await call(app, "generate_subroute", { ...sale, type: "POST" });
    const args = { ...SALE, subroute: "sale" };
    const none = await call(app, "change_project", { ...args, type: "GET" });
    deepEqual(none.report.diagnostics?.map(({ code }) => code), ["route-missing"]);
    const { report } = await call(app, "change_project", { ...args, type: "POST" });
    equal(report.message, "Removed POST /products/sale");
  }));

Deno.test("change_project plans the same changes with dry_run, and writes nothing", () =>
  inShop(async (app, folder) => {
    const before = readProject(folder);
    const planned = await call(app, "change_project", { ...SALE, dry_run: true });
    equal(planned.report.status, "planned");
    equal(planned.report.message, "Would remove GET /products/featured");
    match(planned.text, /Dry run: nothing was written\nchange_set: \S+$/);
    deepEqual(readProject(folder), before);
    const { report } = await call(app, "change_project", SALE);
    deepEqual(report.changes, planned.report.changes);
    deepEqual(report.data, planned.report.data);
  }));

Deno.test("change_project shows a patch that git applies in the project's folder", () =>
  inShop(async (app, folder) => {
    const { text } = await call(app, "change_project", { ...SALE, dry_run: true, diff: true });
    const gitApply = async (...args: string[]) => {
      const options = {
        cwd: join(folder, "shop"),
        env: { GIT_DIR: "/dev/null" },
        stdin: `${text}\n`,
      };
      const { code, stderr } = await runCommand("git", ["apply", ...args], options);
      equal(code, 0, stderr);
      return readProject(folder);
    };
    const patched = await gitApply();
    await gitApply("-R");
    await call(app, "change_project", SALE);
    deepEqual(readProject(folder), patched);
  }));

Deno.test("change_project refuses to remove edited code, and names both choices", () =>
  inShop(async (app, folder) => {
    edit(folder);
    const before = readProject(folder);
    const { text, report } = await call(app, "change_project", SALE);
    equal(report.status, "refused");
    deepEqual(report.diagnostics?.map(({ code }) => code), ["conflict-edited"]);
    match(text, /keep_edited: true.*force: true/);
    match(text, /^ {2}edited {2}api\/services\/products_service\.py$/m);
    deepEqual(readProject(folder), before);
    const shown = await call(app, "change_project", { ...SALE, diff: true });
    match(shown.text, /^- {8}print\('edited'\)$/m);
  }));

Deno.test("change_project with keep_edited leaves edited code and the code that it calls", () =>
  inShop(async (app, folder) => {
    const edited = edit(folder);
    const { text, report } = await call(app, "change_project", { ...SALE, keep_edited: true });
    equal(report.status, "applied");
    match(text, /Kept 'ProductsService\.get_featured' in .*: you edited it/);
    equal(Deno.readTextFileSync(join(folder, SERVICE)), edited);
  }));

Deno.test("change_project with force removes edited code after a backup", () =>
  inShop(async (app, folder) => {
    const edited = edit(folder);
    for (const force of ["force", "overwrite"]) {
      const { report } = await call(app, "change_project", {
        ...SALE,
        [force]: true,
        dry_run: true,
      });
      equal(report.status, "planned", force);
    }
    const { report } = await call(app, "change_project", { ...SALE, force: true });
    equal(report.status, "applied");
    const backup = report.changes?.find(({ path }) =>
      String(path).startsWith(".layerwright/backup")
    );
    equal(Deno.readTextFileSync(join(folder, "shop", String(backup?.["path"]))), edited);
  }));

Deno.test("change_project never removes a handler that other code uses", () =>
  inShop(async (app, folder) => {
    Deno.writeTextFileSync(
      join(folder, "shop/api/report.py"),
      "from api.routes.products_route import get_featured\n\nreport = get_featured\n",
    );
    const before = readProject(folder);
    for (const choice of [{}, { force: true }, { keep_edited: true }]) {
      const { text, report } = await call(app, "change_project", { ...SALE, ...choice });
      deepEqual(report.diagnostics?.map(({ code }) => code), ["definition-used"]);
      match(text, /api\/report\.py:3/);
    }
    deepEqual(readProject(folder), before);
  }));

Deno.test("change_project renames a route and back, and shows each file and path", () =>
  inShop(async (app, folder) => {
    const before = readProject(folder);
    const args = { project: "shop", action: "rename_route", route: "orders", new_name: "bills" };
    const planned = await call(app, "change_project", { ...args, dry_run: true });
    equal(planned.report.status, "planned");
    deepEqual(readProject(folder), before);
    const { text, report } = await call(app, "change_project", { ...args, force: false });
    equal(report.status, "applied");
    deepEqual(report.changes, planned.report.changes);
    match(report.message, /^Renamed route 'orders' to 'bills': \d+ files, 3 endpoints now under/);
    match(text, /^ {2}rename +api\/routes\/orders_route\.py +-> +api\/routes\/bills_route\.py$/m);
    match(text, /^ {2}GET +\/orders +-> +\/bills$/m);
    const check = await call(app, "check_route_exists", { project: "shop", route: "bills" });
    equal(Object(check.report.data).endpoints, 3);
    const back = { ...args, route: "bills", to: "orders", new_name: undefined };
    equal((await call(app, "change_project", back)).report.status, "applied");
    equal(
      readProject(folder)["shop/api/services/orders_service.py"],
      before["shop/api/services/orders_service.py"],
    );
  }));

Deno.test("change_project renames a subroute, and refuses a name that is taken", () =>
  inShop(async (app, folder) => {
    const before = readProject(folder);
    const renaming = { ...SALE, action: "rename_subroute" };
    const taken = await call(app, "change_project", { ...renaming, new_name: "reprice" });
    equal(taken.isError, true);
    deepEqual(taken.report.diagnostics?.map(({ code }) => code), ["rename-taken"]);
    deepEqual(readProject(folder), before);
    const { report } = await call(app, "change_project", { ...renaming, new_name: "best" });
    equal(report.status, "applied");
    deepEqual(Object(report.data).endpoints, [
      { method: "GET", before: "/products/featured", after: "/products/best" },
    ]);
  }));

const UNDO = { project: "shop", action: "undo" };

Deno.test("change_project undoes the change that a dry run showed, and redoes it", () =>
  inShop(async (app, folder) => {
    const before = readProject(folder);
    await call(app, "change_project", SALE);
    const after = readProject(folder);
    const planned = await call(app, "change_project", { ...UNDO, dry_run: true, diff: true });
    match(planned.text, /^\+ {4}def get_featured/m);
    deepEqual(readProject(folder), after);
    const args = { ...UNDO, expect: planned.report.change_set };
    const { text, report } = await call(app, "change_project", args);
    match(text, /^Undid 'remove subroute products featured': \d files are as they were\n/);
    match(text, /^ {2}update +api\/routes\/products_route\.py$/m);
    equal(report.next, undefined);
    deepEqual(readProject(folder), before);
    await call(app, "change_project", { project: "shop", action: "redo" });
    deepEqual(readProject(folder), after);
  }));

Deno.test("change_project quotes the command that it undoes", () =>
  inShop(async (app, folder) => {
    edit(folder);
    await call(app, "change_project", { ...SALE, keep_edited: true });
    const { text } = await call(app, "change_project", UNDO);
    match(text, /^Undid 'remove subroute products featured --keep-edited': /);
  }));

Deno.test("change_project undoes an earlier change by the change_set of its dry run", () =>
  inShop(async (app, folder) => {
    const { report } = await call(app, "change_project", { ...SALE, dry_run: true });
    await call(app, "change_project", { ...SALE, expect: report.change_set });
    await call(app, "generate_route", { project: "shop", route: "users" });
    const undone = await call(app, "change_project", { ...UNDO, change_set: report.change_set });
    equal(undone.report.status, "applied");
    const project = readProject(folder);
    ok(project[SERVICE]?.includes("def get_featured"));
    ok(project["shop/api/routes/users_route.py"] !== undefined);
  }));

Deno.test("change_project undoes no change that was edited since, unless it may keep the edits", () =>
  inShop(async (app, folder) => {
    const { report: added } = await call(app, "generate_subroute", {
      project: "shop",
      route: "products",
      subroute: "sale",
    });
    equal(added.status, "applied");
    const path = join(folder, SERVICE);
    const edited = Deno.readTextFileSync(path).replace(
      /(def get_sale\(self\)[^\n]*\n)/,
      "$1        print('edited')\n",
    );
    Deno.writeTextFileSync(path, edited);
    const before = readProject(folder);
    const { text, report } = await call(app, "change_project", { ...UNDO, diff: true });
    equal(report.status, "refused");
    match(text, /1 file changed since[^]*keep_edited: true[^]*^- {8}print\('edited'\)$/m);
    deepEqual(readProject(folder), before);
    const kept = await call(app, "change_project", { ...UNDO, keep_edited: true });
    equal(kept.report.status, "applied");
    ok(readProject(folder)[SERVICE]?.includes("print('edited')"));
  }));

interface WrongArguments {
  readonly behaviour: string;
  readonly args: Args;
  readonly messages: readonly string[];
}

const WRONG: readonly WrongArguments[] = [
  {
    behaviour: "no action",
    args: { project: "shop", route: "products" },
    messages: ["Missing argument 'action'."],
  },
  {
    behaviour: "an unknown action",
    args: { ...SALE, action: "delete" },
    messages: [
      "Invalid action 'delete' (must be one of remove_route, remove_subroute, rename_route, " +
      "rename_subroute, change_endpoint, generate_docs, remove_docs, undo, redo).",
    ],
  },
  {
    behaviour: "an argument subroute for remove_route",
    args: { ...SALE, action: "remove_route" },
    messages: ["Argument 'subroute' does not apply to 'remove_route'."],
  },
  {
    behaviour: "no route",
    args: { project: "shop", action: "remove_route" },
    messages: ["Missing argument 'route'."],
  },
  {
    behaviour: "an argument route for undo",
    args: { project: "shop", action: "undo", route: "products", force: true },
    messages: [
      "Argument 'route' does not apply to 'undo'.",
      "Argument 'force' does not apply to 'undo'.",
    ],
  },
  {
    behaviour: "an argument id for redo",
    args: { project: "shop", action: "redo", id: "chg_00000000" },
    messages: ["Argument 'id' does not apply to 'redo'."],
  },
  {
    behaviour: "an unknown change for undo",
    args: { project: "shop", action: "undo", id: "chg_00000000" },
    messages: ["No change 'chg_00000000' in the history of this project."],
  },
  {
    behaviour: "no subroute",
    args: { project: "shop", action: "remove_subroute", route: "products" },
    messages: ["Missing argument 'subroute'."],
  },
  {
    behaviour: "no new name",
    args: { ...SALE, action: "rename_subroute" },
    messages: ["Missing argument 'new_name'."],
  },
  {
    behaviour: "an argument new_name for remove_subroute",
    args: { ...SALE, new_name: "offers" },
    messages: ["Argument 'new_name' does not apply to 'remove_subroute'."],
  },
  {
    behaviour: "options of removals for rename_route",
    args: {
      project: "shop",
      action: "rename_route",
      route: "products",
      new_name: "catalog",
      keep_edited: true,
      force: true,
    },
    messages: [
      "Argument 'keep_edited' does not apply to 'rename_route'.",
      "Argument 'force' does not apply to 'rename_route'.",
    ],
  },
  {
    behaviour: "an invalid route for rename_route",
    args: { project: "shop", action: "rename_route", route: "../../x", new_name: "catalog" },
    messages: ["Invalid route name '../../x' (must be a valid Python identifier)."],
  },
  {
    behaviour: "an invalid new name",
    args: { project: "shop", action: "rename_route", route: "products", new_name: "../x" },
    messages: ["Invalid route name '../x' (must be a valid Python identifier)."],
  },
  {
    behaviour: "an invalid subroute",
    args: { ...SALE, subroute: "../sale" },
    messages: [
      "Invalid subroute name '../sale' in route 'products' (must be a valid Python identifier).",
    ],
  },
];

for (const { behaviour, args, messages } of WRONG) {
  Deno.test(`change_project refuses ${behaviour}, and writes nothing`, () =>
    inShop(async (app, folder) => {
      const before = readProject(folder);
      const { isError, report } = await call(app, "change_project", args);
      equal(isError, true);
      deepEqual(report.diagnostics?.map(({ message }) => message), messages);
      deepEqual(readProject(folder), before);
    }));
}

Deno.test("change_project suggests a similar name, and a second removal writes nothing", () =>
  inShop(async (app, folder) => {
    const typo = await call(app, "change_project", { ...SALE, subroute: "feature" });
    equal(
      typo.report.diagnostics?.[0]?.hint,
      "Did you mean 'featured'? Call analyze_project to see the routes",
    );
    await call(app, "change_project", SALE);
    const once = readProject(folder);
    const { report } = await call(app, "change_project", SALE);
    deepEqual(report.diagnostics?.map(({ code }) => code), ["route-missing"]);
    deepEqual(readProject(folder), once);
  }));

Deno.test("change_project changes a mock in one call, and undoes it", () =>
  inShop(async (app, folder) => {
    const before = readProject(folder);
    const mock = { status: "fine", load: new NumberText("1.0") };
    const args = { project: "shop", action: "change_endpoint", route: "health", mock };
    const { text, report } = await call(app, "change_project", args);
    equal(report.status, "applied");
    match(
      text,
      /^Changed GET \/health\n\n {2}update {2}api\/models\/health_model\.py:\d+ +HealthModel\n/,
    );
    const model = Deno.readTextFileSync(join(folder, "shop/api/models/health_model.py"));
    match(model, /load: float/);
    await call(app, "change_project", UNDO);
    deepEqual(readProject(folder), before);
  }));

Deno.test("change_project lets an app serve its documentation, and removes it", () =>
  inShop(async (app, folder) => {
    const before = readProject(folder);
    const args = { project: "shop", action: "generate_docs" };
    const { text, report } = await call(app, "change_project", args);
    equal(report.status, "applied");
    match(text, /^Added the API's documentation: \/-\/docs, \/-\/openapi\.json\n/);
    await Deno.remove(join(folder, "shop/api/openapi/orders.json"));
    const status = await call(app, "analyze_project", { project: "shop", states: "notable" });
    match(status.text, /change_project with action: generate_docs/);
    await call(app, "change_project", args);
    await call(app, "change_project", { ...args, action: "remove_docs" });
    deepEqual(readProject(folder), before);
  }));

Deno.test("change_project changes the body and the status of one method", () =>
  inShop(async (app, folder) => {
    await call(app, "generate_route", { project: "shop", route: "orders", type: "POST" });
    const given = { body: { sku: "a" }, status: 202 };
    const args = { project: "shop", action: "change_endpoint", route: "orders", type: "POST" };
    const planned = await call(app, "change_project", { ...args, ...given, dry_run: true });
    equal(planned.report.message, "Would change POST /orders");
    const expect = planned.report.change_set;
    const { report } = await call(app, "change_project", { ...args, ...given, expect });
    deepEqual(report.data, planned.report.data);
    match(readProject(folder)["shop/api/routes/orders_route.py"] ?? "", /, 202$/m);
    const again = await call(app, "change_project", { ...args, ...given });
    equal(again.report.status, "unchanged");
  }));

Deno.test("change_project refuses to change an edited handler, and names both choices", () =>
  inShop(async (app, folder) => {
    const path = join(folder, "shop/api/routes/health_route.py");
    const text = Deno.readTextFileSync(path);
    Deno.writeTextFileSync(
      path,
      text.replace("return jsonify(", "print('edited')\n    return jsonify("),
    );
    const before = readProject(folder);
    const args = { project: "shop", action: "change_endpoint", route: "health", status: 203 };
    const { text: said, report } = await call(app, "change_project", args);
    equal(report.status, "refused");
    match(said, /keep_edited: true keeps your code, force: true replaces it/);
    deepEqual(readProject(folder), before);
    equal((await call(app, "change_project", { ...args, force: true })).report.status, "applied");
  }));

for (const mock of [false, 0, "", null, "[1]"]) {
  Deno.test(`change_project takes the mock ${JSON.stringify(mock)}`, () =>
    inShop(async (app) => {
      const args = {
        project: "shop",
        action: "change_endpoint",
        route: "health",
        mock,
        dry_run: true,
      };
      equal((await call(app, "change_project", args)).report.status, "planned");
    }));
}

for (
  const [args, message] of [
    [
      { action: "change_endpoint", route: "health" },
      "Nothing to change.\nHint: Pass mock, query, headers, list, body, status or errors",
    ],
    [
      { action: "change_endpoint", route: "health", type: "PUT", mock: 1 },
      "'/health' has no PUT but GET.\nHint: Choose one: type GET",
    ],
    [
      { action: "change_endpoint", route: "health", mock: 1, new_name: "x" },
      "Argument 'new_name' does not apply to 'change_endpoint'.",
    ],
    [
      { action: "remove_route", route: "health", mock: 1 },
      "Argument 'mock' does not apply to 'remove_route'.",
    ],
  ] as const
) {
  Deno.test(`change_project reports: ${message}`, () =>
    inShop(async (app) => {
      const { text } = await call(app, "change_project", { project: "shop", ...args });
      equal(text, `Error: ${message}`);
    }));
}
