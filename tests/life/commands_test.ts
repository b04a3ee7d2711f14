/** What the commands of random lives are asked to change, where lives once broke for no fault of theirs. */

import { deepEqual, ok } from "node:assert/strict";
import { COMMANDS, generateApiWith } from "./commands.ts";
import { withJudge } from "./judge.ts";
import { begin, ran } from "./life.ts";
import { Random } from "./random.ts";
import { broken, livedOn } from "./row.ts";
import type { Spec } from "./specs.ts";

Deno.test("generate api may add what ends like an endpoint that stays", async () => {
  const not = { type: "PUT" } as const;
  const first: Spec = { routes: { not, return: { type: "GET", subroutes: { not } } } };
  const next: Spec = { routes: { not, users: { type: "GET", subroutes: { not } } } };
  const life = livedOn(await begin(first), "nests the blueprints");
  const command = generateApiWith("a renamed route", life, next);
  ok(command !== null);
  deepEqual(broken(await withJudge((judge) => ran(judge, life, command))), []);
});

Deno.test("generate api may replace what an earlier spec had under the same name", async () => {
  const subroutes = { by_name: { type: "PUT" } } as const;
  const orders = { type: "GET", subroutes } as const;
  const users = { type: "GET" } as const;
  const other = { by_name: { type: "GET", path: "/all" } } as const;
  const found = await withJudge(async (judge) => {
    let life = await begin({ routes: { orders, users } });
    const problems: string[] = [];
    for (const routes of [{ users }, { users, orders: { type: "POST", subroutes: other } }]) {
      const command = generateApiWith("other routes", life, { routes } as Spec);
      ok(command !== null);
      const step = await ran(judge, life, command);
      problems.push(...broken(step));
      life = step.after;
    }
    return problems;
  });
  deepEqual(found, []);
});

Deno.test("rename gives no name that contains the old one", async () => {
  const life = await begin({ routes: { and: { type: "GET" } } });
  for (let seed = 0; seed < 20; seed++) {
    const command = COMMANDS.get("rename route")?.(life, new Random(seed));
    ok(command?.renames !== undefined);
    ok(!command.renames.to.includes("and"), command.renames.to);
  }
});
