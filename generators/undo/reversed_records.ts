/** Keeps records true when the code that they describe is merged. */

import type { Snapshot } from "../../core/change_set.ts";
import { symbolHashes, textHash } from "../../project/facts/code_hash.ts";
import { isRecordPath } from "../../project/records/records.ts";
import { formatRecordFiles, readRouteRecord } from "../../project/records/renamed_record.ts";
import {
  type DefinitionRecord,
  namesPath,
  recordedRouteAt,
  withDefinitions,
} from "../../project/records/route_record.ts";
import { withEolOf } from "../plans/plan.ts";
import type { ReversedFile } from "./reversed_file.ts";

/**
 * Brings the hashes in records up to date. A record has the hash of each definition as it was
 * generated. If a merge changes an unedited definition, the record gets the hash of its new text,
 * so that the definition still counts as unedited.
 *
 * @param files The files that say how to read the records of renamed routes.
 */
export function withTrueRecords(
  reversed: readonly ReversedFile[],
  files: Snapshot,
): readonly ReversedFile[] {
  // A restored record describes the restored code.
  if (!reversed.some(isMergedRecord)) return reversed;
  const renewed = new Map(
    reversed.filter(({ path }) => !isRecordPath(path)).flatMap(changedHashes),
  );
  if (renewed.size === 0) return reversed;
  return reversed.map((file) => {
    if (file.text === null || !isMergedRecord(file)) return file;
    const route = recordedRouteAt(file.path);
    const names = route === null ? undefined : files.get(namesPath(route));
    if (route !== null && names !== undefined) {
      return { ...file, text: renewedRecord(route, { text: file.text, names }, renewed) };
    }
    const lines = file.text.split("\n").map((line) => renewedLine(line, renewed));
    return { ...file, text: lines.join("\n") };
  });
}

function isMergedRecord({ path, text, version }: ReversedFile): boolean {
  return isRecordPath(path) && text !== null && text !== version?.text;
}

/**
 * Returns the new hashes of a changed file and of its changed definitions, by path or name and
 * present hash.
 */
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

/** Renews the hash in a line of a record. Such a line ends with a name and its hash. */
function renewedLine(line: string, renewed: ReadonlyMap<string, string>): string {
  const words = line.split(" ");
  const [name, last = ""] = words.slice(-2);
  const hash = last.trimEnd();
  const next = renewed.get(`${name} ${hash}`);
  return next === undefined
    ? line
    : [...words.slice(0, -1), next + last.slice(hash.length)].join(" ");
}

/** Renews the hashes in the record of a renamed route, whose file has earlier names and hashes. */
function renewedRecord(
  route: string,
  { text, names }: { readonly text: string; readonly names: string },
  renewed: ReadonlyMap<string, string>,
): string {
  const record = readRouteRecord(route, text, names);
  const renew = (each: DefinitionRecord) => ({
    ...each,
    hash: renewed.get(`${each.name} ${each.hash}`) ?? each.hash,
  });
  const files = formatRecordFiles(route, withDefinitions(record, renew));
  return files.names === "" ? text : withEolOf(text, files.record);
}
