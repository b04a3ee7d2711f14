/** Runs the command line in this process, on a fake host. */

import type { Host } from "../../commands/host.ts";
import { runCommandLine } from "../../commands/program.ts";
import { createMemoryWorkspace } from "../../mod.ts";
import type { CliResult } from "./run_cli.ts";

const NEVER = new Promise<never>(() => {});

export interface FakeHostOptions extends Partial<Host> {
  readonly isTerminal?: boolean;
  /** The width of the terminal. */
  readonly columns?: number;
}

/** Runs the command line. By default, all reads wait forever. */
export async function runOnFakeHost(
  args: readonly string[],
  { isTerminal = false, columns = 80, ...parts }: FakeHostOptions,
): Promise<CliResult> {
  const printed = { stdout: "", stderr: "" };
  const output = (name: keyof typeof printed) => ({
    isTerminal,
    columns,
    write: (text: string) => void (printed[name] += text),
  });
  const host: Host = {
    cwd: "/code",
    stdout: output("stdout"),
    stderr: output("stderr"),
    canAsk: false,
    foldsCase: false,
    interrupted: NEVER,
    mindInterruptions: () => {},
    uninterrupted: (work) => work(),
    now: () => 0,
    env: () => undefined,
    readFile: () => NEVER,
    readRegularFile: () => ({ kind: "failed", reason: "not a regular file" }),
    readStdin: () => NEVER,
    writeOutput: () => NEVER,
    exists: () => true,
    names: () => [],
    realPath: (path) => path,
    repositoryTop: () => null,
    workspace: () => createMemoryWorkspace(),
    ...parts,
  };
  return { code: await runCommandLine(args, host), ...printed };
}
