/**
 * The changes that commands are asked for, in cases where a random life once reported a fault
 * wrongly.
 */

import { deepEqual, ok } from "node:assert/strict";
import type { Edit } from "./edits/edit.ts";
import { COMMANDS, generateApiWith } from "./commands.ts";
import { withJudge } from "./judge.ts";
import { begin, ran } from "./life.ts";
import { Random } from "./random.ts";
import { broken, livedOn } from "./row.ts";
import type { Spec, SpecRoute } from "./specs.ts";

Deno.test("generate api may add an endpoint whose path ends like one that stays", async () => {
  const not = { type: "PUT" } as const;
  const first: Spec = { routes: { not, return: { type: "GET", subroutes: { not } } } };
  const next: Spec = { routes: { not, users: { type: "GET", subroutes: { not } } } };
  const life = livedOn(await begin(first), "nests the blueprints");
  const command = generateApiWith("a renamed route", life, next);
  ok(command !== null);
  deepEqual(broken(await withJudge((judge) => ran(judge, life, command))), []);
});

/**
 * Runs `generate api` with some specs, one after the other. Returns the guarantees that these runs
 * break.
 */
async function brokenBy(...specs: readonly Spec["routes"][]): Promise<string[]> {
  return await withJudge(async (judge) => {
    const [first = {}, ...others] = specs;
    let life = await begin({ routes: first });
    const problems: string[] = [];
    for (const routes of others) {
      const command = generateApiWith("other routes", life, { routes });
      ok(command !== null);
      const step = await ran(judge, life, command);
      problems.push(...broken(step));
      life = step.after;
    }
    return problems;
  });
}

Deno.test("generate api may move endpoints that people nested in a route", async () => {
  const first: Spec = { routes: { users: { type: "GET" }, carts: { type: "GET" } } };
  const nested = "nests a blueprint in that of another route";
  const life = livedOn(await begin(first), nested);
  const found = await withJudge(async (judge) => {
    const problems: string[] = [];
    for (const [name, route] of Object.entries(first.routes)) {
      const routes = { ...first.routes, [name]: { ...route, path: "/catalog" } };
      const command = generateApiWith("another prefix", life, { routes });
      ok(command !== null);
      problems.push(...broken(await ran(judge, life, command)));
    }
    return problems;
  });
  deepEqual(found, []);
});

Deno.test("export spec may export an endpoint that people broke", async () => {
  const resource = [{ id: 1, name: "Lamp", price: 2.5 }];
  const life = livedOn(
    await begin({ routes: { products: { resource } } }),
    "adds an error handler to the factory",
    answersWithoutId,
  );
  const command = generateApiWith("the same spec", life, life.spec);
  ok(command !== null);
  deepEqual(broken(await withJudge((judge) => ran(judge, life, command))), []);
});

/** An edit that makes a service answer without the id that its handler needs. */
const answersWithoutId: Edit = (project) => {
  const path = "api/services/products_service.py";
  const [before = "", after = ""] = (project.files[path] ?? "").split("    def create(");
  const text = after.replace(/return \{.*\}/, 'return {"by hand": 30}  # by hand');
  return { ...project, files: { ...project.files, [path]: `${before}    def create(${text}` } };
};

Deno.test("generate api may replace an endpoint of an earlier spec with the same name", async () => {
  const users: SpecRoute = { type: "GET" };
  const before: SpecRoute = { type: "GET", subroutes: { by_name: { type: "PUT" } } };
  const after: SpecRoute = {
    type: "POST",
    subroutes: { by_name: { type: "GET", path: "/all" } },
  };
  deepEqual(await brokenBy({ users, orders: before }, { users }, { users, orders: after }), []);
});

Deno.test("generate api may give another name to the parameter of an earlier spec", async () => {
  const orders: SpecRoute = { type: "GET" };
  const before: SpecRoute = {
    ...orders,
    subroutes: { sale: { type: "PUT", path: "/{item_id:int}" } },
  };
  const after: SpecRoute = { ...orders, subroutes: { open: { type: "PUT", path: "/{id:int}" } } };
  deepEqual(await brokenBy({ orders: before }, { orders }, { orders: after }), []);
});

Deno.test("rename gives no name that contains the old one", async () => {
  const life = await begin({ routes: { and: { type: "GET" } } });
  for (let seed = 0; seed < 20; seed++) {
    const command = COMMANDS.get("rename route")?.(life, new Random(seed));
    ok(command?.renames !== undefined);
    ok(!command.renames.to.includes("and"), command.renames.to);
  }
});

Deno.test("rename changes the path of the route, or of a subroute with its name", async () => {
  const life = await begin({
    routes: { orders: { methods: {}, subroutes: { orders: { type: "GET" } } } },
  });
  const names = ["rename route", "rename subroute"];
  const found = await withJudge((judge) =>
    Promise.all(names.map(async (name) => {
      const command = COMMANDS.get(name)?.(life, new Random(1)) ?? null;
      ok(command !== null);
      return broken(await ran(judge, life, command));
    }))
  );
  deepEqual(found, [[], []]);
});
