/**
 * Mutation tests of the modules that guard people's files and accounts: `deno task mutate`, or
 * `deno task mutate core workspace/journal.ts` for some of them. Each mutant must fail one of the nearest
 * tests.
 *
 * `--count` is the number of mutants, `--seed` selects them, and `--jobs` is the number of concurrent
 * mutants. The tests run in copies of the checkout. `dist/mutate` caches the test runs without a mutant.
 * The task fails if the tests detect too few mutants, or if an entry of `mutate/equivalent.json` refers to
 * code that no longer exists.
 */

import { join } from "node:path";
import { parseArgs } from "node:util";
import { CleanRuns } from "./mutate/clean_runs.ts";
import { drawMutants } from "./mutate/draw_mutants.ts";
import equivalent from "./mutate/equivalent.json" with { type: "json" };
import { withoutEquivalents } from "./mutate/equivalents.ts";
import { findMutants } from "./mutate/find_mutants.ts";
import { fingerprints } from "./mutate/fingerprints.ts";
import { guardingModules } from "./mutate/guarding_modules.ts";
import { readModuleGraph } from "./mutate/module_graph.ts";
import { NearestTests } from "./mutate/nearest_tests.ts";
import { percent, scoreOf, scoreTable, survivor } from "./mutate/score.ts";
import { checkoutFiles, copyTree } from "./mutate/tree_copy.ts";
import { type Outcome, tryMutant } from "./mutate/try_mutant.ts";
import { ROOT } from "./run.ts";

/** Minimum percentage of mutants that the tests must detect. */
const MIN_PERCENT = 90;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    jobs: { type: "string", default: String(navigator.hardwareConcurrency) },
  },
});
const [count, seed, jobs] = [values.count, values.seed, values.jobs].map(wholeNumber);

const interruption = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) {
  Deno.addSignalListener(name, () => interruption.abort(new Error(`Interrupted by ${name}`)));
}
const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "layerwright-mutate-" }));
try {
  Deno.exitCode = await mutateAll() ? 0 : 1;
} catch (error) {
  if (!interruption.signal.aborted) throw error;
  Deno.exitCode = 130;
} finally {
  await Deno.remove(folder, { recursive: true });
}

/** Reports whether the tests detected enough mutants, and every known equivalent exists. */
async function mutateAll(): Promise<boolean> {
  const files = await checkoutFiles();
  const paths = guardingModules(files, positionals);
  if (paths.length === 0) throw new RangeError(`No guarding module in ${positionals.join(", ")}`);
  const found = await Promise.all(
    paths.map(async (path) => findMutants(path, await Deno.readTextFile(join(ROOT, path)))),
  );
  const known = equivalent.filter(({ path }) => paths.includes(path));
  const { mutants, unmatched } = withoutEquivalents(found.flat(), known);
  const byModule = Map.groupBy(mutants, ({ path }) => path);
  const drawn = drawMutants([...byModule.values()], count ?? 0, seed ?? 0);
  console.log(
    `${drawn.length} of ${mutants.length} mutants of ${paths.length} modules, seed ${seed}; ` +
      `${known.length} known equivalents left out`,
  );
  const outcomes = await tryAll(drawn, files);
  console.log(`\n${scoreTable(outcomes)}`);
  for (const { path, before, after } of unmatched) {
    console.log(`equivalent.json: no mutant of ${path} changes '${before}' to '${after}'`);
  }
  return percent(scoreOf(outcomes)) >= MIN_PERCENT && unmatched.length === 0;
}

async function tryAll(
  drawn: ReturnType<typeof drawMutants>,
  files: readonly string[],
): Promise<Outcome[]> {
  const { signal } = interruption;
  const roots = Array.from({ length: jobs ?? 1 }, (_, index) => join(folder, `copy-${index}`));
  for (const root of roots) await copyTree(files, root);
  const graph = await readModuleGraph(roots[0] ?? folder, files);
  const tests = files.filter((file) => /^tests\/.*_test\.tsx?$/.test(file));
  const nearest = new NearestTests(graph, tests);
  const fingerprint = await fingerprints(ROOT, files, (test) => nearest.reachOf(test));
  const kept = join(ROOT, "dist/mutate/clean_runs");
  const cleanRuns = new CleanRuns({ folder, kept, fingerprint, signal });
  const outcomes: Outcome[] = [];
  const queue = drawn.values();
  await Promise.all(roots.map(async (root) => {
    for (const mutant of queue) {
      const outcome = await tryMutant(mutant, root, nearest.of(mutant.path), { cleanRuns, signal });
      outcomes.push(outcome);
      if (outcome.kind === "survived") console.log(`\nSurvived: ${survivor(outcome)}`);
      else console.log(`${outcomes.length}/${drawn.length} ${mutant.path}:${mutant.line}`);
    }
  }));
  for (const test of await cleanRuns.failed()) {
    console.log(`Skipped ${test}: it fails or is slow without a mutant`);
  }
  return outcomes;
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new RangeError(`Invalid number '${text}' (must be a whole number, 1 or more)`);
}
