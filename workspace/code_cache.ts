/**
 * The cache of compiled code that the runtime keeps for an executable.
 *
 * At the first run, the runtime writes the compiled code of all loaded modules to
 * `deno-compile-<executable>.cache`, in the folder for temporary files. It never adds to this file, so every
 * later run has to compile the modules that the first run did not load.
 */

import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { orNullIfAbsent, orNullIfRefused } from "./system_calls.ts";

/** Reports whether this is the run of an executable whose modules the runtime keeps compiled. */
export function keepsCompiledCode(): boolean {
  if (!Deno.build.standalone) return false;
  const program = Deno.execPath();
  const cache = join(tmpdir(), `deno-compile-${basename(program)}.cache`);
  const isNew = orNullIfRefused(() => {
    const written = orNullIfAbsent(() => Deno.statSync(cache))?.mtime ?? null;
    // Archives preserve the time of the program's last change.
    const installed = Deno.statSync(program).ctime;
    // The runtime replaces the code of another version.
    return written === null || installed !== null && written < installed;
  });
  // Without access to the folder, the runtime keeps nothing.
  return isNew ?? false;
}
