/** Pages of hostile files and projects must not block the server. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { withDatabasePlace } from "../storage/on_both.ts";
import { staysResponsive } from "../../http/health_probe.ts";
import { callTool, makeKey, makeMember, makeOwner } from "./hosted_client.ts";
import { startHostedServer } from "./run_hosted_server.ts";

/** Just below the size that a page analyzes. */
const ROUTES = "b = Blueprint('b', __name__)\n" +
  Array.from({ length: 22_000 }, (_, i) => `@b.route('/x${i}')\ndef f${i}(): pass\n\n`).join("");

Deno.test("a member's largest pages do not block the server", () =>
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
  }));
