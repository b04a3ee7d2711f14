/** How test files do without a mutant. */

import { join, relative } from "node:path";
import { run } from "../run.ts";
import { type CoveredLines, readCoveredLines } from "./covered_lines.ts";
import { runTest } from "./run_test.ts";

/** One run of a test file. */
export interface CleanRun {
  readonly isGreen: boolean;
  readonly seconds: number;
  /** The lines that ran in the test's process, by file. */
  readonly covered: ReadonlyMap<string, CoveredLines>;
}

/** Seconds that any test file may take. */
const LIMIT = 240;

/** Runs each test file once, when its turn comes, and remembers how it did. */
export class CleanRuns {
  readonly #runs = new Map<string, Promise<CleanRun>>();
  readonly #folder: string;
  readonly #signal: AbortSignal;

  /** @param folder Where coverage may be kept. */
  constructor(folder: string, signal: AbortSignal) {
    this.#folder = folder;
    this.#signal = signal;
  }

  /**
   * Returns how a test file did.
   *
   * @param root A copy of the checkout without a mutant.
   */
  of(test: string, root: string): Promise<CleanRun> {
    const known = this.#runs.get(test);
    if (known !== undefined) return known;
    const made = this.#measure(test, root, join(this.#folder, `coverage-${this.#runs.size}`));
    this.#runs.set(test, made);
    return made;
  }

  /** Returns the test files that failed without a mutant. */
  async failed(): Promise<string[]> {
    const runs = [...this.#runs].map(async ([test, run]) => (await run).isGreen ? [] : [test]);
    return (await Promise.all(runs)).flat().sort();
  }

  async #measure(test: string, root: string, coverage: string): Promise<CleanRun> {
    const options = { limit: LIMIT, signal: this.#signal, coverage };
    const { ending, seconds } = await runTest(root, test, options);
    const isGreen = ending === "passed";
    const covered = isGreen ? await readCoverage(root, coverage) : new Map();
    return { isGreen, seconds, covered };
  }
}

async function readCoverage(root: string, folder: string): Promise<Map<string, CoveredLines>> {
  const output = `${folder}.lcov`;
  await run(Deno.execPath(), ["coverage", "--lcov", `--output=${output}`, folder], { cwd: root });
  const files = readCoveredLines(await Deno.readTextFile(output));
  await Deno.remove(folder, { recursive: true });
  return new Map([...files].map(([file, lines]) => [relative(root, file), lines]));
}
