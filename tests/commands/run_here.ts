/** Runs the command line in the test's process. */

import { exists, names, readFile, readRegularFile, realPath } from "../../commands/disk_host.ts";
import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";
import { writeOutput } from "../../workspace/output_file.ts";
import { repositoryTop } from "../../workspace/repository_top.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { type FakeHostOptions, runOnFakeHost } from "./fake_host.ts";
import { cliEnvironment, type CliOptions, type CliResult, runCli } from "./run_cli.ts";

/**
 * Runs the command line on the real disk. The quick tier runs it in the test's process, which saves a
 * quarter of a second. The full tier starts a process.
 *
 * @param terminal The terminal for which the output is formatted, if any; only in the quick tier.
 */
export async function runHere(
  args: readonly string[],
  { cwd, env, stdin = "" }: CliOptions,
  terminal: { readonly columns: number } | null = null,
): Promise<CliResult> {
  if (IS_FULL_TIER) return await runCli(args, { cwd, stdin, ...(env !== undefined && { env }) });
  return await runOnFakeHost(args, {
    isTerminal: terminal !== null,
    ...terminal,
    readStdin: async () => ({ kind: "read", bytes: await new Response(stdin).bytes() }),
    ...onDisk(cwd, cliEnvironment(env)),
  });
}

/**
 * Runs the command line on the real disk in the test's process, without input.
 *
 * @returns The exit code, and stdout and stderr together.
 */
export async function runTogether(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly output: string }> {
  let output = "";
  const stream = { isTerminal: false, columns: 80, write: (text: string) => void (output += text) };
  const { code } = await runOnFakeHost(args, {
    stdout: stream,
    stderr: stream,
    readStdin: () => Promise.resolve({ kind: "read", bytes: new Uint8Array() }),
    ...onDisk(cwd, env),
  });
  return { code, output };
}

function onDisk(cwd: string, env: Readonly<Record<string, string>>): FakeHostOptions {
  return {
    cwd,
    env: (name) => env[name],
    readFile,
    readRegularFile,
    writeOutput,
    exists,
    names,
    realPath,
    repositoryTop,
    workspace: createDiskWorkspace,
  };
}
