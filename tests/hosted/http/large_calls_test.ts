/** Calls over their limits must not block the server. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { withDatabasePlace } from "../storage/on_both.ts";
import { IS_FULL_TIER, testInFullTier } from "../../tools/tier.ts";
import { staysResponsive } from "../../http/health_probe.ts";
import { toolCall } from "../../http/messages.ts";
import {
  ask,
  askMcp,
  type Caller,
  callTool,
  makeKey,
  makeMember,
  makeOwner,
} from "./hosted_client.ts";
import { startHostedServer } from "./run_hosted_server.ts";

/** More routes than the server can generate within two seconds. */
const MANY = 30_000;

function routes(count: number) {
  const route = { type: "GET" };
  return { routes: Object.fromEntries(Array.from({ length: count }, (_, n) => [`r${n}`, route])) };
}

const ENDED = /^Error: Ended 'generate_api' after 2 s of computing; nothing was written\.$/m;

/** The slowest body to parse for its length. In the full tier, it has the maximum length. */
const EMPTY_LISTS = JSON.parse(`[${"[],".repeat(IS_FULL_TIER ? 1_300_000 : 300_000)}1]`);

/** Calls of methods in nested functions: the largest file that the server analyzes on its own thread. */
const NESTED = Array.from({ length: 90 }, (_, i) => `${" ".repeat(i)}def f${i}(a):\n`).join("") +
  `${" ".repeat(90)}zz.get()\n`.repeat(250) +
  `
from flask import Blueprint

products_bp = Blueprint('products', __name__, url_prefix='/products')


@products_bp.get('')
def get():
    return service().get()
`;

// Only SQLite works on the server's thread, so the quick tier tests only SQLite.
const KINDS = IS_FULL_TIER ? ["sqlite", "postgres"] as const : ["sqlite"] as const;

for (const kind of KINDS) {
  testInFullTier(
    `a member's longest calls do not block the server (${kind})`,
    () =>
      withDatabasePlace(kind, async (place) => {
        const server = await startHostedServer(place, { LAYERWRIGHT_MAX_CALL_SECONDS: "2" });
        try {
          const { origin } = server;
          const owner = await makeOwner(server);
          const boss: Caller = { origin, browser: owner, key: (await makeKey(owner, "Boss")).text };
          const browser = await makeMember(owner, origin, "member@example.com");
          const member: Caller = { origin, browser, key: (await makeKey(browser, "Member")).text };
          await staysResponsive(origin, async () => {
            const forever = { project: "shop", spec: routes(MANY) };
            const [answer, twin, other] = await Promise.all([
              callTool(member, "generate_api", forever),
              callTool(member, "generate_api", forever),
              callTool(boss, "generate_api", { project: "shop", spec: routes(10), files: {} }),
            ]);
            match(answer.text, ENDED);
            match(twin.text, ENDED);
            match(other.text, /^Successfully generated/);
            // A slow machine cannot parse the body in time, and answers 400.
            const lists = await askMcp(member, toolCall("validate_spec", { spec: EMPTY_LISTS }));
            ok([200, 400].includes(lists.status));
          });
          const spec = { routes: { products: { type: "GET", mock: [{ id: 1 }] } } };
          await callTool(member, "generate_api", { project: "nest", spec });
          const stored = await callTool(member, "generate_route", {
            project: "nest",
            route: "more",
            files: { "api/routes/products_route.py": NESTED },
          });
          equal(stored.isError, false, stored.text);
          const small = await staysResponsive(
            origin,
            () =>
              callTool(member, "generate_subroute", {
                project: "nest",
                route: "products",
                subroute: "sale",
                dry_run: true,
              }),
          );
          equal(small.isError, false, small.text);
          const headers = { authorization: `Bearer ${boss.key}` };
          const metrics = await (await ask(new Request(`${origin}/metrics`, { headers }))).text();
          match(metrics, /^layerwright_calls_ended_total\{reason="time"\} [2-9]/m);
          const { code, log } = await server.stop();
          equal(code, 0);
          const ended = log.filter((line) => "ended" in line);
          deepEqual(ended.slice(0, 2).map(({ level, ...line }) => [level, "tool" in line]), [
            ["warn", true],
            ["warn", true],
          ]);
          deepEqual(log.filter(({ level }) => level === "error"), []);
        } finally {
          await server.stop();
        }
      }),
  );
}
