/** Checks whether anything of a change set is left in the project. */

import type { ChangeRecord, RecordedFile } from "../../core/history.ts";
import { isRecordPath } from "../../project/records/records.ts";
import { inPieces, type Piece } from "./pieces.ts";
import type { ReversedFile } from "./reversed_file.ts";

/**
 * Reports whether the project has nothing left of a change set. Records count only for code that
 * the change set removed: they still list added code after people deleted it.
 *
 * @param reversed The files of the change set, each reversed.
 */
export function isAbsent(reversed: readonly ReversedFile[], { files }: ChangeRecord): boolean {
  const recorded = new Map(files.map((file) => [file.path, file]));
  const code = reversed.filter(({ path }) => !isRecordPath(path));
  const isUntouched = (file: ReversedFile) =>
    file.text === file.now &&
    (file.discarding === undefined || lacksAdditions(file, recorded.get(file.path)));
  if ((code.length > 0 ? code : reversed).every(isUntouched)) return true;
  const noted = reversed.filter(({ path }) =>
    isRecordPath(path) && (recorded.get(path)?.after ?? null) !== null
  );
  return noted.length > 0 && noted.every(isUntouched) &&
    code.every((file) => isUntouched(file) || isRemoval(recorded.get(file.path)));
}

/** Reports whether a change only removed code from a file, or the whole file. */
function isRemoval(recorded: RecordedFile | undefined): boolean {
  const { before = null, after = null, path } = recorded ?? {};
  if (path === undefined || after === null) return true;
  const old = new Set(inPieces(path, before?.text ?? "").pieces.map(({ key }) => key));
  // An import statement that lost a name counts as a new piece, although the change added nothing.
  return inPieces(path, after.text).pieces.every(({ key, imported }) => imported || old.has(key));
}

/**
 * Reports whether a change only added definitions to a file, and the file has none of them now. If
 * people added other code in the same place, a merge reports a conflict, because it cannot tell
 * that code from an edit of the definitions.
 */
function lacksAdditions({ path, now }: ReversedFile, recorded: RecordedFile | undefined): boolean {
  const definitions = (text: string | null | undefined): readonly Piece[] =>
    inPieces(path, text ?? "").pieces.filter(({ name }) => name !== null);
  const [before, after] = [
    definitions(recorded?.before?.text),
    definitions(recorded?.after?.text),
  ];
  const [old, left] = [new Set(before.map(({ key }) => key)), new Set(after.map(({ key }) => key))];
  const added = after.filter(({ key }) => !old.has(key));
  const present = new Set(definitions(now).map(({ name }) => name));
  return added.length > 0 && before.every(({ key }) => left.has(key)) &&
    !added.some(({ name }) => present.has(name));
}
