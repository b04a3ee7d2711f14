/** Writes the planned changes, records them and tests the connections. */

import { error } from "../core/diagnostic.ts";
import { changeCredentials, withKey } from "./credentials.ts";
import type { SetupDiagnostic, SetupReport } from "./diagnostic.ts";
import { madeFor, writeFile } from "./files.ts";
import type { SetupHost } from "./host.ts";
import type { Job } from "./options.ts";
import type { ConnectPlan } from "./plan.ts";
import { ignoredFile, type RecordedFile, withEntries, withFileOf } from "./record.ts";
import { keepRecord, type KeptRecord } from "./record_file.ts";
import type { Findings } from "./results.ts";
import { isLocal } from "./server.ts";
import { summary } from "./summary.ts";
import { verifier, type VerifyFailure } from "./verify.ts";

/** The result of writing. */
export interface Applied {
  /** Files that were not written, by real path. */
  readonly problems: ReadonlyMap<string, SetupDiagnostic>;
  /** The reason why the record was not written; `null` if it was. */
  readonly record: SetupDiagnostic | null;
}

/**
 * Writes the files of a plan. Records all writes first, so that an interrupted run can be undone.
 *
 * @param starts The initial text of new files, by real path.
 */
function applyPlan(
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
    // Keep the first backup.
    const isKept = backup !== null && host.exists(backup);
    // Write no key to a file until git ignores it.
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

/** The record of a file that this run does not change. */
const NOTHING: RecordedFile = { start: null, folders: [], backup: null };

export async function writePlan(
  job: Job,
  planned: ConnectPlan,
  kept: KeptRecord,
  { changes, diagnostics, problems: refusals }: Findings,
): Promise<SetupReport> {
  const { host } = job;
  const starts = new Map(planned.targets.map(({ target: { file, form } }) => [
    file,
    form.start ?? "",
  ]));
  const { problems: unwritten, record } = applyPlan(host, planned, kept, starts);
  const written = changes.filter((_, index) => !unwritten.has(planned.changes[index]?.file ?? ""));
  const problems = new Map(refusals);
  for (const { target: { id, file } } of planned.targets) {
    const problem = unwritten.get(file);
    if (problem !== undefined) problems.set(id, problem);
  }
  const { tools, failures } = await verifyAll(job, planned, problems);
  for (const [id, failure] of failures) problems.set(id, failure);
  const isOfUse = planned.targets.length === 0 ||
    planned.targets.some(({ target }) => !problems.has(target.id));
  const found = [
    ...diagnostics,
    ...(record === null || unwritten.size > 0 ? [] : [record]),
    ...(isOfUse ? keepCredentials(job) : []),
  ];
  const status = written.length > 0 ? "applied" : "unchanged";
  return summary(job, planned, { status, changes: written, diagnostics: found, problems, tools });
}

/** Calls the server as each agent will, according to the entry in its file. */
async function verifyAll(
  { host, options }: Job,
  { targets }: ConnectPlan,
  problems: ReadonlyMap<string, SetupDiagnostic>,
) {
  const tools = new Map<string, number>();
  const failures = new Map<string, SetupDiagnostic>();
  if (!options.verify) return { tools, failures };
  const wanted = targets.map(({ target }) => target).filter(({ id }) => !problems.has(id));
  const call = verifier(host);
  await Promise.all(wanted.map(async ({ id, client, form, file }) => {
    const verified = await call(form, file, options.name);
    if (verified.kind === "ok") tools.set(id, verified.tools);
    else failures.set(id, unverified(client, verified));
  }));
  return { tools, failures };
}

function unverified(
  client: string,
  { reason, isKeyRefused, hint }: VerifyFailure,
): SetupDiagnostic {
  const code = isKeyRefused ? "setup-key" : "setup-verify";
  return error(code, `${client}: ${reason}.`, hint === null ? {} : { hint });
}

/** Saves the address and the key for the next run. */
function keepCredentials({ host, keys, server, options }: Job): SetupDiagnostic[] {
  if (server === null || keys.path === null) return [];
  const isOwn = options.keyFromEnv || isLocal(server.url) && server.key === keys.localKey;
  const key = isOwn ? null : server.key;
  const problem = changeCredentials(host, (kept) => withKey(kept, server.url, key));
  return problem === null ? [] : [problem];
}
