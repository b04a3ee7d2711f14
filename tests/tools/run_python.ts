/** Runs the Python scripts of this folder. */

import { fileURLToPath } from "node:url";
import { python } from "../../tools/python.ts";
import { runCommand } from "../../tools/run_command.ts";
import type { FlaskPython } from "./flask_pythons.ts";

/**
 * Runs a script of this folder with JSON as input and output.
 *
 * @param script Its file name.
 * @param input The value for its stdin.
 * @param by The Python to run; by default, the one of the tests.
 * @param args Its arguments.
 * @returns The value from its stdout.
 * @throws {Error} If it fails. The message contains its output.
 */
export async function runPython(
  script: string,
  input: unknown,
  by: Pick<FlaskPython, "interpreter" | "env"> = { interpreter: python(), env: {} },
  args: readonly string[] = [],
): Promise<unknown> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const { code, stdout, stderr } = await runCommand(by.interpreter, ["-B", path, ...args], {
    env: { ...by.env },
    stdin: JSON.stringify(input),
  });
  if (code !== 0) throw new Error(`${script} failed with exit code ${code}\n${stderr}`);
  return JSON.parse(stdout);
}
