/** The real command line, as a process of its own. */

import { fileURLToPath } from "node:url";

const CLI = fileURLToPath(new URL("../../cli.ts", import.meta.url));

/** The program and its first words; the command line's own words follow. Quiet: Deno shows no progress. */
export const CLI_COMMAND: readonly string[] = [
  Deno.execPath(),
  "run",
  "--quiet",
  "--allow-all",
  CLI,
];

/** Variables that change what people see, and are whatever the machine has unless a test sets them. */
const VARYING = ["COLUMNS", "FORCE_COLOR", "NO_COLOR", "RUST_BACKTRACE", "TERM"];

export interface CliOptions {
  /** The folder that it runs in. */
  readonly cwd: string;
  /** Beside the machine's environment, without what varies between machines. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array<ArrayBuffer>;
}

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The machine's environment without what varies, and with what a test sets. */
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
