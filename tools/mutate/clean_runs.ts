/** Runs test files without a mutant, as the baseline. */

import { join, relative } from "node:path";
import { runCommand } from "../run_command.ts";
import { readRanLines } from "./ran_lines.ts";
import { runTest } from "./run_test.ts";

/** One run of a test file. */
export interface CleanRun {
  readonly isGreen: boolean;
  readonly seconds: number;
  /** The lines that ran completely in the test's process, by file. */
  readonly ran: ReadonlyMap<string, ReadonlySet<number>>;
}

/** Options of the baseline runs. */
export interface CleanRunsOptions {
  /** A folder for coverage. */
  readonly folder: string;
  /** A folder that caches green runs. */
  readonly kept: string;
  /** Returns a hash of everything that a test's result depends on. */
  readonly fingerprint: (test: string) => string;
  readonly signal: AbortSignal;
}

/** Timeout of a test file in seconds. Slower files are skipped. */
const LIMIT = 120;

/** Runs each test file once, on demand, and keeps the result. */
export class CleanRuns {
  readonly #runs = new Map<string, Promise<CleanRun>>();
  readonly #options: CleanRunsOptions;

  constructor(options: CleanRunsOptions) {
    this.#options = options;
  }

  /**
   * Returns the result of a test file.
   *
   * @param root A copy of the checkout without a mutant.
   */
  of(test: string, root: string): Promise<CleanRun> {
    const known = this.#runs.get(test);
    if (known !== undefined) return known;
    const found = this.#find(test, root, join(this.#options.folder, `coverage-${this.#runs.size}`));
    this.#runs.set(test, found);
    return found;
  }

  /** Returns the test files that failed or were too slow without a mutant. */
  async failed(): Promise<string[]> {
    const runs = [...this.#runs].map(async ([test, run]) => (await run).isGreen ? [] : [test]);
    return (await Promise.all(runs)).flat().sort();
  }

  async #find(test: string, root: string, coverage: string): Promise<CleanRun> {
    const { kept, fingerprint, signal } = this.#options;
    const file = join(kept, `${fingerprint(test)}.json`);
    const earlier = await readKept(file);
    if (earlier !== null) return earlier;
    const { ending, seconds } = await runTest(root, test, { limit: LIMIT, signal, coverage });
    if (ending !== "passed") return { isGreen: false, seconds, ran: new Map() };
    const ran = await readCoverage(root, coverage);
    await Deno.mkdir(kept, { recursive: true });
    const lines = [...ran].map(([path, numbers]) => [path, [...numbers]]);
    await Deno.writeTextFile(file, JSON.stringify({ seconds, ran: lines }));
    return { isGreen: true, seconds, ran };
  }
}

async function readKept(file: string): Promise<CleanRun | null> {
  try {
    const { seconds, ran }: { seconds: number; ran: [string, number[]][] } = JSON.parse(
      await Deno.readTextFile(file),
    );
    return {
      isGreen: true,
      seconds,
      ran: new Map(ran.map(([path, lines]) => [path, new Set(lines)])),
    };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

async function readCoverage(root: string, folder: string): Promise<Map<string, Set<number>>> {
  const output = `${folder}.lcov`;
  const args = ["coverage", "--lcov", `--output=${output}`, folder];
  const { code, stderr } = await runCommand(Deno.execPath(), args, { cwd: root });
  await Deno.remove(folder, { recursive: true });
  // A test that only starts other processes covers no module itself.
  if (code !== 0 && stderr.includes("No covered files")) return new Map();
  if (code !== 0) throw new Error(`deno ${args.join(" ")} exited with ${code}\n${stderr}`);
  const files = readRanLines(await Deno.readTextFile(output));
  return new Map([...files].map(([file, lines]) => [relative(root, file), lines]));
}
