/** Checks that the task runs the tests of all rooms, not only those of the workspace's members. */

import { ok } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { testFiles } from "../../tools/test_files.ts";

Deno.test("testFiles() finds the tests of every room", () => {
  const tests = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
  const files = testFiles(tests);
  for (const room of ["actions", "core", "generators", "hosted", "project", "tools"]) {
    ok(files.some((file) => file.startsWith(`${tests}/${room}/`)), room);
  }
  ok(files.includes(`${tests}/architecture_test.ts`));
});
