/**
 * The manifest of the first edition: a line per file, with a hash of its text and of each definition.
 * Projects of that edition have no other record until a command writes to them.
 */

import type { Snapshot } from "../../core/change_set.ts";
import { hashText } from "../../core/hash.ts";
import { isProjectPath, type ProjectPath } from "../../core/project_path.ts";
import { readPython } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";
import type { FileRecord } from "./manifest.ts";

/** The state in which the first edition last generated a file. */
interface EarlierEntry {
  readonly hash: string;
  /** Hashes of the exact texts of its definitions, without their names. */
  readonly symbols: ReadonlySet<string>;
}

export type EarlierManifest = ReadonlyMap<ProjectPath, EarlierEntry>;

const LINE = /^([0-9a-f]{16}) (\S+)(?: ([0-9a-f,]+))?$/;

/** Parses the lines of the first edition; `null` if the manifest has none. */
export function parseEarlierManifest(text: string): EarlierManifest | null {
  const entries = new Map<ProjectPath, EarlierEntry>();
  for (const line of text.split(/\r?\n/)) {
    const [, hash, path, symbols] = LINE.exec(line) ?? [];
    if (hash === undefined || path === undefined || !isProjectPath(path)) continue;
    entries.set(path, { hash, symbols: new Set(symbols?.split(",")) });
  }
  return entries.size === 0 ? null : entries;
}

/**
 * Converts the entries of the first edition.
 *
 * @param files The recorded files that exist.
 * @param generated The code that this version would generate. This code has the names of
 * definitions that people edited or deleted: the first edition did not record names.
 */
export function recordsOfEarlier(
  earlier: EarlierManifest,
  files: Snapshot,
  generated: Snapshot,
): ReadonlyMap<ProjectPath, FileRecord> {
  return new Map([...earlier].map(([path, entry]) => [
    path,
    path.endsWith(".py")
      ? { hash: null, symbols: recordedSymbols(entry, files.get(path), generated.get(path)) }
      : { hash: entry.hash, symbols: new Map() },
  ]));
}

function recordedSymbols(
  { symbols: hashes }: EarlierEntry,
  text: string | undefined,
  generated: string | undefined,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const source of [text, generated]) {
    for (const symbol of source === undefined ? [] : symbols(readPython(source))) {
      if (found.has(symbol.name) || !hashes.has(hashText(symbol.text).slice(8))) continue;
      found.set(symbol.name, symbol.hash);
    }
  }
  return found;
}
