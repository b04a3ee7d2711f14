/**
 * Builds the playground's scripts, the page and its worker, into `dist/playground`: `deno task
 * build:playground`. The page's security policy forbids code that is created from strings, so the
 * build compiles the templates.
 */

import { join } from "node:path";
import { withCompiledTemplates } from "./build/compiled_templates.ts";
import { ROOT, run } from "./run.ts";

/** The folder that `hosted/http/playground_assets.ts` reads. */
const BUILT = join(ROOT, "dist", "playground");

const SCRIPTS = ["page.js", "worker.js"];

/** Builds the scripts. It replaces each atomically, so readers never see part of a script. */
export async function buildPlayground(): Promise<void> {
  await Deno.mkdir(BUILT, { recursive: true });
  // Renames need the same file system.
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
