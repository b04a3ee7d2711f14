/** The hosted server as a process, from its first start to its end. */

import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import { demonstrate } from "../../../tools/hosted_demo.ts";
import { IS_FULL_TIER } from "../../tools/tier.ts";
import { withDatabasePlace } from "../storage/on_both.ts";
import { inTemporaryFolder } from "../../workspace/temporary_folder.ts";
import { ask, makeKey, makeOwner, movedBrowser } from "./hosted_client.ts";
import { startHostedServer } from "./run_hosted_server.ts";

const BOTH = ["sqlite", "postgres"] as const;

// In the quick tier, each test uses one database. Other tests send the same requests with both.
for (const kind of IS_FULL_TIER ? BOTH : ["sqlite"] as const) {
  Deno.test(`a process serves the owner's link, a key, downloads, edited files and revocation (${kind})`, () =>
    withDatabasePlace(kind, (place) =>
      inTemporaryFolder(async (folder) => {
        const steps: string[] = [];
        await demonstrate(place, folder, (step) => void steps.push(step));
        match(steps.at(-1) ?? "", /401/);
      })));
}

for (const kind of IS_FULL_TIER ? BOTH : ["postgres"] as const) {
  Deno.test(`a server writes the last uses of keys when it stops (${kind})`, () =>
    withDatabasePlace(kind, async (place) => {
      const first = await startHostedServer(place);
      try {
        const browser = await makeOwner(first);
        const { text } = await makeKey(browser, "Laptop");
        const headers = { authorization: `Bearer ${text}` };
        await (await ask(new Request(`${first.origin}/projects`, { headers }))).text();
        const { code, log } = await first.stop();
        equal(code, 0);
        deepEqual(log.filter(({ level }) => level === "error"), []);
        const second = await startHostedServer(place);
        try {
          match(await second.ownerLink(), /\/reset\?code=/);
          const listed = await movedBrowser(browser, second.origin).request("/api/keys");
          const { keys: [key] } = await listed.json();
          match(key.last_used_at, /^\d{4}-/);
        } finally {
          await second.stop();
        }
      } finally {
        await first.stop();
      }
    }));
}

for (const kind of IS_FULL_TIER ? BOTH : ["postgres"] as const) {
  Deno.test(`only --owner prints the owner's link, and no log contains it (${kind})`, () =>
    withDatabasePlace(kind, async (place) => {
      const server = await startHostedServer(place);
      const link = await server.ownerLink();
      match(link, /^http:\/\/127\.0\.0\.1:\d+\/owner\?code=[\w-]{43}$/);
      equal(new URL(link).origin, server.origin);
      await makeOwner({ origin: server.origin, ownerLink: () => Promise.resolve(link) });
      const reset = await server.ownerLink();
      match(reset, /^http:\/\/127\.0\.0\.1:\d+\/reset\?code=[\w-]{43}$/);
      match(await (await ask(new Request(reset))).text(), /Set a new password/);
      const { log } = await server.stop();
      equal(Object(log[0]).owner, "none: run 'layerwright-server --owner' for the link");
      doesNotMatch(JSON.stringify(log), /code=/);
    }));
}
