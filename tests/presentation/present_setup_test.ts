import { equal } from "node:assert/strict";
import { report, type ReportChange } from "../../core/report.ts";
import { presentConnected, presentListed } from "../../presentation/present_setup.ts";
import { PLAIN_VIEW } from "../../presentation/view.ts";

const LONG = "npx -y deno@2.9.6 run --allow-read --allow-write --allow-env cli.ts mcp";

const LISTED = report<unknown, string>("setup list", "unchanged", {
  data: {
    clients: [
      { client: "Codex", scope: "user", state: "connected", address: LONG },
      { client: "Cursor", scope: "user", state: "absent", address: null },
    ],
  },
});

Deno.test("presentListed() puts an address below its row if there is no room beside it", () => {
  equal(
    presentListed(LISTED, { ...PLAIN_VIEW, columns: 58 }),
    `Agent   Scope  State          Address
Codex   user   connected
      npx -y deno@2.9.6 run --allow-read --allow-write
      --allow-env cli.ts mcp
Cursor  user   not connected  -`,
  );
  equal(
    presentListed(LISTED, PLAIN_VIEW),
    `Agent   Scope  State          Address
Codex   user   connected      ${LONG}
Cursor  user   not connected  -`,
  );
});

/** Lines of previews, and whether a note says what asterisks hide. */
const PREVIEWS: Readonly<Record<string, boolean>> = {
  ' # **** ****\n+url = "http://x"': true,
  '+"Authorization": "Bearer lw_****98c5"': false,
};

for (const [lines, hasNote] of Object.entries(PREVIEWS)) {
  Deno.test(`presentConnected() ${hasNote ? "explains" : "does not explain"} ${lines}`, () => {
    const change: ReportChange = {
      kind: "update",
      path: "~/.codex/config.toml",
      line: null,
      symbol: null,
      added: 1,
      removed: 0,
      diff: `--- a\n+++ b\n@@ -1 +1,2 @@\n${lines}\n`,
    };
    const planned = report<unknown, string>("setup", "planned", { changes: [change] });
    const [last] = presentConnected(planned, PLAIN_VIEW).split("\n").slice(-1);
    equal(last?.startsWith("**** hides"), hasNote);
  });
}
