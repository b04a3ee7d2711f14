/** The form of the handlers that `generate api` writes beside those that people edited. */

import { equal, match } from "node:assert/strict";
import { generateSubroute } from "../../../mod.ts";
import {
  append,
  type Edit,
  edits,
  type Files,
  generate,
  regenerate,
  replace,
  run,
} from "../edited_project.ts";

const ROUTE = "api/routes/products_route.py";

type Subroutes = Readonly<Record<string, unknown>>;

function spec(subroutes: Subroutes, mock: unknown = [{ id: 1 }]): unknown {
  return { routes: { products: { type: "GET", mock, subroutes } } };
}

const sale = (mock: unknown = 1) => ({ sale: { type: "GET", mock } });
const open = (mock: unknown = 1) => ({ open: { type: "GET", mock } });
const more = () => ({ more: { type: "GET", mock: 1 } });
const both = (mock?: unknown) => ({ ...sale(), ...open(mock) });

/** Puts a decorator below the route of each handler. */
const guarded: Edit = (files) => ({
  ...files,
  "api/auth.py":
    "from typing import Any\n\n\ndef login_required(view: Any) -> Any:\n    return view\n",
  [ROUTE]: (files[ROUTE] ?? "")
    .replace(/\n\nproducts_bp/, "\nfrom api.auth import login_required\n\nproducts_bp")
    .replaceAll(/^(@products_bp\..*)$/gm, "$1\n@login_required"),
});

/** Returns the code of a handler, with its decorators. */
function handler(files: Files, name: string): string {
  const [, ...parts] = (files[ROUTE] ?? "").split(/^(?=@products_bp)/m);
  return parts.find((each) => each.includes(`def ${name}(`))?.trimEnd() ?? "";
}

/** The layouts that people give to a project. */
const PLACES: Readonly<Record<string, Edit>> = {
  "in place": (files) => files,
  "renamed by people": (files) =>
    Object.fromEntries(
      Object.entries(files).map((
        [path, text],
      ) => [path, path.startsWith(".") ? text : text.replaceAll("ProductsService", "Products")]),
    ),
};

for (const [where, moved] of Object.entries(PLACES)) {
  Deno.test(`generateApi() gives a new handler the guard of its siblings, in a route ${where}`, async () => {
    const before = moved(guarded(await generate(spec(sale()))));
    const { report, files } = await regenerate(before, spec(both()));
    equal(report.status, "applied", report.message);
    match(handler(files, "get_open"), /^@products_bp\.get\("\/open"\)\n@login_required\ndef /);
    match(JSON.stringify(report.diagnostics), /Copied @login_required from the other handlers/);
    equal((await regenerate(files, spec(both()))).report.status, "unchanged");
  });

  Deno.test(`generateApi() keeps the guard of a handler that it wrote when the spec changes, in a route ${where}`, async () => {
    const before = moved(guarded(await generate(spec(sale()))));
    const added = (await regenerate(before, spec(both()))).files;
    const other = { open: { type: "GET", mock: 2, status: 202 } };
    const { report, files } = await regenerate(added, spec({ ...sale(), ...other }));
    equal(report.status, "applied", report.message);
    match(handler(files, "get_open"), /\n@login_required\n.*\n.*, 202$/);
  });

  Deno.test(`generateApi() keeps the guard of a handler that it replaces, in a route ${where}`, async () => {
    const before = moved(guarded(await generate(spec(both()))));
    const replace = ["GET /products/open"];
    const other = { open: { type: "GET", mock: 2, status: 202 } };
    const { report, files } = await regenerate(before, spec({ ...sale(), ...other }), { replace });
    equal(report.status, "applied", report.message);
    match(handler(files, "get_open"), /\n@login_required\n.*\n.*, 202$/);
  });
}

Deno.test("generateApi() keeps the guard that generate subroute copied", async () => {
  const before = guarded(await generate(spec(sale())));
  const { files: grown } = await run(
    before,
    (workspace) => generateSubroute(workspace, "products", "open", { mock: 1 }),
  );
  match(handler(grown, "get_open"), /\n@login_required\n/);
  const other = { open: { type: "GET", mock: 2, status: 202 } };
  const { report, files } = await regenerate(grown, spec({ ...sale(), ...other }));
  equal(report.status, "applied", report.message);
  match(handler(files, "get_open"), /\n@login_required\n.*\n.*, 202$/);
});

Deno.test("generateApi() reaches the service as the other handlers do", async () => {
  const before = await generate(spec(sale()));
  const edited: Files = {
    ...before,
    [ROUTE]: (before[ROUTE] ?? "")
      .replace(
        /\n\ndef service\(\)[^]*?\n\n\n/,
        "\nproducts = ProductsService(ProductsRepository())\n\n\n",
      )
      .replaceAll("service().", "products."),
  };
  const { report, files } = await regenerate(edited, spec(both()));
  equal(report.status, "applied", report.message);
  match(handler(files, "get_open"), /jsonify\(products\.get_open\(\)\)/);
});

Deno.test("generateApi() updates a handler that it wrote with the names of people", async () => {
  const generated = await generate(spec(sale()));
  const edited = PLACES["renamed by people"]?.({
    ...generated,
    [ROUTE]: (generated[ROUTE] ?? "")
      .replace(/\n\n\ndef service\(\)[^]*?(?=\n\n\n)/, "")
      .replaceAll("service().", "ProductsService(ProductsRepository())."),
  }) ?? {};
  let { files } = await regenerate(edited, spec(both()));
  for (const status of [202, 203]) {
    const other = spec({ ...sale(), open: { type: "GET", mock: 1, status } });
    const { report, files: after } = await regenerate(files, other);
    equal(report.status, "applied", report.message);
    match(handler(after, "get_open"), new RegExp(`Products\\(.*, ${status}$`));
    equal((await regenerate(after, other)).report.status, "unchanged");
    files = after;
  }
});

Deno.test("generateApi() adds no test to tests that people wrote anew", async () => {
  const path = "tests/test_products_route.py";
  const before = guarded(await generate(spec(sale())));
  const own = append(path, "")({ ...before, [path]: "def test_it() -> None:\n    pass\n" });
  const { report, files } = await regenerate(own, spec(both()));
  equal(report.status, "applied", report.message);
  equal(files[path], own[path]);
  match(JSON.stringify(report.diagnostics), /No test was added/);
});

Deno.test("generateApi() gives a new handler the parameters with a default that a guard can pass", async () => {
  const edited = guarded(await generate(spec({ ...sale(), ...more() })));
  const before: Files = {
    ...edited,
    [ROUTE]: (edited[ROUTE] ?? "").replaceAll(/(?<=def get\w*\()\)/g, 'user: str = "")')
      .replace("def get_sale(", "def get_sale(page: int = 1, "),
  };
  const one = { one: { type: "GET", path: "/{key:int}", mock: 1 } };
  const { files } = await regenerate(before, spec({ ...sale(), ...more(), ...one }));
  match(handler(files, "get_one"), /\n@login_required\ndef get_one\(key: int, user: str = ""\) /);
});

const EDITED_HANDLERS = {
  "a comprehension": ["@allow(*[each for each in 'ab'])", "key: int"],
  "a string of several lines": ["@allow('''a\n\tb''')", "key: int"],
  "a built-in function": ["@allow(len('ab'))", "key: int"],
  "a parameter with a default": ["@login_required", "key: int, user: str = ''"],
  "parameters of any name": ["@login_required", "key: int, **given: object"],
} as const;

for (const [what, [decorator, parameters]] of Object.entries(EDITED_HANDLERS)) {
  Deno.test(`generateApi() keeps a guard with ${what} of a handler that it replaces`, async () => {
    const item = (status: number) =>
      spec({ one: { type: "GET", path: "/{key:int}", mock: 1, status } });
    const before = edits(
      replace(ROUTE, '"/<int:key>")\n', `"/<int:key>")\n${decorator}\n`),
      replace(ROUTE, "(key: int)", `(${parameters})`),
    )(await generate(item(200)));
    const { files } = await regenerate(before, item(202), { replace: ["GET /products/{key:int}"] });
    equal(files[ROUTE], (before[ROUTE] ?? "").replace(/\n$/, ", 202\n"));
  });
}

Deno.test("generateApi() gives the guard to a handler that replaces a function of people", async () => {
  const before = append(ROUTE, "\n\ndef get_open():\n    return 1\n")(
    guarded(await generate(spec({ ...sale(), ...more() }))),
  );
  const { report, files } = await regenerate(before, spec({ ...sale(), ...more(), ...open() }), {
    force: true,
  });
  equal(report.status, "applied", report.message);
  match(JSON.stringify(report.diagnostics), /Copied @login_required/);
  match(handler(files, "get_open"), /^@products_bp\.get\("\/open"\)\n@login_required\ndef /);
});

Deno.test("generateApi() says that a handler loses the form of its answer", async () => {
  const before = await generate(spec(sale()));
  const edited: Files = {
    ...before,
    "api/envelope.py":
      "from typing import Any\n\n\ndef envelope(data: Any) -> Any:\n    return data\n",
    [ROUTE]: (before[ROUTE] ?? "")
      .replace(/\n\nproducts_bp/, "\nfrom api.envelope import envelope\n\nproducts_bp")
      .replaceAll("jsonify(service", "envelope(service"),
  };
  const { files: grown } = await run(
    edited,
    (workspace) => generateSubroute(workspace, "products", "open", { mock: 1 }),
  );
  match(handler(grown, "get_open"), /return envelope\(service\(\)\.get_open\(\)\)$/);
  const other = { open: { type: "GET", mock: 2, status: 202 } };
  const { report, files } = await regenerate(grown, spec({ ...sale(), ...other }));
  equal(report.status, "applied", report.message);
  match(handler(files, "get_open"), /return jsonify\(service\(\)\.get_open\(\)\), 202$/);
  match(
    JSON.stringify(report.diagnostics),
    /'get_open' no longer returns envelope\(\.\.\.\), which does not show how to write status 202/,
  );
});

Deno.test("generateApi() does not claim to restore a method whose class is gone", async () => {
  const path = "api/services/products_service.py";
  const before = { ...await generate(spec(sale())), [path]: "X = 1\n" };
  const restore = ["GET /products/sale"];
  const { report, files } = await regenerate(before, spec(sale()), { restore });
  equal(files[path], "X = 1\n");
  const { states } = report.data as { states: readonly { state: string; note: string }[] };
  equal(states.some(({ state }) => state === "new"), false, JSON.stringify(states));
  match(JSON.stringify(states), /Route 'products' has no class 'ProductsService'/);
});
