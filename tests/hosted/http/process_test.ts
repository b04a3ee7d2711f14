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

for (const kind of IS_FULL_TIER ? BOTH : ["sqlite"] as const) {
  // One test, because each start of a server takes seconds.
  Deno.test(`only --owner prints links, and a server that stops writes the last uses of keys (${kind})`, () =>
    withDatabasePlace(kind, async (place) => {
      const first = await startHostedServer(place);
      try {
        const link = await first.ownerLink();
        match(link, /^http:\/\/127\.0\.0\.1:\d+\/owner\?code=[\w-]{43}$/);
        equal(new URL(link).origin, first.origin);
        const { origin } = first;
        const browser = await makeOwner({ origin, ownerLink: () => Promise.resolve(link) });
        const reset = await first.ownerLink();
        match(reset, /^http:\/\/127\.0\.0\.1:\d+\/reset\?code=[\w-]{43}$/);
        match(await (await ask(new Request(reset))).text(), /Set a new password/);
        const { text } = await makeKey(browser, "Laptop");
        const headers = { authorization: `Bearer ${text}` };
        await (await ask(new Request(`${origin}/projects`, { headers }))).text();
        const { code, log } = await first.stop();
        equal(code, 0);
        deepEqual(log.filter(({ level }) => level === "error"), []);
        equal(Object(log[0]).owner, "none: run 'layerwright-server --owner' for the link");
        doesNotMatch(JSON.stringify(log), /code=/);
        const second = await startHostedServer(place);
        try {
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
