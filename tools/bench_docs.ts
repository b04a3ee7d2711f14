/** Prints the table of `generate docs` in BENCHMARKS.md: `deno task bench:docs`. */

import { benchDocs } from "./bench/docs.ts";
import { buildOffline } from "./build_offline.ts";

const folder = await Deno.makeTempDir({ prefix: "layerwright-bench-" });
Deno.env.set("XDG_CACHE_HOME", folder);
try {
  console.log(await benchDocs({ executable: await buildOffline(), folder }));
} finally {
  await Deno.remove(folder, { recursive: true });
}
