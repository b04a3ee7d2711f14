/**
 * Writers on three servers that expect the results of dry runs: plans that still fit are applied,
 * and others are refused.
 */

import { deepEqual } from "node:assert/strict";
import { readHostedProject } from "../../../hosted/projects/whole_project.ts";
import { createMemoryWorkspace, generateApi, generateSubroute } from "../../../mod.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import { IS_FULL_TIER } from "../../tools/tier.ts";
import { writeAsPlanned } from "../expecting_writers.ts";
import { hostedWorkspace, makeAccount, threeServers } from "./account.ts";

const SPEC = { routes: { products: { type: "GET" }, orders: { type: "GET" } } } as const;

const WRITERS = IS_FULL_TIER ? 100 : 12;

forEachDatabase(
  "of many writers at once, exactly those with a fitting plan change a project",
  async (database, tested) => {
    const account = await makeAccount(database, "acc_1");
    const servers = await threeServers(database, tested);
    await generateApi(await hostedWorkspace(database, account), "shop", SPEC);
    const writers = Array.from({ length: WRITERS }, (_, index) => ({
      route: index % 2 === 0 ? "products" : "orders",
      name: `item_${index}`,
      server: servers[index % 3] ?? database,
    }));
    const applied = await writeAsPlanned(writers, async ({ server, route, name }, expect) => {
      const workspace = await hostedWorkspace(server, account);
      const choice = expect === null ? { dryRun: true } : { expect };
      const { status, change_set } = await generateSubroute(workspace, route, name, choice);
      return { status, changeSet: String(change_set) };
    });
    const expected = createMemoryWorkspace();
    await generateApi(expected, "shop", SPEC);
    for (const { route, name } of applied) {
      await generateSubroute(expected, route, name);
    }
    const project = await readHostedProject(database, { accountId: account.id, name: "shop" });
    deepEqual(withoutHistory(project?.files ?? []), withoutHistory(expected.files()));
  },
);

function withoutHistory(files: Iterable<readonly [string, string]>) {
  return [...files].filter(([path]) => !path.startsWith(".layerwright/history")).sort();
}
