/** Writes the manual page into `dist`: `deno run -A tools/build_man.ts`, then `man -l dist/layerwright.1`. */

import { join } from "node:path";
import { writeManual } from "./build/manual.ts";
import { ROOT } from "./run.ts";

const folder = join(ROOT, "dist");
await Deno.mkdir(folder, { recursive: true });
console.log(join(folder, await writeManual(folder)));
