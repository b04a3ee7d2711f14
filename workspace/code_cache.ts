/**
 * The compiled code that the runtime keeps of an executable.
 *
 * At the first run, the runtime writes the compiled code of all loaded modules to
 * `deno-compile-<executable>.cache`, in the folder for temporary files. It never adds to this file, so every
 * later run has to compile the modules that the first run did not load.
 */

import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { orNullIfAbsent } from "./system_calls.ts";

/** Reports whether this is the run of an executable whose modules the runtime keeps compiled. */
export function keepsCompiledCode(): boolean {
  if (!Deno.build.standalone) return false;
  const program = Deno.execPath();
  const kept = modified(join(tmpdir(), `deno-compile-${basename(program)}.cache`));
  // The runtime replaces the code of another version.
  return kept === null || kept < installed(program);
}

function modified(path: string): number | null {
  return orNullIfAbsent(() => Deno.statSync(path))?.mtime?.getTime() ?? null;
}

/** Returns when a program was put in its place. Archives preserve the time of its last change. */
function installed(path: string): number {
  return Deno.statSync(path).ctime?.getTime() ?? 0;
}
