/** Plans to undo a change set, or to redo one that was undone. */

import type { Change } from "../core/change_set.ts";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import {
  type ChangeRecord,
  entryToRedo,
  entryToUndo,
  type History,
  type HistoryEntry,
  type RecordName,
} from "../core/history.ts";
import { quotable } from "../core/printable.ts";
import { counted } from "../core/report.ts";
import { emptyPlan, type Plan } from "./plan.ts";
import type { Planner, ProjectView } from "./planner.ts";
import { type ReversedFile, reversedFile } from "./reversed_file.ts";

/** What to undo or to redo. */
export interface UndoInput {
  readonly kind: "undo" | "redo";
  /** The entry to undo; `null` for the newest one in effect. */
  readonly id: string | null;
  /** Keep what was changed since, and undo the rest. */
  readonly keepEdited: boolean;
}

/** Report data of an undo or a redo. */
export interface UndoData {
  /** The id of the entry, such as `chg_8f2kq0rz`. */
  readonly id: string;
  /** The command that is undone or redone, in words. */
  readonly command: string;
  /** The files that keep what was changed since: all of it, or merged with the undo. */
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
    readsAfter: ({ history }) => ({ files: history?.record?.files.map(({ path }) => path) ?? [] }),
    plan: (project) => planUndo(input, project),
  };
}

function chosenEntry({ kind, id }: UndoInput, history: History): HistoryEntry | null {
  if (id !== null) return history.entries.find((each) => each.id === id) ?? null;
  return kind === "undo" ? entryToUndo(history) : entryToRedo(history);
}

/** Returns the record whose reversal undoes or redoes an entry. A redo reverses what the undo did. */
function recordToReverse({ kind }: UndoInput, { id }: HistoryEntry): RecordName {
  return { id, of: kind === "undo" ? "change" : "undo" };
}

function planUndo(input: UndoInput, { history, files }: ProjectView): Plan<UndoData> {
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
  const { record } = history;
  if (record === null) return emptyPlan([noRecord(entry)]);
  const reversed = record.files.map((file) => reversedFile(file, files.get(file.path) ?? null));
  if (reversed.every(({ kind }) => kind === "absent")) return emptyPlan([absent(input, entry)]);
  return planReversal(input, { entry, record, reversed });
}

interface Reversal {
  readonly entry: HistoryEntry;
  readonly record: ChangeRecord;
  readonly reversed: readonly ReversedFile[];
}

function planReversal(
  { kind, keepEdited }: UndoInput,
  { entry, record, reversed }: Reversal,
): Plan<UndoData> {
  const changes = reversed.flatMap((each) => each.kind === "back" ? [each.change] : []);
  const conflicts = reversed.flatMap((each) => each.kind === "edited" ? [each.discarding] : []);
  const isRefused = conflicts.length > 0 && !keepEdited;
  const kept = [
    ...conflicts.map(({ path }) => path),
    ...reversed.flatMap((each) => each.kind === "back" && each.isMerged ? [each.change.path] : []),
  ].sort();
  return {
    changes: isRefused ? [] : changes,
    conflicts: isRefused ? conflicts : [],
    ...(isRefused && { refusal: edited(kind, entry, conflicts) }),
    discarded: [],
    diagnostics: [],
    messages: messagesOf(kind, entry, changes.length),
    data: { id: entry.id, command: entry.command, kept },
    next: kind === "undo" ? ["layerwright redo"] : [],
    step: { kind, id: entry.id },
    emptied: record.folders,
  };
}

function messagesOf(
  kind: UndoInput["kind"],
  { command }: HistoryEntry,
  count: number,
): Plan["messages"] {
  const files = counted(count, "file");
  const unchanged = `Nothing of ${command} can be ${kind === "undo" ? "undone" : "redone"}`;
  const wereOne = count === 1 ? "is as it was" : "are as they were";
  return kind === "undo"
    ? {
      applied: `Undid ${command}: ${files} ${wereOne}`,
      planned: `Would undo ${command}: ${files}`,
      unchanged,
      conflict: null,
    }
    : {
      applied: `Redid ${command}: ${files}`,
      planned: `Would redo ${command}: ${files}`,
      unchanged,
      conflict: null,
    };
}

function noHistory(): Diagnostic {
  return error("history-unkept", "This project keeps no history, so nothing can be undone.");
}

function unknownEntry(id: string): Diagnostic {
  return error("history-unknown", `No change '${quotable(id)}' in the history of this project.`, {
    hint: "'layerwright log' lists the changes",
  });
}

function creation({ command }: HistoryEntry): Diagnostic {
  const message = `Cannot undo ${command}: it created the project. Nothing was written.`;
  return error("history-creation", message, {
    hint: "To delete the project, delete its folder",
  });
}

function noRecord({ command }: HistoryEntry): Diagnostic {
  const message = `Cannot undo ${command}: its files were not kept. Nothing was written.`;
  return error("history-unkept", message, {
    hint: "The history keeps the last 100 changes, and 20 MB at most",
  });
}

function absent({ kind }: UndoInput, { command }: HistoryEntry): Diagnostic {
  const message = `Cannot ${kind} ${command}: none of its changes is there any more. ` +
    "Nothing was written.";
  return error("history-absent", message, {
    hint: "If another branch is checked out, switch back to the branch of the change",
  });
}

function edited(
  kind: UndoInput["kind"],
  { command }: HistoryEntry,
  conflicts: readonly Change[],
): Diagnostic {
  const files = counted(conflicts.length, "file");
  const message = `Cannot ${kind} ${command}: ${files} changed since. Nothing was written.`;
  return error("conflict-edited", message, {
    hint: `--keep-edited keeps what changed and ${kind === "undo" ? "undoes" : "redoes"} the rest`,
  });
}
