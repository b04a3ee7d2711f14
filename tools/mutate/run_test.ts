/** Runs one test file as a process. */

/** The result of a test file, and its time in seconds. */
export interface TestRun {
  readonly ending: "passed" | "failed" | "timed out";
  readonly seconds: number;
}

export interface TestRunOptions {
  /** Timeout in seconds, after which the process is killed. */
  readonly limit: number;
  /** Kills the process when aborted. */
  readonly signal: AbortSignal;
  /** A folder for coverage; without it, coverage is not measured. */
  readonly coverage?: string;
}

/**
 * Runs a test file up to its first failure, without type checks.
 *
 * @param root The copy of the checkout in which it runs.
 * @throws The signal's reason, if it is aborted.
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
    // In its own group, so that the test's child processes end with it.
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
