/** Reads the pages of the documentation. */

import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the pages. */
export const DOCS = fileURLToPath(new URL("../../docs/", import.meta.url));

/** The checkout's folder. */
export const CHECKOUT = fileURLToPath(new URL("../../", import.meta.url));

/** A page. */
export interface Page {
  /** The path relative to {@linkcode DOCS}, such as `how-to/ci.md`. */
  readonly path: string;
  readonly text: string;
}

/** Returns all pages, sorted by path. */
export function readPages(): Page[] {
  return markdownFiles(DOCS)
    .map((file) => ({ path: relative(DOCS, file), text: Deno.readTextFileSync(file) }))
    .toSorted((a, b) => a.path < b.path ? -1 : 1);
}

function markdownFiles(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    const path = join(folder, name);
    if (isDirectory) return markdownFiles(path);
    return name.endsWith(".md") ? [path] : [];
  });
}
