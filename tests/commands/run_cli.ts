/** Runs the real command line as a process. */

import { fileURLToPath } from "node:url";

const CLI = fileURLToPath(new URL("../../cli.ts", import.meta.url));

/** The program and its first arguments. `--quiet` hides Deno's progress. */
export const CLI_COMMAND: readonly string[] = [
  Deno.execPath(),
  "run",
  "--quiet",
  "--allow-all",
  CLI,
];

/** Variables that affect the output. Tests remove the machine's values. */
const VARYING = ["COLUMNS", "FORCE_COLOR", "NO_COLOR", "RUST_BACKTRACE", "TERM"];

export interface CliOptions {
  /** The process's folder. */
  readonly cwd: string;
  /** Variables to add to the machine's environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array<ArrayBuffer>;
}

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Returns the machine's environment without the variables in `VARYING`, and with a test's own
 * variables.
 */
export function cliEnvironment(env: CliOptions["env"] = {}): Record<string, string> {
  const inherited = Object.entries(Deno.env.toObject()).filter(([name]) => !VARYING.includes(name));
  return { ...Object.fromEntries(inherited), ...env };
}

/** Runs the command line to its end. */
export async function runCli(
  args: readonly string[],
  { cwd, env, stdin }: CliOptions,
): Promise<CliResult> {
  return await runToEnd([...CLI_COMMAND, ...args], { cwd, env: cliEnvironment(env), stdin });
}

interface ProcessOptions {
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly stdin?: CliOptions["stdin"];
}

/** Runs a program with exactly this environment. */
export async function runToEnd(
  [program = "", ...args]: readonly string[],
  { cwd, env, stdin }: ProcessOptions,
): Promise<CliResult> {
  const child = new Deno.Command(program, {
    args,
    cwd,
    env,
    clearEnv: true,
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const [{ code, stdout, stderr }] = await Promise.all([
    child.output(),
    stdin === undefined ? null : new Blob([stdin]).stream().pipeTo(child.stdin),
  ]);
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}
