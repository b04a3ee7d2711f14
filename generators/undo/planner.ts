/** Plans to undo a change set, or to redo one that was undone. */

import type { Change } from "../../core/change_set.ts";
import { placeLines } from "../plans/place_lines.ts";
import { type Diagnostic, error, warning } from "../../core/diagnostic.ts";
import {
  type ChangeRecord,
  entryToRedo,
  entryToUndo,
  type History,
  type HistoryEntry,
  type RecordName,
} from "../../core/history.ts";
import { printable, quotable } from "../../core/printable.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { counted } from "../../core/report.ts";
import { isRecordPath } from "../../project/records/records.ts";
import { namesPath, recordedRouteAt } from "../../project/records/route_record.ts";
import { isAbsent } from "./absent_change.ts";
import { foldersToList, otherNames } from "../plans/linked_files.ts";
import { ProjectDraft } from "../edits/project_draft.ts";
import { emptyPlan, type Plan } from "../plans/plan.ts";
import type { Planner } from "../plans/planner.ts";
import type { Project } from "../../project/project.ts";
import { ReversalUses, type UsedDefinition } from "./reversal_uses.ts";
import { bringTo, keptFile, type ReversedFile, reversedFile } from "./reversed_file.ts";
import { withTrueRecords } from "./reversed_records.ts";

/** The change set to undo or to redo. */
export interface UndoInput {
  readonly kind: "undo" | "redo";
  /**
   * The id of the entry, or the hash of its change set; `null` for the last entry that can be
   * undone or redone.
   */
  readonly id: string | null;
  /** Whether to keep later changes, and undo the rest. */
  readonly keepEdited: boolean;
}

/** Report data of an undo or a redo. */
export interface UndoData {
  /** The id of the entry, such as `chg_8f2kq0rz`. */
  readonly id: string;
  /** The command that is undone or redone, in words. */
  readonly command: string;
  /** The files that keep later changes: as they are, or merged with the undo. */
  readonly kept: readonly string[];
}

/** Returns the planner that undoes or redoes a change set. */
export function undoPlanner(input: UndoInput): Planner<UndoData> {
  return {
    reads: {
      history: (history) => {
        const entry = chosenEntry(input, history);
        return entry === null ? null : recordToReverse(input, entry);
      },
    },
    readsAfter: ({ history }) => {
      const files = history?.record?.files.map(({ path }) => path) ?? [];
      const routes = files.flatMap((path) => recordedRouteAt(path) ?? []);
      return {
        files: [...files, ...routes.map(namesPath)],
        folders: foldersToList(files),
        python: () => true,
      };
    },
    plan: (project) => planUndo(input, project),
  };
}

function chosenEntry({ kind, id }: UndoInput, history: History): HistoryEntry | null {
  if (id !== null) {
    return history.entries.findLast((each) => each.id === id || each.changeSet === id) ?? null;
  }
  return kind === "undo" ? entryToUndo(history) : entryToRedo(history);
}

/** Returns the record whose reversal undoes or redoes an entry. A redo reverses the changes of the undo. */
function recordToReverse({ kind }: UndoInput, { id }: HistoryEntry): RecordName {
  return { id, of: kind === "undo" ? "change" : "undo" };
}

function planUndo(input: UndoInput, project: Project): Plan<UndoData> {
  const { history } = project;
  if (history === undefined) return emptyPlan([noHistory()]);
  const entry = chosenEntry(input, history.list);
  if (entry === null) {
    return input.id === null
      ? emptyPlan([], `Nothing to ${input.kind}`)
      : emptyPlan([unknownEntry(input.id)]);
  }
  if (input.kind === "undo" && entry.isUndone) {
    return emptyPlan([], `Nothing to undo: ${entry.command} is undone already`);
  }
  if (entry.isCreation) return emptyPlan([creation(entry)]);
  if (history.record === null) return emptyPlan([noRecord(entry)]);
  const { layout } = project;
  const isOwn = ({ path }: ChangeRecord["files"][number]) =>
    layout.isDocument(path) || isRecordPath(path);
  const hasDocuments = history.record.files.some(({ path }) => layout.isDocument(path));
  // Documents may have been older than the code. Only an exact reversal gives them back.
  const isExact = (hasDocuments || history.record.files.every(isOwn)) &&
    isUnchanged(history.record, project);
  const record = isExact ? history.record : withoutDocuments(history.record, project);
  const plan = planReversal(input, entry, reversalOf(input, record, project), project);
  return isExact ? { ...plan, documents: "none" } : plan;
}

/** Reports whether all files of a change set are as it left them. */
function isUnchanged({ files }: ChangeRecord, project: Project): boolean {
  return files.every(({ path, after }) =>
    (project.files.get(path) ?? null) === (after?.text ?? null)
  );
}

/** Leaves out the documents that follow the other files, unless there are no others. */
function withoutDocuments(record: ChangeRecord, { layout }: Project): ChangeRecord {
  const files = record.files.filter(({ path }) => !layout.isDocument(path));
  return files.length === 0 ? record : { ...record, files };
}

/** The files of a change set that is reversed. */
interface Reversal {
  readonly files: readonly ReversedFile[];
  /** Whether nothing of the change set is left. */
  readonly isGone: boolean;
  /** Definitions that would be removed, although code that stays uses them. */
  readonly used: readonly UsedDefinition[];
}

/**
 * Reverses a change set. If later changes are kept, keeps the definitions that they use as well.
 */
function reversalOf(
  { keepEdited }: UndoInput,
  record: ChangeRecord,
  project: Project,
): Reversal {
  const { files } = project;
  const others = otherNames(record.files.map(({ path }) => path), project);
  const uses = new ReversalUses(new Map([...files].filter(([path]) => !others.has(path))));
  const kept: Kept = new Map();
  const reversed = (): readonly ReversedFile[] =>
    withTrueRecords(
      record.files.map((file) => {
        const now = files.get(file.path) ?? null;
        const names = kept.get(file.path) ?? new Set();
        return names === "file" ? keptFile(file.path, now) : reversedFile(file, now, names);
      }),
      files,
    );
  let current = reversed();
  const isGone = isAbsent(current, record);
  for (;;) {
    const used = uses.of(current);
    const isMore = keepEdited && used.map((each) => keep(kept, each)).includes(true);
    if (!isMore) return { files: current, isGone, used };
    current = reversed();
  }
}

/** The definitions that stay, by file; `file` for a whole file that stays. */
type Kept = Map<ProjectPath, Set<string> | "file">;

/** Keeps a file, or a definition and its class. Reports whether it was not kept before. */
function keep(kept: Kept, { path, name }: UsedDefinition): boolean {
  const names = kept.get(path) ?? new Set();
  if (names === "file") return false;
  kept.set(path, name === null ? "file" : names);
  if (name === null) return true;
  const count = names.size;
  names.add(name).add(name.split(".", 1)[0] ?? name);
  return names.size > count;
}

function planReversal(
  { kind, keepEdited }: UndoInput,
  entry: HistoryEntry,
  { files, isGone, used }: Reversal,
  project: Project,
): Plan<UndoData> {
  if (isGone) return emptyPlan([absent(kind, entry)]);
  const links = files.filter(isDeletedLink);
  if (links.length > 0) return emptyPlan([deletedLinks(kind, entry, links)]);
  const draft = new ProjectDraft(project);
  const discarding = new ProjectDraft(project);
  for (const file of files) {
    bringTo(file.text, file, draft);
    if (file.discarding !== undefined) bringTo(file.discarding, file, discarding);
  }
  const [changes, conflicts] = [draft.changes(), discarding.changes()];
  const isRefused = conflicts.length > 0 && !keepEdited;
  // The first run, too, may have left words that only may mean these definitions, as in tests with mocks.
  const certain = kind === "undo" ? used : used.filter(hasSureUse);
  if (!isRefused && certain.length > 0) {
    return emptyPlan([usedElsewhere({ kind, keepEdited }, entry, certain)]);
  }
  const kept = files.filter(({ now, text, version }) =>
    now !== null && text !== null && text !== (version?.text ?? null)
  );
  return {
    changes: isRefused ? [] : changes,
    conflicts: isRefused ? conflicts : [],
    ...(isRefused && { refusal: edited(kind, entry, conflicts) }),
    discarded: [],
    diagnostics: isRefused || used.length === 0 ? [] : [maybeUsed(used)],
    messages: messagesOf(kind, entry, changes.length, kept.length),
    data: { id: entry.id, command: entry.command, kept: kept.map(({ path }) => path) },
    next: kind === "undo" ? ["layerwright redo"] : [],
    step: { kind, id: entry.id },
    emptied: project.history?.record?.folders ?? [],
  };
}

/** Reports whether a file was a link, which an undo cannot create. */
function isDeletedLink({ now, text, version }: ReversedFile): boolean {
  return now === null && text !== null && version?.link !== undefined;
}

function messagesOf(
  kind: UndoInput["kind"],
  { command }: HistoryEntry,
  count: number,
  kept: number,
): Plan["messages"] {
  const files = counted(count, "file");
  const unchanged = `Nothing of ${quoted(command)} can be ${kind === "undo" ? "undone" : "redone"}`;
  const state = kept > 0 ? "" : count === 1 ? " is as it was" : " are as they were";
  return kind === "undo"
    ? {
      applied: `Undid ${quoted(command)}: ${files}${state}`,
      planned: `Would undo ${quoted(command)}: ${files}`,
      unchanged,
      conflict: null,
    }
    : {
      applied: `Redid ${quoted(command)}: ${files}`,
      planned: `Would redo ${quoted(command)}: ${files}`,
      unchanged,
      conflict: null,
    };
}

/** Quotes a command for a message. A command with quotes of its own is in backquotes. */
function quoted(command: string): string {
  return command.includes("'") ? `\`${command}\`` : `'${command}'`;
}

function noHistory(): Diagnostic {
  return error("history-unkept", "This project keeps no history, so nothing can be undone.");
}

/** Returns the error for an id that the history does not have. */
export function unknownEntry(id: string): Diagnostic {
  return error("history-unknown", `No change '${quotable(id)}' in the history of this project.`, {
    hint: "'layerwright log' lists the changes",
  });
}

function creation({ command }: HistoryEntry): Diagnostic {
  const message = `Cannot undo ${quoted(command)}: it created the project. Nothing was written.`;
  return error("history-creation", message, {
    hint: "To delete the project, delete its folder",
  });
}

function noRecord({ command }: HistoryEntry): Diagnostic {
  const message = `Cannot undo ${quoted(command)}: its files were not kept. Nothing was written.`;
  return error("history-unkept", message, {
    hint: "The history keeps the last 100 changes, and 20 MB at most",
  });
}

function absent(kind: UndoInput["kind"], { command }: HistoryEntry): Diagnostic {
  const message = `Cannot ${kind} ${quoted(command)}: none of its changes are in the project. ` +
    "Nothing was written.";
  return error("history-absent", message, {
    hint: "If another branch is checked out, switch back to the branch of the change. " +
      "If a later command moved the files, undo that command first",
  });
}

function edited(
  kind: UndoInput["kind"],
  { command }: HistoryEntry,
  conflicts: readonly Change[],
): Diagnostic {
  const files = counted(conflicts.length, "file");
  const message = `Cannot ${kind} ${quoted(command)}: ${files} changed since. Nothing was written.`;
  const rest = `--keep-edited keeps these edits and ${
    kind === "undo" ? "undoes" : "redoes"
  } the rest`;
  const renaming = renamingInstead(kind, command);
  return error("conflict-edited", message, {
    hint: renaming === null
      ? rest
      : `'layerwright ${renaming}' renames the code with these edits. ${rest}`,
  });
}

/**
 * Returns the renaming that has the effect of the undo or redo of a renaming; `null` for other commands.
 * Renamed code that was edited since cannot get its name back by an undo.
 */
function renamingInstead(kind: UndoInput["kind"], command: string): string | null {
  // A history may come with a stranger's repository, and people copy commands to their shell.
  if (!RENAMING.test(command)) return null;
  const words = command.split(" ");
  return kind === "redo"
    ? command
    : [...words.slice(0, -2), ...words.slice(-2).reverse()].join(" ");
}

const RENAMING = /^rename (?:route|subroute [\w-]+) [\w-]+ [\w-]+$/;

function deletedLinks(
  kind: UndoInput["kind"],
  { command }: HistoryEntry,
  links: readonly ReversedFile[],
): Diagnostic {
  const places = links.map(({ path, version }) => `${path} -> ${shown(version?.link ?? "")}`);
  const what = links.length === 1 ? "a link" : "links";
  const message = `Cannot ${kind} ${quoted(command)}: it deleted ${what}; nothing was written.`;
  return error("history-link", message + placeLines(places), {
    hint: `Create ${what} again with ln -s, then ${kind} the rest`,
  });
}

/** The target of a link comes from the history, so its length and its characters are not known. */
function shown(target: string): string {
  return quotable(printable(target));
}

function hasSureUse({ uses }: UsedDefinition): boolean {
  return uses.some(({ isSure }) => isSure);
}

function namesOf(used: readonly UsedDefinition[]): string {
  return used.map(({ path, name }) => `'${name ?? path}'`).join(", ");
}

function placesOf(used: readonly UsedDefinition[]): string {
  return placeLines(used.flatMap(({ uses }) => uses.map(({ path, line }) => `${path}:${line}`)));
}

/** Returns the warning about code that may use definitions that a redo removes. */
function maybeUsed(used: readonly UsedDefinition[]): Diagnostic {
  const message = `Other code may use ${namesOf(used)}, which the project no longer has:`;
  return warning("definition-used", message + placesOf(used), { hint: "Change that code, too" });
}

function usedElsewhere(
  { kind, keepEdited }: Pick<UndoInput, "kind" | "keepEdited">,
  { command }: HistoryEntry,
  used: readonly UsedDefinition[],
): Diagnostic {
  const message = `Cannot ${kind} ${quoted(command)}: other code uses ${
    namesOf(used)
  }; nothing was written.`;
  return error("definition-used", message + placesOf(used), {
    hint: `Change that code first${keepEdited ? "" : ", or keep what it uses with --keep-edited"}`,
  });
}
