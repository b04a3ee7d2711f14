/** Runs the nearest tests against a mutant. */

import { join } from "node:path";
import type { CleanRun, CleanRuns } from "./clean_runs.ts";
import { type Mutant, mutate } from "./mutant.ts";
import type { NearTest } from "./nearest_tests.ts";
import { runTest } from "./run_test.ts";

/** The outcome of a mutant. */
export type Outcome =
  | { readonly kind: "killed"; readonly mutant: Mutant; readonly by: string }
  | { readonly kind: "survived"; readonly mutant: Mutant; readonly passed: readonly string[] };

/** Maximum number of nearest test files to consider. */
const MAX_TESTS = 16;

/** Maximum total seconds of a mutant's test files, as measured without the mutant. */
const MAX_SECONDS = 60;

/**
 * The timeout of a test is its time without the mutant, multiplied by this factor, plus {@linkcode
 * TIMEOUT_MARGIN}.
 */
const TIMEOUT_FACTOR = 5;
/** Seconds that are added to the timeout of each test. */
const TIMEOUT_MARGIN = 10;

/** The tools of a run. */
interface Tools {
  readonly cleanRuns: CleanRuns;
  readonly signal: AbortSignal;
}

/**
 * Runs the nearest tests on a copy of the checkout with the mutant, until one fails. Afterwards, it removes
 * the mutant from the copy.
 */
export async function tryMutant(
  mutant: Mutant,
  root: string,
  nearest: readonly NearTest[],
  { cleanRuns, signal }: Tools,
): Promise<Outcome> {
  const file = join(root, mutant.path);
  const source = await Deno.readTextFile(file);
  const passed: string[] = [];
  let left = MAX_SECONDS;
  for await (const { test, clean } of inOrder(nearest.slice(0, MAX_TESTS), root, cleanRuns)) {
    if (!mayNotice(mutant, test, clean)) continue;
    // The first test runs regardless of its time.
    if (clean.seconds > left && passed.length > 0) break;
    left -= clean.seconds;
    await Deno.writeTextFile(file, mutate(source, mutant));
    const limit = clean.seconds * TIMEOUT_FACTOR + TIMEOUT_MARGIN;
    const { ending } = await runTest(root, test.path, { limit, signal });
    await Deno.writeTextFile(file, source);
    if (ending !== "passed") return { kind: "killed", mutant, by: test.path };
    passed.push(test.path);
  }
  return { kind: "survived", mutant, passed };
}

/** Yields the module's own tests, then the others, the fastest first. */
async function* inOrder(nearest: readonly NearTest[], root: string, cleanRuns: CleanRuns) {
  for (const test of nearest.filter(({ isOwn }) => isOwn)) {
    yield { test, clean: await cleanRuns.of(test.path, root) };
  }
  const others = await Array.fromAsync(
    nearest.filter(({ isOwn }) => !isOwn),
    async (test) => ({ test, clean: await cleanRuns.of(test.path, root) }),
  );
  yield* others.sort((a, b) => a.clean.seconds - b.clean.seconds);
}

/** Reports whether a test is green without the mutant, and may run the changed code. */
function mayNotice(mutant: Mutant, { inChild }: NearTest, { isGreen, ran }: CleanRun): boolean {
  return isGreen && (inChild || mayRun(mutant, ran.get(mutant.path)));
}

/**
 * Reports whether a test may run a mutant. The mutant's own line is not conclusive, because it counts as not
 * run if any part of it did not run.
 *
 * @param ran The lines of the module that ran completely; `undefined` if unknown.
 */
function mayRun({ block }: Mutant, ran: ReadonlySet<number> | undefined): boolean {
  if (block === null || ran === undefined) return true;
  const lines = [...ran];
  return lines.some((line) => block.first < line && line <= block.last);
}
