/** Input from stdin: at a terminal, the command says that it waits. */

import { equal } from "node:assert/strict";
import { runOnFakeHost } from "./fake_host.ts";

const SPEC = new TextEncoder().encode('{ "routes": { "a": { "type": "GET" } } }');

for (const canAsk of [true, false]) {
  Deno.test(`validate - ${canAsk ? "says" : "does not say"} that it waits for input`, async () => {
    const { stderr, stdout } = await runOnFakeHost(["validate", "-"], {
      canAsk,
      readStdin: () => Promise.resolve({ kind: "read", bytes: SPEC }),
    });
    equal(stderr, canAsk ? "Reading from the terminal; end with Ctrl-D\n" : "");
    equal(stdout, "Valid: 1 route, 1 endpoint\n");
  });
}
