/** Runs one test file as a process. */

/** How a test file ended, after how many seconds. */
export interface TestRun {
  readonly ending: "passed" | "failed" | "timed out";
  readonly seconds: number;
}

export interface TestRunOptions {
  /** Seconds after which the process is killed. */
  readonly limit: number;
  /** Kills the process. */
  readonly signal: AbortSignal;
  /** A folder for the coverage, which is measured only if this is given. */
  readonly coverage?: string;
}

/**
 * Runs a test file up to its first failure, without a check of types.
 *
 * @param root The copy of the checkout to run it in.
 * @throws The signal's reason, if it was given.
 */
export async function runTest(
  root: string,
  test: string,
  { limit, signal, coverage }: TestRunOptions,
): Promise<TestRun> {
  signal.throwIfAborted();
  const measured = coverage === undefined
    ? []
    : [`--coverage=${coverage}`, "--coverage-raw-data-only"];
  const start = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", "--no-check", "--fail-fast", "--quiet", ...measured, test],
    cwd: root,
    stdin: "null",
    stdout: "null",
    stderr: "null",
    // A group of its own, so that the processes that a test started end with it.
    detached: true,
  }).spawn();
  let isLate = false;
  const end = () => Deno.kill(-child.pid, "SIGKILL");
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, limit * 1000);
  signal.addEventListener("abort", end);
  const { success } = await child.status;
  clearTimeout(timer);
  signal.removeEventListener("abort", end);
  signal.throwIfAborted();
  const seconds = (performance.now() - start) / 1000;
  return { ending: isLate ? "timed out" : success ? "passed" : "failed", seconds };
}
