/** Prints the tables of `apply` and `undo` in BENCHMARKS.md: `deno task bench:undo`. */

import { benchUndo } from "./bench/undo.ts";
import { buildOffline } from "./build_offline.ts";

// Deno's own cache may be in the same place.
const executable = await buildOffline();
const folder = await Deno.makeTempDir({ prefix: "layerwright-bench-" });
Deno.env.set("XDG_CACHE_HOME", folder);
try {
  console.log(await benchUndo({ executable, folder }));
} finally {
  await Deno.remove(folder, { recursive: true });
}
