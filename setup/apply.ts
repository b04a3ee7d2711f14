/** Writing what was planned, and remembering it. */

import type { SetupDiagnostic } from "./diagnostic.ts";
import { keepRecord, type KeptRecord, madeFor, writeFile } from "./files.ts";
import type { SetupHost } from "./host.ts";
import type { ConnectPlan } from "./plan.ts";
import { ignoredFile, type RecordedFile, withEntries, withFileOf } from "./record.ts";

/** What came of writing. */
export interface Applied {
  /** Why files were not written, by their real paths. */
  readonly problems: ReadonlyMap<string, SetupDiagnostic>;
  /** Why what was done could not be remembered; `null` if it was. */
  readonly record: SetupDiagnostic | null;
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
  const made = new Map<string, RecordedFile>(entries.map(({ file }) => [file, NOTHING]));
  for (const change of changes) {
    const { file } = change;
    made.set(file, madeFor(host, change, starts.get(file) ?? "", before.files[file]));
  }
  let record = [...made].reduce(
    (sum, [file, each]) => withEntries(sum, entries, file, each),
    before,
  );
  const remembered = keepRecord(host, kept, record);
  if ("severity" in remembered) {
    return { problems: new Map(changes.map(({ file }) => [file, remembered])), record: remembered };
  }
  const problems = new Map<string, SetupDiagnostic>();
  for (const change of changes) {
    const { file } = change;
    const { backup = null } = record.files[file] ?? {};
    // The first copy is the one to keep.
    const isKept = backup !== null && host.exists(backup);
    // A file with the key waits for the line that keeps it out of git.
    const list = entries.find((each) => ignoredFile(each) === file)?.file ?? "";
    const problem = problems.get(list) ??
      writeFile(host, { ...change, backup: isKept ? null : backup });
    if (problem === null) continue;
    problems.set(file, problem);
    record = withFileOf(record, before, file);
  }
  const last = keepRecord(host, remembered, record);
  return { problems, record: "severity" in last ? last : null };
}

/** What was made for a file that is as it should be. */
const NOTHING: RecordedFile = { start: null, folders: [], backup: null };
