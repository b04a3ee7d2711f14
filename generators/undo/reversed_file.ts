/** Reverses a change set in one file. */

import type { Change } from "../../core/change_set.ts";
import type { FileVersion, RecordedFile } from "../../core/history.ts";
import type { ProjectDraft } from "../edits/project_draft.ts";
import { docstringOf, isEmptyModule } from "../edits/empty_module.ts";
import { mergeText } from "./merge_file.ts";
import { inPieces } from "./pieces.ts";

/** A file of a change set that is reversed. */
export interface ReversedFile {
  readonly path: Change["path"];
  /** The present text; `null` if the file does not exist. */
  readonly now: string | null;
  /** The text after the reversal, with all later changes. */
  readonly text: string | null;
  /**
   * The version before the change set. If the text becomes that version's text, the file also gets
   * that version's encoding and mode.
   */
  readonly version: FileVersion | null;
  /** The text that discards later changes; `undefined` if none has to be discarded. */
  readonly discarding?: string | null;
}

/**
 * Reverses a change set in one file.
 *
 * @param now The present text; `null` if the file does not exist.
 * @param names Definitions that have to stay, such as `ProductsService.get`.
 */
export function reversedFile(
  { path, before, after }: RecordedFile,
  now: string | null,
  names: ReadonlySet<string>,
): ReversedFile {
  const file = { path, now, version: before };
  const [old, left] = [before?.text ?? null, after?.text ?? null];
  if (now === old) return { ...file, text: now };
  if (now === left && names.size === 0) return { ...file, text: old };
  // A file that was deleted since has none of the change set's text.
  if (now === null) return { ...file, text: now };
  // A file that the change set deleted is there again, and differs.
  if (left === null) return { ...file, text: now, discarding: old };
  const theirs = old ?? withoutDefinitions(path, left);
  const merged = mergeText(path, { base: left, ours: now, theirs }, names);
  if (old !== null) {
    return {
      ...file,
      text: merged.kept,
      ...(merged.hasConflict && { discarding: merged.discarding }),
    };
  }
  const hasOwnDocstring = path.endsWith(".py") && docstringOf(now) !== docstringOf(left);
  return {
    ...file,
    text: hasOwnDocstring ? merged.kept : nullIfEmpty(path, merged.kept),
    ...((merged.hasConflict || hasOwnDocstring) && { discarding: null }),
  };
}

/** Leaves a file as it is. */
export function keptFile(path: Change["path"], now: string | null): ReversedFile {
  return { path, now, text: now, version: null };
}

/**
 * Returns a created file without its definitions and imports, for example only its docstring. An
 * undo goes back to this text if someone added code to the file.
 */
function withoutDefinitions(path: Change["path"], text: string): string {
  const { kind, pieces } = inPieces(path, text);
  if (kind !== "python") return "";
  return pieces.filter(({ name, imported }) => name === null && imported === null)
    .map((piece) => piece.text).join("");
}

/** Returns `null`, which deletes a created file, if the file has no code left. */
function nullIfEmpty(path: Change["path"], text: string): string | null {
  const isEmpty = path.endsWith(".py") ? isEmptyModule(text) : text.trim() === "";
  return isEmpty ? null : text;
}

/** Brings a file to a text; `null` deletes the file. */
export function bringTo(
  text: string | null,
  { path, version }: ReversedFile,
  draft: ProjectDraft,
): void {
  if (text === null) draft.delete(path);
  else if (text !== version?.text) draft.restore(path, text);
  else draft.restore(path, text, { encoding: version.encoding, mode: version.mode });
}
