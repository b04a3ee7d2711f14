/** Names a bundle's files independently of the build's location. */

import { createHash } from "node:crypto";
import { join } from "node:path";

/** The bundler's names of imported files: a stem, and a hash of contents and paths. */
const CHUNK = /\b([\w-]+)-([0-9A-Z]{8})\.js\b/g;

/** Length of the hash in a name, in characters. */
const HASH_LENGTH = 10;

/**
 * Renames the files of a bundle by their contents. The bundler's hashes also depend on the paths of the
 * sources, which differ between computers.
 *
 * @throws {Error} If two imported files have the same contents.
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

/**
 * Returns the new names by old name. The hashes ignore file names in the contents, because files
 * can import each other.
 */
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
  throw new Error(
    `Two files of a bundle have the same contents: ${[...renamed.values()].sort().join(", ")}`,
  );
}

function replaceNames(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(CHUNK, (name) => names.get(name) ?? name);
}
