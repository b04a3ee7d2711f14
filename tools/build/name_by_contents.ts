/** Names of a bundle's files that do not depend on where it was made. */

import { createHash } from "node:crypto";
import { join } from "node:path";

/** How the bundler names files that are loaded by others: a stem, and a hash of contents and paths. */
const CHUNK = /\b([\w-]+)-([0-9A-Z]{8})\.js\b/g;

/** Characters of a hash in a name. */
const HASH_LENGTH = 10;

/**
 * Renames the files of a bundle after their contents alone. The bundler's hashes have the paths of the
 * sources in them, which differ from one computer to the next though the code does not.
 *
 * @throws {Error} If two files that others load have the same contents.
 */
export async function nameByContents(folder: string): Promise<void> {
  const texts = new Map<string, string>();
  for (const { name } of Deno.readDirSync(folder)) {
    texts.set(name, await Deno.readTextFile(join(folder, name)));
  }
  const renamed = stableNames(texts);
  for (const [name, text] of texts) {
    await Deno.remove(join(folder, name));
    await Deno.writeTextFile(join(folder, renamed.get(name) ?? name), replaceNames(text, renamed));
  }
}

/** New names by old ones. Names within the contents do not count, as files can load each other. */
function stableNames(texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const stems = new Map<string, string>();
  for (const name of texts.keys()) {
    const [, stem] = new RegExp(`^${CHUNK.source}$`).exec(name) ?? [];
    if (stem !== undefined) stems.set(name, stem);
  }
  const renamed = new Map<string, string>();
  for (const [name, stem] of stems) {
    const hash = createHash("sha256").update(replaceNames(texts.get(name) ?? "", stems));
    renamed.set(name, `${stem}-${hash.digest("hex").slice(0, HASH_LENGTH)}.js`);
  }
  if (new Set(renamed.values()).size === stems.size) return renamed;
  throw new Error(`Two files of a bundle are the same: ${[...renamed.values()].sort().join(", ")}`);
}

function replaceNames(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(CHUNK, (name) => names.get(name) ?? name);
}
