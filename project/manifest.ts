/** `.layerwright/manifest`: what was generated, so that later runs know what people edited. */

import { hashText } from "../core/hash.ts";
import { isProjectPath, type ProjectPath, projectPath } from "../core/project_path.ts";
import { VERSION } from "../core/version.ts";
import { readPython } from "../python/python_module.ts";
import { symbols } from "../python/symbols.ts";

export const MANIFEST_PATH: ProjectPath = projectPath(".layerwright/manifest");

/** What a file was when Layerwright last wrote it. */
export interface ManifestEntry {
  /** The hash of its text. */
  readonly hash: string;
  /** The hashes of the definitions in it that Layerwright wrote, now or earlier. */
  readonly symbols: ReadonlySet<string>;
}

export interface Manifest {
  /** The Layerwright that wrote it. */
  readonly version: string;
  readonly files: ReadonlyMap<ProjectPath, ManifestEntry>;
}

/**
 * Reads a manifest: a line with the version, then a line for each file with hash, path, and the hashes
 * of its symbols. Lines that are not of this form, such as a merge's marks, are passed over.
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

/** Writes a manifest, its lines sorted by path so that branches merge. */
export function formatManifest(files: ReadonlyMap<ProjectPath, ManifestEntry>): string {
  const lines = [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, { hash, symbols }]) =>
    [hash, path, ...(symbols.size === 0 ? [] : [[...symbols].join(",")])].join(" ")
  );
  return [`layerwright ${VERSION}`, ...lines, ""].join("\n");
}

/** The entry of a file with this text. */
export function manifestEntry(path: ProjectPath, text: string): ManifestEntry {
  return { hash: textHash(text), symbols: new Set(symbolHashes(path, text).values()) };
}

/** Whether a file is as Layerwright left it; the ends of its lines do not count. */
export function isAsGenerated(entry: ManifestEntry | undefined, text: string): boolean {
  return entry !== undefined && textHash(text) === entry.hash;
}

/** The hash of a file's text; the ends of its lines do not count. */
export function textHash(text: string): string {
  return hashText(withLineFeeds(text));
}

function withLineFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** The hashes of a Python file's definitions, by their names; of another file, nothing. */
export function symbolHashes(path: ProjectPath, text: string): ReadonlyMap<string, string> {
  if (!path.endsWith(".py")) return new Map();
  return new Map(symbols(readPython(text)).map((each) => [each.name, symbolHash(each.text)]));
}

/** The hash of a definition's text. */
export function symbolHash(text: string): string {
  // Half of it does: what is compared are the few definitions of one file.
  return hashText(text).slice(8);
}
