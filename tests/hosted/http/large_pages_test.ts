/** Pages of hostile files and projects must not block the server. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { HISTORY_LIMITS } from "../../../core/history.ts";
import { keepStep } from "../../../hosted/projects/stored_history.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import { withDatabasePlace } from "../storage/on_both.ts";
import { staysResponsive } from "../../http/health_probe.ts";
import { callTool, makeKey, makeMember, makeOwner } from "./hosted_client.ts";
import { startHostedServer } from "./run_hosted_server.ts";
import { testInFullTier } from "../../tools/tier.ts";

/** A module just below the size limit of a page's analysis. */
const ROUTES = "b = Blueprint('b', __name__)\n" +
  Array.from({ length: 22_000 }, (_, i) => `@b.route('/x${i}')\ndef f${i}(): pass\n\n`).join("");

testInFullTier(
  "a member's largest pages do not block the server",
  () =>
    withDatabasePlace("sqlite", async (place) => {
      const server = await startHostedServer(place);
      const { origin } = server;
      try {
        const browser = await makeMember(await makeOwner(server), origin, "kim@example.com");
        const caller = { origin, browser, key: (await makeKey(browser, "Kim")).text };
        const spec = { routes: { ping: { type: "GET" } } };
        await callTool(caller, "generate_api", { project: "shop", spec });
        const stored = await callTool(caller, "generate_route", {
          project: "shop",
          route: "more",
          files: { "lib/a.py": "def a(\n".repeat(4_200), "lib/b.py": ROUTES },
        });
        equal(stored.isError, false, stored.text);
        await fillHistory(await place.open());
        for (const path of ["", "/status", "/file?path=lib/a.py", "/file?path=lib/b.py"]) {
          const page = await staysResponsive(
            origin,
            () => browser.open(`/dashboard/projects/shop${path}`),
          );
          equal(page.status, 200);
          ok(page.html.length < 1_500_000, `${path}: ${page.html.length} characters`);
        }
        const { code, log } = await server.stop();
        deepEqual([code, log.filter(({ level }) => level === "error")], [0, []]);
      } finally {
        await server.stop();
      }
    }),
);

/** Extends the history of the only project to the maximum number of entries and bytes. */
async function fillHistory(database: Database): Promise<void> {
  const [project] = await database.all<{ id: string }>("SELECT id FROM projects");
  const command = { command: "x".repeat(1_000), changeSet: "0".repeat(64), endpoints: 1 };
  const step = { kind: "change", command: { ...command, isCreation: false } } as const;
  const content = "x".repeat(HISTORY_LIMITS.bytes / HISTORY_LIMITS.entries);
  await database.transaction(async (queries) => {
    for (let at = 0; at < HISTORY_LIMITS.entries; at++) {
      await keepStep(queries, project?.id ?? "", { step, files: 1, content }, { author: null, at });
    }
  });
}
