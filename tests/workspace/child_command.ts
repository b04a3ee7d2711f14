/** Running the scripts of this folder as child processes. */

import { join } from "node:path";

export type Child =
  | "apply_child.ts"
  | "plan_child.ts"
  | "undo_child.ts"
  | "increment_child.ts"
  | "judged_child.ts"
  | "reading_child.ts";

/** Returns the command that runs a script. */
export function childCommand(script: Child, ...args: readonly string[]): readonly string[] {
  return [
    Deno.execPath(),
    "run",
    "--allow-all",
    "--no-code-cache",
    join(import.meta.dirname ?? "", script),
    ...args,
  ];
}
