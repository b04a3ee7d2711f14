/**
 * The cache of compiled code that the runtime keeps for an executable.
 *
 * At the first run, the runtime writes the compiled code of all loaded modules to
 * `deno-compile-<executable>.cache`, in the folder for temporary files. The runtime never adds to this file,
 * so every later run has to compile the modules that the first run did not load.
 */

import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { orNullIfAbsent, orNullIfRefused } from "./system_calls.ts";

/** Reports whether this is the first run of an executable: the runtime keeps the modules that it compiles now. */
export function keepsCompiledCode(): boolean {
  if (!Deno.build.standalone) return false;
  const program = Deno.execPath();
  const cache = join(tmpdir(), `deno-compile-${basename(program)}.cache`);
  const isNew = orNullIfRefused(() => {
    const written = orNullIfAbsent(() => Deno.statSync(cache))?.mtime ?? null;
    // `ctime` and not `mtime`: an unpacked program keeps the `mtime` that it has in the archive.
    const installed = Deno.statSync(program).ctime;
    // An older cache is of another version of the program, and the runtime replaces it.
    return written === null || installed !== null && written < installed;
  });
  // If the folder cannot be accessed, the runtime keeps nothing.
  return isNew ?? false;
}
