/** Limits of accounts are the same on several servers as on one. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { testInFullTier } from "../../../tools/tier.ts";
import { withDatabasePlace } from "../../storage/on_both.ts";
import { ask, askMcp, type Caller, makeKey, makeOwner } from "../hosted_client.ts";
import { SPEC } from "../hosted_load.ts";
import { replyOf, toolAnswer, toolCall } from "../../../http/messages.ts";
import { type Cluster, startCluster } from "./cluster.ts";

const LIMITS = { calls: 250, perMinute: 800, keys: 5, projects: 7 };

const SETTINGS = {
  LAYERWRIGHT_MAX_CALLS: `${LIMITS.calls}`,
  LAYERWRIGHT_MAX_CALLS_PER_MINUTE: `${LIMITS.perMinute}`,
  LAYERWRIGHT_MAX_KEYS: `${LIMITS.keys}`,
  LAYERWRIGHT_MAX_PROJECTS: `${LIMITS.projects}`,
};

/** Number of concurrent requests. */
const AT_ONCE = 12;

async function inCluster(test: (cluster: Cluster, caller: Caller) => Promise<void>): Promise<void> {
  await withDatabasePlace("postgres", async ({ url = "", folder }) => {
    const cluster = await startCluster({ servers: 3, url, folder, settings: SETTINGS });
    try {
      const browser = await makeOwner(cluster);
      const { text: key } = await makeKey(browser, "Tests");
      await test(cluster, { origin: cluster.origin, browser, key });
    } finally {
      await cluster.stop();
    }
  });
}

/** Runs a number of requests, with limited concurrency. @returns Their results. */
async function outcomes<T>(count: number, ask: (index: number) => Promise<T>): Promise<T[]> {
  const found: T[] = [];
  let next = 0;
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    while (next < count) found.push(await ask(next++));
  }));
  return found;
}

testInFullTier(
  "limits on calls, keys and projects are the same on three servers as on one",
  () =>
    inCluster(async (_cluster, caller) => {
      const keys = await outcomes(3 * LIMITS.keys, async (index) => {
        const response = await caller.browser.request("/api/keys", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ name: `Key ${index}` }),
        });
        await response.body?.cancel();
        return response.status;
      });
      // The account already has one key.
      equal(keys.filter((status) => status === 201).length, LIMITS.keys - 1);
      equal(keys.filter((status) => status === 422).length, 2 * LIMITS.keys + 1);

      const projects = await outcomes(3 * LIMITS.projects, async (index) => {
        const call = toolCall("generate_api", { project: `project_${index}`, spec: SPEC });
        return toolAnswer(await replyOf(await askMcp(caller, call))).report.status;
      });
      equal(projects.filter((status) => status === "applied").length, LIMITS.projects);
      equal(projects.filter((status) => status === "failed").length, 2 * LIMITS.projects);

      const calls = await outcomes(2 * LIMITS.calls, async () => {
        const response = await askMcp(caller, toolCall("validate_spec", { spec: SPEC }));
        await response.body?.cancel();
        return response.status;
      });
      const left = LIMITS.calls - 3 * LIMITS.projects;
      deepEqual(
        [200, 429].map((wanted) => calls.filter((status) => status === wanted).length),
        [left, 2 * LIMITS.calls - left],
      );
    }),
);

testInFullTier(
  "three servers share the rate limit of each key",
  () =>
    inCluster(async ({ origin }, { browser, key }) => {
      const list = async (bearer: string) => {
        const headers = { authorization: `Bearer ${bearer}` };
        const response = await ask(new Request(`${origin}/projects`, { headers }));
        await response.body?.cancel();
        if (response.status === 429) ok(Number(response.headers.get("retry-after")) > 0);
        return response.status;
      };
      const statuses = await outcomes(LIMITS.perMinute + 200, () => list(key));
      deepEqual(
        [200, 429].map((wanted) => statuses.filter((status) => status === wanted).length),
        [LIMITS.perMinute, 200],
      );
      equal(await list((await makeKey(browser, "Another")).text), 200);
    }),
);

// In the quick tier, revocation_across_servers_test.ts tries this without processes.
testInFullTier(
  "a change on one server takes effect on all servers at once",
  () =>
    inCluster(async ({ servers }, { browser, key }) => {
      const statuses = (path: string, headers: Record<string, string>) =>
        Promise.all(servers.map(async ({ port }) => {
          const response = await ask(new Request(`http://127.0.0.1:${port}${path}`, { headers }));
          await response.body?.cancel();
          return response.status;
        }));
      const bearer = { authorization: `Bearer ${key}` };
      deepEqual(await statuses("/projects", bearer), [200, 200, 200]);
      const [listed] = (await (await browser.request("/api/keys")).json()).keys;
      const revoked = await browser.request(`/api/keys/${listed.id}`, { method: "DELETE" });
      equal(revoked.status, 204);
      deepEqual(await statuses("/projects", bearer), [401, 401, 401]);

      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      deepEqual(await statuses("/api/keys", { cookie }), [200, 200, 200]);
      const out = await browser.send(await browser.open("/keys"), "/logout");
      ok(out.path.endsWith("/login"));
      deepEqual(await statuses("/api/keys", { cookie }), [401, 401, 401]);
    }),
);
