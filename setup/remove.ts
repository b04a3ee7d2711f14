/** Undoing what the wizard did. */

import type { Diagnostic } from "../core/diagnostic.ts";
import { counted, type Report, report } from "../core/report.ts";
import { alone } from "./alone.ts";
import { KNOWN_CLIENTS, WRITABLE_CLIENTS } from "./clients/clients.ts";
import { confirmChanges } from "./confirm_changes.ts";
import { backupOf, draftOf, keepRecord, readRecord, readTexts, shown, writeOf } from "./files.ts";
import type { SetupHost } from "./host.ts";
import { noTerminal, optionProblems, type SetupOptions } from "./options.ts";
import { resolvePath } from "./paths.ts";
import { placeOf, planRemove, type RemovePlan } from "./plan.ts";
import { previewOf } from "./preview.ts";
import { removalView } from "./removal_view.ts";
import { readProblem, syntaxProblem, writeProblem } from "./problems.ts";
import {
  isSamePlace,
  nameOf,
  type RecordedEntry,
  type SetupRecord,
  withoutEntries,
} from "./record.ts";
import type { Ui } from "./ui.ts";

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
    problems.push(noTerminal("--yes"));
  }
  if (problems.length > 0) return report(COMMAND, "failed", { diagnostics: problems });
  return await alone(host, options.dryRun, () => undo(host, options, ui));
}

async function undo(host: SetupHost, options: SetupOptions, ui: Ui | null): Promise<Report> {
  const kept = readRecord(host);
  if ("severity" in kept) return report(COMMAND, "failed", { diagnostics: [kept] });
  const wanted = kept.record.entries.filter((each) =>
    nameOf(each) === options.name && isAskedFor(host, each, options)
  );
  const { texts, unreadable } = readTexts(host, wanted.map(({ file }) => file));
  const readable = wanted.filter(({ file }) => !unreadable.has(file));
  const plan = planRemove(readable, texts, kept.record);
  const diagnostics = [
    ...[...unreadable].map(([file, reason]) => readProblem(shown(host, file), reason)),
    ...plan.broken.map(({ entry, broken }) => syntaxProblem(shown(host, entry.file), broken)),
  ];
  const view = removalView(plan.removed, texts);
  const changes = plan.changes.map((each) => previewOf(each, shown(host, each.file), view));
  const files = counted(plan.changes.length, "file");
  if (options.dryRun) {
    const message = `Would remove '${options.name}' from ${files}`;
    return report(COMMAND, "planned", { message, changes, diagnostics });
  }
  if (ui !== null) {
    ui.begin("Layerwright setup");
    const question = options.yes ? null : `Remove '${options.name}' from ${files}?`;
    const proposal = { changes: plan.changes, problems: diagnostics, view, question };
    await confirmChanges(host, ui, proposal);
  }
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

/** Whether an entry is one of the clients that were named: some share a file. */
function isAskedFor(
  host: SetupHost,
  { client, file, place }: RecordedEntry,
  { clients, name, project }: SetupOptions,
): boolean {
  if (clients === null || clients.includes(client)) return true;
  const forms = WRITABLE_CLIENTS.flatMap(({ id, forms }) => clients.includes(id) ? forms : []);
  return forms.some((form) => {
    const path = resolvePath(form.paths, { ...host, project });
    return path !== null && host.read(path).real === file &&
      isSamePlace(placeOf(form, name), place);
  });
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
    // A run that was killed may have left drafts.
    for (const each of [file, backupOf(file)]) host.removeOwn(draftOf(each));
    if (made?.hasBackup) host.removeOwn(backupOf(file));
    for (const folder of made?.folders ?? []) host.removeOwn(folder);
  }
  return { record, problems };
}
