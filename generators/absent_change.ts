/** Whether anything of a change set is still in the project. */

import type { ChangeRecord, RecordedFile } from "../core/history.ts";
import { isRecordPath } from "../project/records.ts";
import { inPieces, type Piece } from "./pieces.ts";
import type { ReversedFile } from "./reversed_file.ts";

/**
 * Reports whether nothing of a change set is there. Records do not count: they say what was generated, not what
 * is left of it.
 *
 * @param reversed The files of the record, reversed.
 */
export function isAbsent(reversed: readonly ReversedFile[], { files }: ChangeRecord): boolean {
  const recorded = new Map(files.map((file) => [file.path, file]));
  const code = reversed.filter(({ path }) => !isRecordPath(path));
  return (code.length > 0 ? code : reversed).every((file) => {
    if (file.text !== file.now) return false;
    return file.discarding === undefined || lacksAdditions(file, recorded.get(file.path));
  });
}

/**
 * Reports whether a change only added definitions to a file, and none of them is there. Code that people added at
 * their place is a conflict for a merge, which cannot tell it from an edit.
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
