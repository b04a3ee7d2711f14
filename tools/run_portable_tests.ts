/**
 * Runs the tests that need no Python, Postgres or Debian packages: `deno task test:portable`. Tests
 * that import the module that finds Python, directly or not, are listed and left out.
 */

import { dirname, join, normalize } from "node:path";
import { ROOT } from "./run.ts";
import { testFiles } from "./test_files.ts";

/** Tests that need at most Python. */
const TESTS = [
  "tests/actions",
  "tests/core",
  "tests/distribution/main_job_test.ts",
  "tests/distribution/version_test.ts",
  "tests/formats",
  "tests/generators",
  "tests/mock",
  "tests/mod_test.ts",
  "tests/presentation",
  "tests/project",
  "tests/python",
  "tests/setup/clients",
  "tests/spec",
];

const PYTHON = join("tools", "python.ts");

const IMPORT = /\b(?:from|import\(?) ?"(\.[^"\n]*)"/g;

/** Returns the files that a file of the checkout imports, directly or not, and the file itself. */
function reachOf(file: string): ReadonlySet<string> {
  const reached = new Set([file]);
  for (const each of reached) {
    for (const [, path = ""] of Deno.readTextFileSync(join(ROOT, each)).matchAll(IMPORT)) {
      reached.add(normalize(join(dirname(each), path)));
    }
  }
  return reached;
}

if (import.meta.main) {
  Deno.chdir(ROOT);
  const { python = [], portable = [] } = Object.groupBy(
    TESTS.flatMap(testFiles),
    (file) => reachOf(file).has(PYTHON) ? "python" : "portable",
  );
  console.log(["Left out, because they need Python:", ...python.toSorted()].join("\n  "));
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: ["test", "--allow-all", "--parallel", ...Deno.args, ...portable],
    cwd: ROOT,
  }).spawn().status;
  Deno.exit(code);
}
