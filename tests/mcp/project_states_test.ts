/** `analyze_project` with a spec, a route or states, and `generate_api` with `prune`. */

import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { projectStatus } from "../../mod.ts";
import { projectsIn, testedApp } from "../http/tested_app.ts";
import { specText } from "../commands/code_folder.ts";
import { readTree } from "../workspace/tree.ts";
import { call, inShop } from "./checked_call.ts";

interface Spec {
  routes: Record<string, Record<string, unknown>>;
}

/** Returns the spec of `shop` with one more endpoint, without a route, and with a changed mock. */
function otherSpec(): Spec {
  const { routes } = JSON.parse(specText("shop.json")) as Spec;
  const { orders: _, health, ...others } = routes;
  return {
    routes: { ...others, health: { ...health, mock: { status: "fine" } }, tags: { type: "GET" } },
  };
}

const SERVICE = "shop/api/services/carts_service.py";

/** Edits code and deletes a file, like a person. */
function live(folder: string): void {
  const path = join(folder, SERVICE);
  const text = Deno.readTextFileSync(path);
  Deno.writeTextFileSync(path, text.replace("        return", "        print()\n        return"));
  Deno.removeSync(join(folder, "shop/README.md"));
}

Deno.test("analyze_project with a spec lists endpoints that differ or were edited", () =>
  inShop(async (app, folder) => {
    live(folder);
    const before = readTree(folder);
    const args = { project: "shop", spec: otherSpec() };
    const { isError, text, report } = await call(app, "analyze_project", args);
    equal(isError, false);
    equal(report.message, "shop: 5 of 12 endpoints differ from spec.json");
    const { name, drift, deleted, problems, endpoints } = Object(report.data);
    deepEqual({ name, drift, deleted, problems }, {
      name: "shop",
      drift: 5,
      deleted: ["README.md"],
      problems: [],
    });
    deepEqual(
      endpoints.map((each: Record<string, unknown>) =>
        `${each["state"]} ${each["code"] ?? "-"} ${each["method"]} ${each["path"]}`
      ),
      [
        "outdated generated GET /health",
        "new - GET /tags",
        "extra generated GET /orders",
        "extra generated GET /orders/open",
        "extra generated PUT /orders/cancel",
        "same edited POST /carts",
      ],
    );
    match(text, /^ {2}new +GET +\/tags$/m);
    match(text, /^ {2}edited +POST +\/carts +api\/services\/carts_service\.py:\d+$/m);
    match(text, /^ {2}deleted +README\.md$/m);
    doesNotMatch(text, /\/products/);
    deepEqual(readTree(folder), before);
  }));

Deno.test("analyze_project answers the states of status, without empty fields", () =>
  inShop(async (app, folder) => {
    live(folder);
    const spec = otherSpec();
    const project = await projectsIn(folder).open("shop");
    if ("severity" in project) throw new Error(project.message);
    const own = await projectStatus(project.workspace, "shop", { spec: JSON.stringify(spec) });
    const { report } = await call(app, "analyze_project", { project: "shop", spec, states: "all" });
    const byPlace = (a: { path: string; method: string }, b: { path: string; method: string }) =>
      a.path + a.method < b.path + b.method ? -1 : 1;
    const expected = own.data?.endpoints.map((each) =>
      Object.fromEntries(Object.entries(each).filter(([, value]) => value !== null && value !== ""))
    );
    const { endpoints, ...others } = Object(report.data);
    deepEqual(endpoints.toSorted(byPlace), expected?.toSorted(byPlace as never));
    const { name, generator, drift, deleted, problems } = Object(own.data);
    deepEqual(others, { name, generator, drift, deleted, problems });
    equal(report.message, own.message);
  }));

Deno.test("analyze_project with states compares with the records, without a spec", () =>
  inShop(async (app, folder) => {
    const order = await call(app, "analyze_project", { project: "shop", states: "notable" });
    equal(order.report.message, "shop: in order. 11 endpoints");
    deepEqual(Object(order.report.data).endpoints, []);
    equal(order.text, "shop: in order. 11 endpoints");
    const route = join(folder, "shop/api/routes/products_route.py");
    const text = Deno.readTextFileSync(route);
    Deno.writeTextFileSync(route, text.replace('get("/featured")', 'get("/best")'));
    const { report } = await call(app, "analyze_project", { project: "shop", states: "all" });
    const { endpoints: [first, ...rest] } = Object(report.data);
    deepEqual([first.state, first.path, first.note], [
      "changed",
      "/products/best",
      "was /products/featured",
    ]);
    equal(rest.length, 10);
  }));

Deno.test("analyze_project with a route limits the states to it", () =>
  inShop(async (app, folder) => {
    live(folder);
    const { report } = await call(app, "analyze_project", { project: "shop", route: "carts" });
    const { endpoints } = Object(report.data);
    deepEqual(endpoints.map(({ path }: { path: string }) => path), ["/carts"]);
    const typo = await call(app, "analyze_project", { project: "shop", route: "cart" });
    equal(typo.isError, true);
    deepEqual(typo.report.diagnostics?.map(({ code }) => code), ["route-missing"]);
    match(typo.text, /Did you mean 'carts'\?/);
  }));

Deno.test("analyze_project refuses a spec with errors, as validate_spec does", () =>
  inShop(async (app) => {
    for (const spec of [{ routes: {} }, null, "{", specText("broken.json")]) {
      const own = await call(app, "validate_spec", { spec });
      const { isError, report } = await call(app, "analyze_project", { project: "shop", spec });
      equal(isError, true);
      deepEqual(report.diagnostics, own.report.diagnostics);
    }
  }));

Deno.test("generate_api names endpoints that the spec dropped, and prune removes them", () =>
  inShop(async (app, folder) => {
    const args = { project: "shop", spec: otherSpec() };
    const kept = await call(app, "generate_api", args);
    match(kept.text, /^ {2}extra +GET +\/orders /m);
    const { report } = await call(app, "generate_api", { ...args, prune: true });
    equal(report.status, "applied");
    equal(readTree(folder)["shop/api/routes/orders_route.py"], undefined);
    const after = await call(app, "analyze_project", args);
    match(after.report.message, /^shop: in order\./);
  }));

for (
  const { what, spec, next } of [
    {
      what: "deleted endpoints and files",
      spec: undefined,
      next: "generate_api with the spec; restore or keep, for what was deleted",
    },
    {
      what: "a spec with other endpoints",
      spec: otherSpec(),
      next: "generate_api with the spec; restore or keep, for what was deleted; " +
        "prune: true, to remove extra endpoints",
    },
  ]
) {
  Deno.test(`analyze_project names the calls that settle ${what}`, () =>
    inShop(async (app, folder) => {
      Deno.removeSync(join(folder, "shop/README.md"));
      const path = join(folder, "shop/api/routes/orders_route.py");
      const text = Deno.readTextFileSync(path);
      Deno.writeTextFileSync(path, text.replace(/@orders_bp\.get\("\/open"\)\n(?:.+\n)+/, ""));
      const args = { project: "shop", states: "notable", ...(spec && { spec }) };
      const answer = await call(app, "analyze_project", args);
      deepEqual(answer.report.next, [next]);
      const readOnly = testedApp(folder, { readOnly: true });
      deepEqual((await call(readOnly, "analyze_project", args)).report.next, undefined);
    }));
}
