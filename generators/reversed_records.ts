/** Keeps records true when the code that they describe is merged. */

import { symbolHashes, textHash } from "../project/code_hash.ts";
import { isRecordPath } from "../project/records.ts";
import type { ReversedFile } from "./reversed_file.ts";

/**
 * Brings the hashes in records up to date. A record names the hash of each definition as it was generated. If a
 * definition still is as generated, and a merge changes it, its new text is as generated, too.
 */
export function withTrueRecords(reversed: readonly ReversedFile[]): readonly ReversedFile[] {
  const renewed = new Map(
    reversed.filter(({ path }) => !isRecordPath(path)).flatMap(changedHashes),
  );
  if (renewed.size === 0) return reversed;
  return reversed.map((file) => {
    if (!isRecordPath(file.path) || file.text === null) return file;
    if (file.text === file.version?.text) return file;
    const lines = file.text.split("\n").map((line) => renewedLine(line, renewed));
    return { ...file, text: lines.join("\n") };
  });
}

/** Returns the new hash of each changed definition, by its name and its present hash. */
function changedHashes(
  { path, now, text }: ReversedFile,
): readonly (readonly [string, string])[] {
  if (now === null || text === null || now === text) return [];
  const file: readonly (readonly [string, string])[] = [
    [`${path} ${textHash(now)}`, textHash(text)],
  ];
  return path.endsWith(".py") ? [...file, ...changedDefinitions(now, text)] : file;
}

function changedDefinitions(
  now: string,
  text: string,
): readonly (readonly [string, string])[] {
  const after = symbolHashes(text);
  return [...symbolHashes(now)].flatMap(([name, hash]) => {
    const next = after.get(name);
    return next === undefined || next === hash ? [] : [[`${name} ${hash}`, next] as const];
  });
}

/** A line of a record ends with a name and its hash. */
function renewedLine(line: string, renewed: ReadonlyMap<string, string>): string {
  const words = line.split(" ");
  const [name, last = ""] = words.slice(-2);
  const hash = last.trimEnd();
  const next = renewed.get(`${name} ${hash}`);
  return next === undefined
    ? line
    : [...words.slice(0, -1), next + last.slice(hash.length)].join(" ");
}
