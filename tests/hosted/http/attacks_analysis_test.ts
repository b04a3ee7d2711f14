/** Hostile files in calls of a read-only key must not block the server. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { withDatabasePlace } from "../storage/on_both.ts";
import { staysResponsive } from "../../http/health_probe.ts";
import { callTool, makeMember, makeOwner } from "./hosted_client.ts";
import { startHostedServer } from "./run_hosted_server.ts";

type Files = Readonly<Record<string, string>>;

/** 64 KB of blueprints, each mounted on the previous one. */
function chain(): Files {
  const parts: string[] = [];
  for (let index = 0, length = 0; length < 65_000; index++) {
    const part = `b${index}=Blueprint("b",__name__)\nb${index}.register_blueprint(b${index + 1})\n`;
    length += part.length;
    parts.push(part);
  }
  return { "app.py": parts.join("") };
}

/** 1.2 MB of rules, each with a long prefix. */
function manyRules(): Files {
  const blueprint = `b = Blueprint("b", __name__, url_prefix="/${"x".repeat(990)}")\n`;
  return { "app.py": blueprint + "b.add_url_rule('')\n".repeat(60_000) };
}

/** Nearly the maximum number of files in a call, each below 480 folders of its own. */
function deepFiles(): Files {
  const paths = Array.from({ length: 1_990 }, (_, index) => `f${index}/${"a/".repeat(479)}a.py`);
  return Object.fromEntries(paths.map((path) => [path, "a = 1\n"]));
}

Deno.test("files that are slow to read do not block a hosted server", () =>
  withDatabasePlace("sqlite", async (place) => {
    const server = await startHostedServer(place);
    const { origin } = server;
    try {
      const browser = await makeMember(await makeOwner(server), origin, "kim@example.com");
      const made = await browser.request("/api/keys", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name: "reads", scopes: ["tools:read"] }),
      });
      const caller = { origin, browser, key: (await made.json()).key };
      const analyze = (files: Files) =>
        staysResponsive(
          origin,
          () => callTool(caller, "analyze_project", { project: "shop", files }),
        );

      const mounted = await analyze(chain());
      equal(mounted.isError, false);
      match(
        mounted.report.message,
        /^shop: 1,\d{3} routes, 0 endpoints, 0 problems, 1 unread place$/,
      );

      const prefixed = await analyze(manyRules());
      match(prefixed.report.message, /^shop: 1 route, 60,000 endpoints, 0 problems$/);
      ok(prefixed.text.length < 550_000, `${prefixed.text.length} characters`);

      const tooDeep = await analyze(deepFiles());
      equal(tooDeep.isError, true);
      match(tooDeep.text, /More than 20 folders deep/);

      const { code, log } = await server.stop();
      deepEqual([code, log.filter(({ level }) => level === "error")], [0, []]);
    } finally {
      await server.stop();
    }
  }));
