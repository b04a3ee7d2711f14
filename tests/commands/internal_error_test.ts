/** Internal errors, which only a fake host can cause. */

import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import { runOnFakeHost } from "./fake_host.ts";
import { readReport } from "./report_schema.ts";
import type { CliResult } from "./run_cli.ts";

function runBroken(args: readonly string[]): Promise<CliResult> {
  const readFile = () => Promise.reject(new TypeError("x is not a function"));
  return runOnFakeHost(args, { readFile });
}

Deno.test("runCommandLine reports a bug without a trace", async () => {
  const { code, stdout, stderr } = await runBroken(["validate", "shop.json"]);
  deepEqual({ code, stdout }, { code: 1, stdout: "" });
  match(stderr, /^Error: Internal error [0-9a-f]{8}; see --verbose\.\n$/);
});

Deno.test("runCommandLine shows the trace of a bug with --verbose", async () => {
  const { stderr } = await runBroken(["validate", "shop.json", "--verbose"]);
  match(stderr, /^Error: Internal error [0-9a-f]{8}; see --verbose\.\n {2}TypeError: x is not/);
  doesNotMatch(stderr, /^at /m);
});

Deno.test("runCommandLine reports a bug as JSON", async () => {
  const { code, stdout } = await runBroken(["--report", "validate", "shop.json"]);
  const { command, status, diagnostics } = readReport(stdout);
  deepEqual({ code, command, status }, { code: 1, command: "validate", status: "failed" });
  equal(diagnostics[0]?.code, "internal");
});
