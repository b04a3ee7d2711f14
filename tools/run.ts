/** Runs programs that must succeed. */

import { fileURLToPath } from "node:url";
import { type CommandOptions, runCommand } from "./run_command.ts";

/** The checkout's folder, which is the default working folder. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/**
 * Runs a program until it exits.
 *
 * @returns Its stdout.
 * @throws {Error} If it fails. The message contains its output.
 */
export async function run(
  program: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<string> {
  const { code, stdout, stderr } = await runCommand(program, args, { cwd: ROOT, ...options });
  if (code === 0) return stdout;
  throw new Error(`${program} ${args.join(" ")} exited with ${code}\n${stdout}${stderr}`);
}

/** Returns the words of a text. */
export function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}
