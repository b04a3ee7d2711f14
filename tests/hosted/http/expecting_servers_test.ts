/**
 * Agents at three server processes on one Postgres. Each agent writes only if the change set is the
 * one of its dry run.
 */

import { deepEqual, equal } from "node:assert/strict";
import { readHostedProject } from "../../../hosted/projects/whole_project.ts";
import { createMemoryWorkspace, generateApi, generateSubroute } from "../../../mod.ts";
import { withDatabasePlace } from "../storage/on_both.ts";
import { IS_FULL_TIER } from "../../tools/tier.ts";
import { writeAsPlanned } from "../expecting_writers.ts";
import { callTool, makeKey, makeOwner } from "./hosted_client.ts";
import { startHostedServer } from "./run_hosted_server.ts";

const WRITERS = 100;

const ROUTES = Array.from({ length: 10 }, (_, index) => `route_${index}`);

const SPEC = { routes: Object.fromEntries(ROUTES.map((name) => [name, { type: "GET" as const }])) };

Deno.test({
  name:
    "of 100 concurrent writers on three servers, exactly those whose plan fits change the project",
  // Three servers take seconds to start. The quick tier tests the same with three connections of one
  // process, in expected_changes_test.ts.
  ignore: !IS_FULL_TIER,
  fn: () =>
    withDatabasePlace("postgres", async ({ url, folder, open }) => {
      const start = () => startHostedServer({ url, folder });
      const servers = [await start(), await start(), await start()] as const;
      try {
        const browser = await makeOwner(servers[0]);
        const { text: key } = await makeKey(browser, "Writers");
        const first = { origin: servers[0].origin, browser, key };
        await callTool(first, "generate_api", { project: "shop", spec: SPEC });
        const writers = Array.from({ length: WRITERS }, (_, index) => ({
          caller: { ...first, origin: servers[index % servers.length]?.origin ?? "" },
          route: ROUTES[index % ROUTES.length] ?? "",
          subroute: `item_${index}`,
        }));
        const applied = await writeAsPlanned(
          writers,
          async ({ caller, route, subroute }, expect) => {
            const args = { project: "shop", route, subroute };
            const choice = expect === null ? { dry_run: true } : { expect };
            const { report } = await callTool(caller, "generate_subroute", { ...args, ...choice });
            return { status: report.status, changeSet: String(report.change_set) };
          },
        );
        const expected = createMemoryWorkspace();
        await generateApi(expected, "shop", SPEC);
        for (const { route, subroute } of applied) {
          await generateSubroute(expected, route, subroute);
        }
        const database = await open();
        const [account] = await database.all<{ id: string }>("SELECT id FROM accounts");
        const project = await readHostedProject(database, {
          accountId: account?.id ?? "",
          name: "shop",
        });
        deepEqual([...project?.files ?? []].sort(), [...expected.files()].sort());
        equal(project?.revision, 1 + ROUTES.length);
      } finally {
        for (const server of servers) await server.stop();
      }
    }),
});
