/** The manifest, `.layerwright/manifest`: hashes of generated code, with which later runs detect edits. */

import { hashText } from "../core/hash.ts";
import { isProjectPath, type ProjectPath, projectPath } from "../core/project_path.ts";
import { VERSION } from "../core/version.ts";
import { readPython } from "../python/python_module.ts";
import { symbols } from "../python/symbols.ts";

export const MANIFEST_PATH: ProjectPath = projectPath(".layerwright/manifest");

/** The state in which Layerwright last generated a file. */
export interface ManifestEntry {
  /** Hash of the generated contents. */
  readonly hash: string;
  /** Hashes of the definitions that Layerwright generated for the file, in the last run or earlier. */
  readonly symbols: ReadonlySet<string>;
}

export interface Manifest {
  /** Version of Layerwright that wrote the manifest. */
  readonly version: string;
  readonly files: ReadonlyMap<ProjectPath, ManifestEntry>;
}

/**
 * Parses a manifest: a line with the version, then a line per file with its hash, path and symbol
 * hashes. Other lines, such as merge conflict markers, are skipped.
 */
export function parseManifest(text: string): Manifest {
  const [first = "", ...lines] = text.split(/\r?\n/);
  const files = new Map<ProjectPath, ManifestEntry>();
  for (const line of lines) {
    const [, hash, path, symbols] = /^([0-9a-f]{16}) (\S+)(?: ([0-9a-f,]+))?$/.exec(line) ?? [];
    if (hash === undefined || path === undefined) continue;
    if (isProjectPath(path)) files.set(path, { hash, symbols: new Set(symbols?.split(",")) });
  }
  return { version: /^layerwright (\S+)$/.exec(first)?.[1] ?? "unknown", files };
}

/** Formats a manifest. Its lines are sorted by path, so that git can merge branches. */
export function formatManifest(files: ReadonlyMap<ProjectPath, ManifestEntry>): string {
  const lines = [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, { hash, symbols }]) =>
    [hash, path, ...(symbols.size === 0 ? [] : [[...symbols].join(",")])].join(" ")
  );
  return [`layerwright ${VERSION}`, ...lines, ""].join("\n");
}

/** Returns the entry for a file with the given contents. */
export function manifestEntry(path: ProjectPath, text: string): ManifestEntry {
  return { hash: textHash(text), symbols: new Set(symbolHashes(path, text).values()) };
}

/** Reports whether a file is as Layerwright generated it, apart from its line endings. */
export function isAsGenerated(entry: ManifestEntry | undefined, text: string): boolean {
  return entry !== undefined && textHash(text) === entry.hash;
}

/** Returns the hash of a file's contents. The kind of line ending does not affect the hash. */
export function textHash(text: string): string {
  return hashText(withLineFeeds(text));
}

function withLineFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** Returns the hashes of a Python file's definitions by name; an empty map for any other file. */
export function symbolHashes(path: ProjectPath, text: string): ReadonlyMap<string, string> {
  if (!path.endsWith(".py")) return new Map();
  return new Map(symbols(readPython(text)).map((each) => [each.name, symbolHash(each.text)]));
}

/** Returns the hash of a definition's text. */
export function symbolHash(text: string): string {
  // Half a hash is enough to tell the few definitions of one file apart.
  return hashText(text).slice(8);
}
