/** Running the Python scripts of this folder. */

import { fileURLToPath } from "node:url";
import { python } from "../../tools/python.ts";
import { runCommand } from "../../tools/run_command.ts";

/**
 * Runs a script of this folder, JSON in and JSON out.
 *
 * @param script Its file name.
 * @param input What it reads from its standard input.
 * @returns What it wrote to its standard output.
 * @throws {Error} If it fails; the message holds what it said.
 */
export async function runPython(script: string, input: unknown): Promise<unknown> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const { code, stdout, stderr } = await runCommand(python(), ["-B", path], {
    stdin: JSON.stringify(input),
  });
  if (code !== 0) throw new Error(`${script} failed with exit code ${code}\n${stderr}`);
  return JSON.parse(stdout);
}
