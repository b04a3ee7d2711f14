/** Real coding agents read the files that setup wrote, and connect only with the right key. */

import { deepEqual, equal, ok } from "node:assert/strict";
import type { WritableClient } from "../../setup/client.ts";
import { WRITABLE_CLIENTS } from "../../setup/clients/clients.ts";
import type { LogLine } from "../http/run_server.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { NOT_RUN, REAL_CLIENTS, type RealClient } from "./real_clients.ts";
import { connectRealClient, type Outcome, withoutClient } from "./real_clients_run.ts";

/** Checks that an agent connected. Only this agent calls the server, and it initializes once. */
function checkLetIn({ calls }: RealClient, { said, log }: Outcome): void {
  const [hello] = calls;
  const answered = answers(log);
  const all = `${answered.join(", ") || "nothing"}\n${said}`;
  equal(answered[0], hello, `It was answered ${all}`);
  equal(answered.filter((rpc) => rpc === hello).length, 1, `It was answered ${all}`);
  for (const call of calls) ok(answered.includes(call), `No ${call} among ${all}`);
  deepEqual(log.filter(({ reason }) => reason === "Wrong API key"), [], said);
}

/** Returns the methods of successful calls. */
function answers(log: readonly LogLine[]): string[] {
  return log.flatMap(({ rpc, status }) => rpc !== undefined && isGood(status) ? [rpc] : []);
}

function isGood(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

function clientOf(id: string): WritableClient {
  const client = WRITABLE_CLIENTS.find((each) => each.id === id);
  if (client === undefined) throw new Error(`The wizard knows no client '${id}'`);
  return client;
}

/** Reports whether an agent expands environment variables. */
function expands({ forms }: WritableClient): boolean {
  const form = forms.find(({ scope }) => scope === "user");
  return form?.reference !== undefined || form?.entryFromEnv !== undefined;
}

for (const client of REAL_CLIENTS) {
  const { id, program } = client;

  Deno.test({
    name: `${program.package} connects with the entry of setup`,
    ignore: !IS_FULL_TIER,
    async fn() {
      checkLetIn(client, await connectRealClient(client, "file"));
    },
  });

  Deno.test({
    name: `${program.package} cannot connect with a wrong key in its entry`,
    ignore: !IS_FULL_TIER,
    async fn() {
      const { said, log } = await connectRealClient(client, "wrong");
      const calls = log.filter(({ request }) => request === "POST /mcp");
      const reasons = new Set(calls.map(({ status, reason }) => `${status} ${reason}`));
      deepEqual([...reasons], ["401 Wrong API key"], said);
      deepEqual(log.filter(({ status }) => isGood(status)), [], said);
    },
  });

  if (!expands(clientOf(id))) continue;
  Deno.test({
    name: `${program.package} connects with the entry of setup --key-from-env`,
    ignore: !IS_FULL_TIER,
    async fn() {
      checkLetIn(client, await connectRealClient(client, "environment"));
    },
  });
}

Deno.test({
  name: "setup --no-verify does not call the server, so its log has only calls of agents",
  ignore: !IS_FULL_TIER,
  async fn() {
    for (const { id } of REAL_CLIENTS) {
      const log = await withoutClient(id);
      deepEqual(log.filter(({ status }) => status !== undefined), [], id);
    }
  },
});

for (const [id, reason] of Object.entries(NOT_RUN)) {
  Deno.test({ name: `${clientOf(id).name}: not run (${reason})`, ignore: true, fn() {} });
}
