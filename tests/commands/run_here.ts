/** Runs the command line in the test's process. */

import { exists, readFile, readRegularFile, realPath } from "../../commands/disk_host.ts";
import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";
import { writeOutput } from "../../workspace/output_file.ts";
import { repositoryTop } from "../../workspace/repository_top.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { runOnFakeHost } from "./fake_host.ts";
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
  const variables = cliEnvironment(env);
  return await runOnFakeHost(args, {
    isTerminal: terminal !== null,
    ...terminal,
    cwd,
    env: (name) => variables[name],
    readFile,
    readRegularFile,
    readStdin: async () => ({ kind: "read", bytes: await new Response(stdin).bytes() }),
    writeOutput,
    exists,
    realPath,
    repositoryTop,
    workspace: createDiskWorkspace,
  });
}
