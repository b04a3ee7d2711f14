/** The options of a run, as tools pass them to actions. */

import { deepEqual, equal } from "node:assert/strict";
import { runOptions } from "../../mcp/command_arguments.ts";
import { inToolWords } from "../../mcp/tool_words.ts";

Deno.test("runOptions() passes every option of a run on, and nothing else", () => {
  const input = { project: "shop", dry_run: true, diff: false, allow_problems: true, expect: "x" };
  const options = { dryRun: true, diff: false, allowProblems: true, expect: "x" };
  deepEqual(runOptions({ ...input, plan: undefined }), options);
  deepEqual(runOptions({}), {});
});

Deno.test("the hint of a plan with known problems names the argument of tools", () => {
  equal(
    inToolWords("Solve them first, or write it anyway with --allow-problems"),
    "Solve them first, or write it anyway with allow_problems: true",
  );
});
