/** Writes the manual page into `dist`: `deno run -A tools/build_man.ts`, then `man -l dist/layerwright.1`. */

import { join } from "node:path";
import { VERSION } from "../core/version.ts";
import { manPage } from "./man_page.ts";
import { ROOT, run } from "./run.ts";

/** The day of what is built, so that building it again gives the same page. */
async function buildDate(): Promise<string> {
  const seconds = Deno.env.get("SOURCE_DATE_EPOCH") ??
    await run("git", ["log", "-1", "--format=%ct"]);
  return new Date(Number(seconds) * 1000).toISOString().slice(0, 10);
}

const path = join(ROOT, "dist", "layerwright.1");
await Deno.mkdir(join(ROOT, "dist"), { recursive: true });
await Deno.writeTextFile(path, await manPage({ version: VERSION, date: await buildDate() }));
console.log(path);
