/**
 * Builds the playground's scripts: what runs in the page, and the library that works behind it. Pages
 * allow no script to make code from text, so templates are compiled here.
 *
 * `deno task build:playground` puts them where servers, and bundles of them, take them from.
 */

import { join } from "node:path";
import { withCompiledTemplates } from "./build/compiled_templates.ts";
import { ROOT, run } from "./run.ts";

/** Where `hosted/http/playground_assets.ts` looks. */
const BUILT = join(ROOT, "dist", "playground");

const SCRIPTS = ["page.js", "worker.js"];

/** Builds the scripts. Whoever reads one meanwhile has the whole of it, be it old or new. */
export async function buildPlayground(): Promise<void> {
  await Deno.mkdir(BUILT, { recursive: true });
  // Beside their place, so that they can be renamed into it.
  const draft = await Deno.makeTempDir({ dir: join(ROOT, "dist"), prefix: "playground-" });
  try {
    await withCompiledTemplates((map) => bundle(draft, map));
    for (const name of SCRIPTS) await Deno.rename(join(draft, name), join(BUILT, name));
  } finally {
    await Deno.remove(draft, { recursive: true });
  }
}

async function bundle(folder: string, map: string): Promise<void> {
  await run(Deno.execPath(), [
    ...["bundle", "--quiet", "--frozen", "--platform", "browser", "--format", "iife", "--minify"],
    ...["--import-map", map, "--outdir", folder],
    ...["playground/page.ts", "playground/worker.ts"],
  ]);
}

if (import.meta.main) await buildPlayground();
