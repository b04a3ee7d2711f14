/** Writers on three servers that expect what a dry run showed: whose plan fits is applied, the others refused. */

import { deepEqual, equal } from "node:assert/strict";
import { readHostedProject } from "../../../hosted/projects/whole_project.ts";
import { createMemoryWorkspace, generateApi, generateSubroute } from "../../../mod.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import { IS_FULL_TIER } from "../../tools/tier.ts";
import { hostedWorkspace, makeAccount, threeServers } from "./account.ts";

const SPEC = { routes: { products: { type: "GET" }, orders: { type: "GET" } } } as const;

const ROUTES = ["products", "orders"] as const;

const WRITERS = IS_FULL_TIER ? 100 : 12;

forEachDatabase(
  "of many writers at once, exactly those with a fitting plan change a project",
  async (database, tested) => {
    const account = await makeAccount(database, "acc_1");
    const servers = await threeServers(database, tested);
    await generateApi(await hostedWorkspace(database, account), "shop", SPEC);
    const writers = Array.from({ length: WRITERS }, (_, index) => ({
      route: ROUTES[index % 2] ?? "orders",
      name: `item_${index}`,
      server: servers[index % 3] ?? database,
    }));
    const write = async ({ server, route, name }: typeof writers[number], options: object) =>
      await generateSubroute(await hostedWorkspace(server, account), route, name, options);
    const plans = await Promise.all(writers.map(async (writer) => {
      const { change_set: expect } = await write(writer, { dryRun: true });
      return { writer, expect: String(expect) };
    }));
    const reports = await Promise.all(
      plans.map(async ({ writer, expect }) => ({ writer, ...await write(writer, { expect }) })),
    );
    const applied = reports.filter(({ status }) => status === "applied");
    // The first writer of a route changes the files of all others.
    deepEqual(applied.map(({ writer }) => writer.route).sort(), [...ROUTES].sort());
    equal(reports.filter(({ status }) => status === "refused").length, WRITERS - ROUTES.length);
    const expected = createMemoryWorkspace();
    await generateApi(expected, "shop", SPEC);
    for (const { writer: { route, name } } of applied) {
      await generateSubroute(expected, route, name);
    }
    const project = await readHostedProject(database, { accountId: account.id, name: "shop" });
    deepEqual(withoutHistory(project?.files ?? []), withoutHistory(expected.files()));
  },
);

function withoutHistory(files: Iterable<readonly [string, string]>) {
  return [...files].filter(([path]) => !path.startsWith(".layerwright/history")).sort();
}
