/** Reversing what a change set did to one file. */

import type { Change } from "../core/change_set.ts";
import type { FileVersion, RecordedFile } from "../core/history.ts";

/** What happens to one file of a change set that is reversed. */
export type ReversedFile =
  /** The file goes back. `isMerged`: it was changed since, and keeps those changes. */
  | { readonly kind: "back"; readonly change: Change; readonly isMerged: boolean }
  /** The change is not there any more. */
  | { readonly kind: "absent" }
  /** Going back would discard what was changed since. */
  | { readonly kind: "edited"; readonly discarding: Change };

const ABSENT: ReversedFile = { kind: "absent" };

/**
 * Reverses what a change set did to one file.
 *
 * @param now The present text; `null` if the file does not exist.
 */
export function reversedFile(
  { path, before, after }: RecordedFile,
  now: string | null,
): ReversedFile {
  const back = () => changeTo(path, now, before);
  if (now === (before?.text ?? null)) return ABSENT;
  if (now === (after?.text ?? null)) return { kind: "back", change: back(), isMerged: false };
  // A deleted file has lost what the change set wrote.
  if (now === null) return ABSENT;
  return { kind: "edited", discarding: back() };
}

/** Returns the change that brings a file to a version. */
function changeTo(path: Change["path"], now: string | null, version: FileVersion | null): Change {
  if (version === null) return { kind: "delete", path, before: now ?? "", after: null };
  const { text: after, ...form } = version;
  return now === null
    ? { kind: "create", path, before: null, after, form }
    : { kind: "update", path, before: now, after, form };
}
