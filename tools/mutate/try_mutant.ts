/** Tries whether a test notices a mutant. */

import { join } from "node:path";
import type { CleanRun, CleanRuns } from "./clean_runs.ts";
import { type Mutant, mutate } from "./mutant.ts";
import type { NearTest } from "./nearest_tests.ts";
import { runTest } from "./run_test.ts";

/** What became of a mutant. */
export type Outcome =
  | { readonly kind: "killed"; readonly mutant: Mutant; readonly by: string }
  | { readonly kind: "survived"; readonly mutant: Mutant; readonly passed: readonly string[] };

/** Test files among which those that run the mutant's line are looked for. */
const MOST_TESTS = 16;

/** Seconds that the test files of one mutant may take, as they do without it. */
const MOST_SECONDS = 60;

/** A test has timed out if it takes this many times as long as without the mutant, */
const TIMEOUT_FACTOR = 5;
/** and this many seconds more. */
const TIMEOUT_MARGIN = 10;

/** What trying needs. */
interface Tools {
  readonly cleanRuns: CleanRuns;
  readonly signal: AbortSignal;
}

/**
 * Runs the nearest tests on a copy of the checkout with the mutant, until one fails. The copy is as it was
 * afterwards.
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
  let left = MOST_SECONDS;
  for await (const { test, clean } of inOrder(nearest.slice(0, MOST_TESTS), root, cleanRuns)) {
    if (!mayNotice(mutant, test, clean)) continue;
    // The first one runs whatever it takes.
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

/** Yields the module's own tests, then the others, the quickest first. */
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
 * Reports whether a test may run a mutant, whose own line does not tell: it counts as not run if any part of
 * it did not.
 *
 * @param ran The lines of the module that ran as a whole; `undefined` if that is not known.
 */
function mayRun({ block }: Mutant, ran: ReadonlySet<number> | undefined): boolean {
  if (block === null || ran === undefined) return true;
  const lines = [...ran];
  return lines.some((line) => block.first < line && line <= block.last);
}
