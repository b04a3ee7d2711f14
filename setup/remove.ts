/** Removes the entries that setup wrote. */

import { dirname, relative } from "node:path";
import { warning } from "../core/diagnostic.ts";
import { counted, report } from "../core/report.ts";
import { KNOWN_CLIENTS } from "./clients/clients.ts";
import type { SetupDiagnostic, SetupReport } from "./diagnostic.ts";
import {
  backupOf,
  draftOf,
  freeBackup,
  leadsAway,
  readProblem,
  readTexts,
  shown,
  syntaxProblem,
  writeFile,
} from "./files.ts";
import type { SetupHost } from "./host.ts";
import {
  DEFAULT_NAME,
  noTerminal,
  optionProblems,
  type RemoveOptions,
  withLock,
} from "./options.ts";
import { planRemove, type RemovePlan } from "./plan_removal.ts";
import { confirmChanges, previewOf, removalView } from "./preview.ts";
import {
  ignoredFile,
  nameOf,
  type RecordedEntry,
  type SetupRecord,
  withoutEntries,
} from "./record.ts";
import { keepRecord, readRecord } from "./record_file.ts";
import { type Ui, warningLines } from "./ui.ts";

const COMMAND = "setup remove";

/**
 * Removes the entries with a name, for all agents or for those that the options name.
 *
 * @throws {Cancelled} If the person cancels. Nothing was removed then.
 */
export async function remove(
  host: SetupHost,
  options: RemoveOptions,
  ui: Ui | null,
): Promise<SetupReport> {
  const problems = optionProblems(options, KNOWN_CLIENTS);
  if (ui === null && !options.yes && !options.dryRun) {
    problems.push(noTerminal("--yes"));
  }
  if (problems.length > 0) return report(COMMAND, "failed", { diagnostics: problems });
  return await withLock(host, COMMAND, options.dryRun, () => undo(host, options, ui));
}

async function undo(host: SetupHost, options: RemoveOptions, ui: Ui | null): Promise<SetupReport> {
  const kept = readRecord(host);
  if ("severity" in kept) return report(COMMAND, "failed", { diagnostics: [kept] });
  const wanted = askedFor(host, kept.record, options);
  const { texts, unreadable } = readFilesOf(host, wanted);
  const readable = wanted.filter((each) =>
    !unreadable.has(each.file) && !unreadable.has(ignoredFile(each) ?? "")
  );
  const plan = planRemove(readable, texts, kept.record);
  const copies = copiesFor(host, plan);
  const diagnostics = [
    ...[...unreadable].map(([file, reason]) => readProblem(shown(host, file), reason)),
    ...plan.broken.map(({ entry, broken }) => syntaxProblem(shown(host, entry.file), broken)),
    ...plan.foreign.map((entry) => foreignWarning(host, entry)),
    ...goneWarnings(host, plan.removed.filter(({ file }) => !texts.has(file))),
    ...[...copies].map(([file, copy]) => copyWarning(shown(host, file), shown(host, copy))),
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
  const { record, problems } = applyRemoval(host, plan, kept.record, copies);
  const remembered = keepRecord(host, kept, record);
  const late = [...new Set(problems.values()), ...("severity" in remembered ? [remembered] : [])];
  for (const problem of late) ui?.warn(...warningLines(problem));
  const next = othersToRemove(record, options);
  if (next.length > 0) ui?.tell("Next", next);
  const found = [...diagnostics, ...late];
  const written = changes.filter((_, index) => !problems.has(plan.changes[index]?.file ?? ""));
  if (written.length === 0) {
    const isFailed = found.some(({ severity }) => severity === "error");
    const message = isFailed ? {} : { message: `No entry '${options.name}' to remove` };
    const status = isFailed ? "failed" : "unchanged";
    return report(COMMAND, status, { ...message, diagnostics: found, next });
  }
  const message = `Removed '${options.name}' from ${counted(written.length, "file")}`;
  return report(COMMAND, "applied", { message, changes: written, diagnostics: found, next });
}

/**
 * Returns the entries that match the options, and the `.gitignore` lines for files that will have no
 * other entries.
 */
function askedFor(
  host: SetupHost,
  { entries }: SetupRecord,
  { clients, name, scope, project }: RemoveOptions,
): RecordedEntry[] {
  const folder = scope === "user" ? null : host.realPath(project) ?? project;
  const isNamed = (each: RecordedEntry) =>
    nameOf(each) === name && (scope === null || each.project === folder) &&
    (clients === null || clients.some((id) => each.clients.includes(id)));
  const lines = entries.filter((each) => {
    const ignored = ignoredFile(each);
    const inside = entries.filter(({ file }) => file === ignored);
    return ignored !== null && (inside.length === 0 ? isNamed(each) : inside.every(isNamed));
  });
  // Lines come last, as `planRemove` requires.
  return [...entries.filter((each) => ignoredFile(each) === null && isNamed(each)), ...lines];
}

/**
 * Reads the files of entries. Rejects links that lead out of a project, because they can be newer
 * than the entry.
 */
function readFilesOf(host: SetupHost, entries: readonly RecordedEntry[]) {
  const links = new Map(entries.flatMap(({ file, project }) => {
    if (!project || host.realPath(file) === file) return [];
    const reason = leadsAway(host, project, file);
    return reason === null ? [] : [[file, `it ${reason}`]];
  }));
  const files = entries.filter(({ file }) => !links.has(file)).map(({ file, project }) => ({
    file,
    scope: project ? "project" as const : "user" as const,
  }));
  const { texts, unreadable } = readTexts(host, files);
  return { texts, unreadable: new Map([...unreadable, ...links]) };
}

/** Chooses the path of a backup for each file that may lose text that people wrote. */
function copiesFor(host: SetupHost, { changes, inexact }: RemovePlan): Map<string, string> {
  const changed = changes.filter(({ file }) => inexact.has(file));
  return new Map(changed.map(({ file }) => [file, freeBackup(host, file)]));
}

function copyWarning(path: string, copy: string): SetupDiagnostic {
  const hint = "It contains the key: delete it when you no longer need it";
  return warning("setup-copy", `${path} may have been edited since; a copy is in ${copy}`, {
    hint,
  });
}

function foreignWarning(
  host: SetupHost,
  { file, place: { name } }: RecordedEntry,
): SetupDiagnostic {
  const message = `${shown(host, file)} has another entry named '${name}', which stays`;
  return warning("setup-foreign", message);
}

/** Warns about projects and folders that had entries and no longer exist. */
function goneWarnings(host: SetupHost, absent: readonly RecordedEntry[]): SetupDiagnostic[] {
  const byFolder = Map.groupBy(absent, ({ project, file }) => project ?? dirname(file));
  return [...byFolder].filter(([folder]) => !host.exists(folder))
    .map(([folder, entries]) => {
      const files = [...new Set(entries.map(({ file }) => relative(folder, file)))].join(", ");
      const message = `${shown(host, folder)} no longer exists; its ${files} may contain the key`;
      const hint = "If you moved the folder, remove the entry by hand";
      return warning("setup-gone", message, { hint });
    });
}

/** Returns the commands that remove entries with other names. */
function othersToRemove(
  { entries }: SetupRecord,
  { name, clients, scope }: RemoveOptions,
): string[] {
  if (name !== DEFAULT_NAME || clients !== null || scope !== null) return [];
  const others = new Set(entries.map(nameOf).filter((each) => each !== name));
  return [...others].map((each) => `Also connected: layerwright setup remove --name ${each}`);
}

/** Applies the removal, and deletes the files and folders that setup created. */
function applyRemoval(
  host: SetupHost,
  { changes, removed, inexact }: RemovePlan,
  before: SetupRecord,
  copies: ReadonlyMap<string, string>,
) {
  const problems = new Map<string, SetupDiagnostic>();
  let record = before;
  for (const change of changes) {
    const ignored = removed.filter(({ file }) => file === change.file).map(ignoredFile);
    const problem = ignored.map((file) => problems.get(file ?? "")).find(Boolean) ??
      writeFile(host, { ...change, backup: copies.get(change.file) ?? null });
    if (problem !== null) problems.set(change.file, problem);
  }
  for (const file of new Set(removed.map((entry) => entry.file))) {
    if (problems.has(file)) continue;
    record = withoutEntries(record, removed, file);
    // Keep the files and folders while the file has other entries of setup.
    if (record.files[file] !== undefined) continue;
    const { backup = null, folders = [] } = before.files[file] ?? {};
    // A killed run can leave drafts.
    for (const each of [file, backup ?? backupOf(file)]) host.removeOwnFile(draftOf(each));
    if (backup !== null && !inexact.has(file)) host.removeOwnFile(backup);
    for (const folder of folders) host.removeOwnFolder(folder);
  }
  return { record, problems };
}
