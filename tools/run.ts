/** Running programs that must not fail. */

import { fileURLToPath } from "node:url";
import { type CommandOptions, runCommand } from "./run_command.ts";

/** The checkout's folder, in which programs run. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/**
 * Runs a program to its end.
 *
 * @returns What it printed.
 * @throws {Error} With all it said, if it fails.
 */
export async function run(
  program: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<string> {
  const { code, stdout, stderr } = await runCommand(program, args, { cwd: ROOT, ...options });
  if (code === 0) return stdout;
  throw new Error(`${program} ${args.join(" ")} ended with ${code}\n${stdout}${stderr}`);
}

/** The words of a text. */
export function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}
