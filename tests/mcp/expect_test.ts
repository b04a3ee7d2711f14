/** With the argument `expect`, tools write exactly the changes of a dry run, or nothing. */

import { deepEqual, equal, match, notEqual, ok } from "node:assert/strict";
import { readTree } from "../workspace/tree.ts";
import { type Args, call, inShop } from "./checked_call.ts";

const SPEC = { routes: { products: { type: "GET", mock: [{ id: 1, name: "Teapot" }] } } };

/** A call of each tool, and another call that changes its result. */
const CASES: readonly { readonly tool: string; readonly args: Args; readonly other: Args }[] = [
  {
    tool: "generate_api",
    args: { project: "shop", spec: SPEC, prune: true },
    other: { tool: "generate_subroute", project: "shop", route: "products", subroute: "first" },
  },
  {
    tool: "generate_subroute",
    args: { project: "shop", route: "products", subroute: "sale" },
    other: { tool: "generate_subroute", project: "shop", route: "products", subroute: "first" },
  },
  {
    tool: "change_project",
    args: { project: "shop", action: "rename_route", route: "products", new_name: "catalog" },
    other: { tool: "generate_subroute", project: "shop", route: "products", subroute: "first" },
  },
];

for (const { tool, args, other } of CASES) {
  Deno.test(`${tool} with expect writes what the dry run showed, or nothing`, () =>
    inShop(async (app, folder) => {
      const { report: planned } = await call(app, tool, { ...args, dry_run: true });
      const { tool: another = "", ...rest } = other;
      equal((await call(app, String(another), rest)).report.status, "applied");
      const before = readTree(folder);
      const late = await call(app, tool, { ...args, expect: planned.change_set });
      equal(late.report.status, "refused");
      deepEqual(late.report.diagnostics?.map(({ code }) => code), ["plan-differs"]);
      deepEqual(readTree(folder), before);
      notEqual(late.report.change_set, planned.change_set);
      ok(late.report.changes?.every(({ diff }) => String(diff).startsWith("diff --git ")));
      match(late.text, /^diff --git /m);
      const { report } = await call(app, tool, { ...args, expect: late.report.change_set });
      equal(report.status, "applied");
      deepEqual(
        report.changes,
        late.report.changes?.map(({ diff: _, ...change }) => change),
      );
    }));
}

Deno.test("generate_route with expect refuses a plan without changes, also in a dry run", () =>
  inShop(async (app) => {
    const args = { project: "shop", route: "invoices" };
    const { report: planned } = await call(app, "generate_route", { ...args, dry_run: true });
    const expecting = { ...args, expect: planned.change_set };
    const dry = await call(app, "generate_route", { ...expecting, dry_run: true });
    equal(dry.report.status, "planned");
    const wrong = { ...args, expect: "sha256:0", dry_run: true };
    equal((await call(app, "generate_route", wrong)).report.status, "refused");
    const other = { project: "shop", route: "receipts" };
    equal((await call(app, "generate_route", other)).report.status, "applied", "other files");
    equal((await call(app, "generate_route", expecting)).report.status, "applied");
    const { report } = await call(app, "generate_route", expecting);
    equal(report.status, "refused");
    match(report.message, /changes nothing/);
  }));

Deno.test("an agent reviews a change and applies exactly that in two calls", () =>
  inShop(async (app) => {
    const args = { project: "shop", route: "products", subroute: "sale", mock: [{ id: 1 }] };
    const dry = await call(app, "generate_subroute", { ...args, dry_run: true, diff: true });
    const expecting = { ...args, expect: dry.report.change_set };
    const done = await call(app, "generate_subroute", expecting);
    equal(done.report.status, "applied");
    const plain = await call(app, "generate_subroute", {
      ...args,
      subroute: "sole",
      dry_run: true,
    });
    const sizes = [dry, done, plain].map(({ text, report }) => [
      text.length,
      JSON.stringify(report).length,
    ]);
    console.log(`dry run with patches, call with expect, dry run (text, report): ${sizes}`);
    const [, [text = 0, structured = 0] = []] = sizes;
    ok(text + structured < 2_500, `${text} + ${structured} characters`);
  }));
