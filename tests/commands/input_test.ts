/** Input from files and from stdin. */

import { equal } from "node:assert/strict";
import { join } from "node:path";
import { inCodeFolder } from "./code_folder.ts";
import { runOnFakeHost } from "./fake_host.ts";
import { runHere } from "./run_here.ts";

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

Deno.test("a link that leads to itself is not suggested in its own place", () =>
  inCodeFolder(async (folder) => {
    Deno.symlinkSync("loop.json", join(folder, "loop.json"));
    const { code, stderr } = await runHere(["validate", "loop.json"], { cwd: folder });
    equal(code, 1);
    equal(stderr, "Error: Cannot read 'loop.json' (Too many levels of symbolic links).\n");
  }));
