import { deepEqual, equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { CleanRuns } from "../../../tools/mutate/clean_runs.ts";
import { findMutants } from "../../../tools/mutate/find_mutants.ts";
import { runTest } from "../../../tools/mutate/run_test.ts";
import { tryMutant } from "../../../tools/mutate/try_mutant.ts";

// No test calls `unused()`, and the poor test does not notice every mutant of `isOpen()`.
const MODULE = `export function isOpen(a: number): boolean {
  if (a < 3) return true;
  return false;
}
export function unused(a: number): boolean {
  return a < 3;
}
`;
const TESTS = {
  "good_test.ts": 'import { isOpen } from "./a.ts";\n' +
    'Deno.test("3 is not open", () => { if (isOpen(3)) throw new Error("open"); });\n',
  "poor_test.ts": 'import { isOpen } from "./a.ts";\n' +
    'Deno.test("1 is open", () => { if (!isOpen(1)) throw new Error("closed"); });\n',
  "red_test.ts": 'import "./a.ts";\nDeno.test("is red", () => { throw new Error("red"); });\n',
  "slow_test.ts": 'Deno.test("does not end", () => { for (;;); });\n',
};

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  try {
    const files = { ...TESTS, "a.ts": MODULE, "deno.json": "{}" };
    for (const [name, text] of Object.entries(files)) {
      await Deno.writeTextFile(join(folder, name), text);
    }
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("tryMutant() runs green tests of the line until one fails", () =>
  inFolder(async (folder) => {
    const { signal } = new AbortController();
    const measure = () =>
      new CleanRuns({ folder, kept: join(folder, "kept"), fingerprint: (test) => test, signal });
    const cleanRuns = measure();
    const boundaries = findMutants("a.ts", MODULE).filter(({ replacement }) =>
      replacement === "<="
    );
    equal(boundaries.length, 2);
    const near = ["red_test.ts", "poor_test.ts", "good_test.ts"]
      .map((path) => ({ path, inChild: false, isOwn: false }));
    const outcomes = await Array.fromAsync(
      boundaries,
      (mutant) => tryMutant(mutant, folder, near, { cleanRuns, signal }),
    );
    deepEqual(outcomes, [
      { kind: "killed", mutant: boundaries[0], by: "good_test.ts" },
      { kind: "survived", mutant: boundaries[1], passed: [] },
    ]);
    deepEqual(await cleanRuns.failed(), ["red_test.ts"]);
    equal(await Deno.readTextFile(join(folder, "a.ts")), MODULE);
    // A later run does not need the folder: it reuses the results of tests that passed.
    for (const test of ["poor_test.ts", "good_test.ts"]) {
      deepEqual(await measure().of(test, "no such folder"), await cleanRuns.of(test, folder));
    }
  }));

Deno.test("runTest() kills a test at its timeout", () =>
  inFolder(async (folder) => {
    const { signal } = new AbortController();
    const { ending, seconds } = await runTest(folder, "slow_test.ts", { limit: 1, signal });
    equal(ending, "timed out");
    ok(seconds >= 1);
  }));
