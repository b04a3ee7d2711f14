/** A mistake of Layerwright's own, which no process can be made to make. */

import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import type { Host } from "../../commands/host.ts";
import { runCommandLine } from "../../commands/program.ts";
import { createMemoryWorkspace } from "../../mod.ts";
import { readReport } from "./report_schema.ts";

interface Printed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line on a computer that has a mistake in its innermost part. */
async function runBroken(args: readonly string[]): Promise<Printed> {
  const printed = { stdout: "", stderr: "" };
  const output = (name: keyof typeof printed) => ({
    isTerminal: false,
    columns: 80,
    write: (text: string) => void (printed[name] += text),
  });
  const host: Host = {
    cwd: "/code",
    stdout: output("stdout"),
    stderr: output("stderr"),
    foldsCase: false,
    interrupted: new Promise(() => {}),
    now: () => 0,
    env: () => undefined,
    readFile: () => Promise.reject(new TypeError("x is not a function")),
    readStdin: () => Promise.reject(new TypeError("x is not a function")),
    exists: () => true,
    workspace: () => createMemoryWorkspace(),
  };
  return { code: await runCommandLine(args, host), ...printed };
}

Deno.test("runCommandLine answers its own mistakes without a trace", async () => {
  const { code, stdout, stderr } = await runBroken(["validate", "shop.json"]);
  deepEqual({ code, stdout }, { code: 1, stdout: "" });
  match(stderr, /^Error: Internal error [0-9a-f]{8}; see --verbose\.\n$/);
});

Deno.test("runCommandLine shows the trace of its own mistakes with --verbose", async () => {
  const { stderr } = await runBroken(["validate", "shop.json", "--verbose"]);
  match(stderr, /^Error: Internal error [0-9a-f]{8}; see --verbose\.\n {2}TypeError: x is not/);
  doesNotMatch(stderr, /^at /m);
});

Deno.test("runCommandLine reports its own mistakes", async () => {
  const { code, stdout } = await runBroken(["--report", "validate", "shop.json"]);
  const { command, status, diagnostics } = readReport(stdout);
  deepEqual({ code, command, status }, { code: 1, command: "validate", status: "failed" });
  equal(diagnostics[0]?.code, "internal");
});
