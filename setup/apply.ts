/** Writing what was planned, and remembering it. */

import type { Diagnostic } from "../core/diagnostic.ts";
import { keepRecord, type KeptRecord, madeFor, shown, writeOf } from "./files.ts";
import type { SetupHost } from "./host.ts";
import type { ConnectPlan } from "./plan.ts";
import { writeProblem } from "./problems.ts";
import { recordedAt, type SetupRecord, withEntries, withoutEntries } from "./record.ts";

/** What came of writing. */
export interface Applied {
  /** Why files were not written, by their real paths. */
  readonly problems: ReadonlyMap<string, Diagnostic>;
  /** Why what was done could not be remembered; `null` if it was. */
  readonly record: Diagnostic | null;
}

/**
 * Writes the files of a plan. What is going to be written is remembered first, so that it can be undone
 * whatever happens in between.
 *
 * @param starts What files began with that did not exist, by their real paths.
 */
export function applyPlan(
  host: SetupHost,
  { changes, entries }: ConnectPlan,
  kept: KeptRecord,
  starts: ReadonlyMap<string, string>,
): Applied {
  const before = kept.record;
  let record = changes.reduce((sum, { file, before, after }) => {
    const made = madeFor(host, { file, before, after }, starts.get(file) ?? "");
    return withEntries(sum, entries, file, made);
  }, before);
  const remembered = keepRecord(host, kept, record);
  if ("severity" in remembered) {
    return { problems: new Map(changes.map(({ file }) => [file, remembered])), record: remembered };
  }
  const problems = new Map<string, Diagnostic>();
  for (const change of changes) {
    const { file } = change;
    const outcome = host.write(writeOf(change, false));
    if (outcome.kind === "written") continue;
    problems.set(file, writeProblem(shown(host, file), outcome));
    record = withoutNew(record, before, file);
  }
  const last = keepRecord(host, remembered, record);
  return { problems, record: "severity" in last ? last : null };
}

/** The record without what was not written after all. */
function withoutNew(record: SetupRecord, before: SetupRecord, file: string): SetupRecord {
  const isNew = record.entries.filter((each) =>
    each.file === file && recordedAt(before, file, each.place) === undefined
  );
  return withoutEntries(record, isNew, file);
}
