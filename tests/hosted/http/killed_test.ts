/** Servers that are killed during writes lose nothing that they acknowledged. */

import { deepEqual, equal, ok } from "node:assert/strict";
import type { Database } from "../../../hosted/storage/database.ts";
import { type TestedDatabase, withDatabasePlace } from "../storage/on_both.ts";
import { IS_FULL_TIER, testInFullTier } from "../../tools/tier.ts";
import { type Caller, makeKey, makeOwner, movedBrowser } from "./hosted_client.ts";
import { joinLoad, Ledger, type Load, startLoad } from "./hosted_load.ts";
import { judge } from "./judge_hosted.ts";
import { type RunningHostedServer, startHostedServer } from "./run_hosted_server.ts";

const KILLS = IS_FULL_TIER ? 50 : 1;
const TIMES = KILLS === 1 ? "once" : `${KILLS} times`;

/** Limits that the load never reaches, even though killed servers lose the calls that they reserved. */
const SETTINGS = {
  LAYERWRIGHT_MAX_CALLS: "10000000",
  LAYERWRIGHT_MAX_CALLS_PER_MINUTE: "10000000",
  LAYERWRIGHT_MAX_KEYS: "100000",
  LAYERWRIGHT_MAX_PROJECTS: "100000",
};

for (const kind of ["sqlite", "postgres"] as const) {
  const test = kind === "sqlite" ? Deno.test : testInFullTier;
  test(`a server keeps every acknowledged change, killed ${TIMES} (${kind})`, () =>
    withDatabasePlace(kind, async (tested) => {
      const ledger = new Ledger();
      let server = await startHostedServer(tested, SETTINGS);
      try {
        let caller = await firstCaller(server);
        for (let kill = 0; kill < KILLS; kill++) {
          const before = new Set(ledger.projects.keys());
          await killUnderLoad(server, await startLoad(caller, ledger));
          server = await startHostedServer(tested, SETTINGS);
          caller = callerAt(server, caller);
          await judge(caller, ledger, (name) => !before.has(name));
        }
        await judge(caller, ledger);
        equal((await server.stop()).code, 0);
      } finally {
        await server.stop();
      }
      await judgeCounts(tested);
    }));
}

testInFullTier(
  `a server goes on while another of its Postgres is killed ${TIMES}`,
  () =>
    withDatabasePlace("postgres", async (tested) => {
      const ledger = new Ledger();
      const lasting = await startHostedServer(tested, SETTINGS);
      try {
        const caller = await firstCaller(lasting);
        for (let kill = 0; kill < KILLS; kill++) {
          const before = new Set(ledger.projects.keys());
          const dying = await startHostedServer(tested, SETTINGS);
          try {
            const load = await startLoad(callerAt(dying, caller), ledger);
            const other = joinLoad(caller, ledger);
            await killUnderLoad(dying, load);
            // There are fewer than five clients, so at least one sent a request after the killed server
            // was gone.
            await other.acknowledged(5);
            other.end();
            await other.ended;
          } finally {
            await dying.stop();
          }
          await judge(caller, ledger, (name) => !before.has(name));
        }
        await judge(caller, ledger);
        const { code, log } = await lasting.stop();
        equal(code, 0);
        deepEqual(log.filter(({ level }) => level === "error"), []);
      } finally {
        await lasting.stop();
      }
      await judgeCounts(tested);
    }),
);

async function firstCaller(server: RunningHostedServer): Promise<Caller> {
  const browser = await makeOwner(server);
  return { origin: server.origin, browser, key: (await makeKey(browser, "Tests")).text };
}

/** Returns the caller with a browser at another server. */
function callerAt({ origin }: RunningHostedServer, { browser, key }: Caller): Caller {
  return { origin, key, browser: movedBrowser(browser, origin) };
}

/** Kills a server at a random moment of a load. */
async function killUnderLoad(server: RunningHostedServer, load: Load): Promise<void> {
  await load.acknowledged(1 + Math.floor(Math.random() * 20));
  // Right after an answer, the clients are near the same point of their work. A random delay spreads
  // the moments.
  const { promise: moment, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, Math.random() * 20);
  await moment;
  load.expectDeath();
  const log = await server.kill();
  await load.ended;
  deepEqual(log.filter(({ level }) => level === "error"), []);
}

/** Checks that the stored totals of accounts match their projects. */
async function judgeCounts(tested: TestedDatabase): Promise<void> {
  const database: Database = await tested.open();
  const rows = await database.all<{ projects: number; bytes: number; made: number; size: number }>(
    `SELECT projects, bytes, (SELECT COUNT(*) FROM projects) AS made,
     (SELECT SUM(octet_length(path) + octet_length(text)) FROM files) AS size FROM accounts`,
  );
  equal(rows.length, 1);
  for (const { projects, made, bytes, size } of rows) {
    ok(projects > 0);
    deepEqual([projects, bytes], [made, size]);
  }
}
