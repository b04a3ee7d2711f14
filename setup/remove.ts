/** Undoing what the wizard did. */

import { type Diagnostic, error } from "../core/diagnostic.ts";
import { counted, type Report, report } from "../core/report.ts";
import { KNOWN_CLIENTS } from "./connect.ts";
import {
  backupOf,
  keepRecord,
  readRecord,
  readTexts,
  shown,
  writeOf,
  writeProblem,
} from "./files.ts";
import type { SetupHost } from "./host.ts";
import { optionProblems, type SetupOptions } from "./options.ts";
import { planRemove, type RemovePlan } from "./plan.ts";
import { patchLines, previewOf } from "./preview.ts";
import { type RecordedEntry, type SetupRecord, withoutEntries } from "./record.ts";
import { Cancelled, type Ui } from "./ui.ts";

const COMMAND = "setup";

/**
 * Removes the entries that the wizard wrote: all of one name, or those of some clients.
 *
 * @throws {Cancelled} If the person gives up: then nothing was removed.
 */
export async function remove(
  host: SetupHost,
  options: SetupOptions,
  ui: Ui | null,
): Promise<Report> {
  const problems = optionProblems(options, KNOWN_CLIENTS);
  if (ui === null && !options.yes && !options.dryRun) {
    problems.push(error("usage-option", "No terminal: add --yes."));
  }
  if (problems.length > 0) return report(COMMAND, "failed", { diagnostics: problems });
  if (options.dryRun) return await undo(host, options, ui);
  const done = await host.exclusively(() => undo(host, options, ui));
  return done ?? report(COMMAND, "refused", {
    diagnostics: [error("conflict-busy", "Another setup is running.", { hint: "Run it again" })],
  });
}

async function undo(host: SetupHost, options: SetupOptions, ui: Ui | null): Promise<Report> {
  const kept = readRecord(host);
  if ("severity" in kept) return report(COMMAND, "failed", { diagnostics: [kept] });
  const wanted = kept.record.entries.filter(({ client, place }) =>
    place.name === options.name && (options.clients?.includes(client) ?? true)
  );
  const { texts, unreadable } = readTexts(host, wanted.map(({ file }) => file));
  const readable = wanted.filter(({ file }) => !unreadable.has(file));
  const plan = planRemove(readable, texts, kept.record);
  const diagnostics = [
    ...[...unreadable].map(([file, reason]) =>
      error("file-unreadable", `Cannot read '${shown(host, file)}' (${reason}).`)
    ),
    ...brokenFiles(host, plan),
  ];
  const changes = plan.changes.map((each) => previewOf(each, shown(host, each.file), null));
  const files = counted(plan.changes.length, "file");
  if (options.dryRun) {
    const message = `Would remove '${options.name}' from ${files}`;
    return report(COMMAND, "planned", { message, changes, diagnostics });
  }
  if (ui !== null) await show(host, plan, options, ui);
  const { record, problems } = applyRemoval(host, plan, kept.record);
  const remembered = keepRecord(host, kept, record);
  const found = [...diagnostics, ...problems.values()];
  if ("severity" in remembered) found.push(remembered);
  const written = changes.filter((_, index) => !problems.has(plan.changes[index]?.file ?? ""));
  if (written.length === 0) {
    const status = found.length > 0 ? "failed" : "unchanged";
    const message = found.length > 0 ? {} : { message: `No entry '${options.name}' to remove` };
    return report(COMMAND, status, { ...message, diagnostics: found });
  }
  const message = `Removed '${options.name}' from ${counted(written.length, "file")}`;
  return report(COMMAND, "applied", { message, changes: written, diagnostics: found });
}

function brokenFiles(host: SetupHost, { broken }: RemovePlan): Diagnostic[] {
  return broken.map(({ entry, broken: { line, column, reason } }) => {
    const message = `${shown(host, entry.file)}:${line}:${column} does not parse (${reason}).`;
    return error("client-broken", message, { hint: "Mend the file, then run the same again" });
  });
}

async function show(
  host: SetupHost,
  { changes }: RemovePlan,
  { yes, name }: SetupOptions,
  ui: Ui,
): Promise<void> {
  ui.begin("Layerwright setup");
  if (changes.length === 0) return;
  const lines = changes.flatMap((each) => {
    const path = shown(host, each.file);
    const kind = each.after === null ? "delete" : "update";
    return [`${path} (${kind})`, ...patchLines(each, path, null)];
  });
  const files = counted(changes.length, "file");
  ui.tell(`Changes to ${files}`, lines);
  if (!yes && !await ui.confirm(`Remove '${name}' from ${files}?`)) throw new Cancelled();
}

/** Writes what is left of the files, and removes what the wizard made for them. */
function applyRemoval(host: SetupHost, { changes, removed }: RemovePlan, before: SetupRecord) {
  const problems = new Map<string, Diagnostic>();
  let record = before;
  for (const change of changes) {
    const outcome = host.write(writeOf(change, true));
    if (outcome.kind === "written") continue;
    problems.set(change.file, writeProblem(shown(host, change.file), outcome));
  }
  for (const file of new Set(removed.map((entry: RecordedEntry) => entry.file))) {
    if (problems.has(file)) continue;
    record = withoutEntries(record, removed, file);
    // Other entries of the wizard's are still there.
    if (record.files[file] !== undefined) continue;
    const made = before.files[file];
    if (made?.hasBackup) host.removeOwn(backupOf(file));
    for (const folder of made?.folders ?? []) host.removeOwn(folder);
  }
  return { record, problems };
}
