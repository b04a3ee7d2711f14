/** Writes the manual page. */

import { join } from "node:path";
import { VERSION } from "../../core/version.ts";
import { manPage } from "../man_page.ts";
import { run } from "../run.ts";

const NAME = "layerwright.1";

/**
 * Writes the manual page to a folder.
 *
 * @returns The file's name.
 */
export async function writeManual(folder: string): Promise<string> {
  const page = await manPage({ version: VERSION, date: await buildDate() });
  await Deno.writeTextFile(join(folder, NAME), page);
  return NAME;
}

/** Returns the date of the commit, so that builds are reproducible. */
async function buildDate(): Promise<string> {
  const seconds = Deno.env.get("SOURCE_DATE_EPOCH") ??
    await run("git", ["log", "-1", "--format=%ct"]);
  return new Date(Number(seconds) * 1000).toISOString().slice(0, 10);
}
