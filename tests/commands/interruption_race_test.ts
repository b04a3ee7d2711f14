/** Ctrl-C while the command is busy: either nothing is written, or the command completes. */

import { deepEqual, equal, notDeepEqual } from "node:assert/strict";
import { join } from "node:path";
import { readTree } from "../workspace/tree.ts";
import { testInFullTier } from "../tools/tier.ts";
import { inCodeFolder } from "./code_folder.ts";
import { CLI_COMMAND, cliEnvironment, runToEnd } from "./run_cli.ts";

/** Each case sends SIGINT when the command opens a file: after its start, and before it writes. */
const CASES = [
  { words: "generate api new --json shop.json", at: "shop.json" },
  { words: "generate route refunds -C shop", at: "shop/.layerwright/manifest" },
  { words: "generate subroute orders late -C shop", at: "shop/api/services/orders_service.py" },
] as const;

for (const [index, { words, at }] of CASES.entries()) {
  const test = index === 0 ? Deno.test : testInFullTier;
  test(`layerwright ${words} interrupted at ${at} reports its outcome`, async () => {
    await inCodeFolder(async (folder) => {
      const before = readTree(folder);
      const strace = ["strace", "-f", "-o", "/dev/null", "-P", join(folder, at)];
      const signal = ["-e", "trace=openat", "-e", "inject=openat:signal=SIGINT:when=1"];
      const command = [...strace, ...signal, ...CLI_COMMAND, ...words.split(" ")];
      const { code, stderr } = await runToEnd(command, { cwd: folder, env: cliEnvironment() });
      if (code === 130) {
        equal(stderr, "Interrupted; nothing was written\n");
        deepEqual(readTree(folder), before);
      } else {
        // The system may take its time to deliver a signal.
        deepEqual([code, stderr], [0, ""]);
        notDeepEqual(readTree(folder), before);
        deepEqual(
          Object.keys(readTree(folder)).filter((path) => /stage|journal|lock/.test(path)),
          [],
        );
      }
    });
  });
}
