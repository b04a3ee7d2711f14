/** Who can read a file, by its permissions and those of the folders above it. */

import { equal } from "node:assert/strict";
import { type Access, hasOtherReaders } from "../../setup/readers.ts";

/** A user with a group of their own, and one in a group with others, as on macOS. */
const [OWN_GROUP, SHARED_GROUP] = [{ uid: 1000, gid: 1000 }, { uid: 501, gid: 20 }];

interface Case {
  readonly file: number;
  readonly folders: readonly number[];
  readonly owner?: Pick<Access, "uid" | "gid">;
  /** The indices of what has a list: 0 is the file. */
  readonly lists?: readonly number[];
  readonly isOpen: boolean;
}

const CASES: readonly Case[] = [
  { file: 0o600, folders: [0o755, 0o755], isOpen: false },
  { file: 0o644, folders: [0o755, 0o755], isOpen: true },
  { file: 0o604, folders: [0o711, 0o711], isOpen: true },
  { file: 0o644, folders: [], isOpen: true },
  { file: 0o644, folders: [0o755, 0o700], isOpen: false },
  { file: 0o644, folders: [0o700, 0o755], isOpen: false },
  { file: 0o644, folders: [0o755, 0o750], isOpen: false },
  { file: 0o664, folders: [0o755, 0o750], isOpen: false },
  { file: 0o640, folders: [0o755, 0o755], isOpen: false },
  { file: 0o640, folders: [0o755, 0o755], owner: SHARED_GROUP, isOpen: true },
  { file: 0o640, folders: [0o750, 0o755], owner: SHARED_GROUP, isOpen: true },
  { file: 0o644, folders: [0o750, 0o755], owner: SHARED_GROUP, isOpen: true },
  { file: 0o640, folders: [0o700, 0o755], owner: SHARED_GROUP, isOpen: false },
  { file: 0o600, folders: [0o755, 0o755], owner: SHARED_GROUP, isOpen: false },
  { file: 0o611, folders: [0o755], owner: SHARED_GROUP, isOpen: false },
  // A list lets in whom it names, as far as the group's bits go.
  { file: 0o640, folders: [0o755, 0o755], lists: [0], isOpen: true },
  { file: 0o600, folders: [0o755, 0o755], lists: [0], isOpen: false },
  { file: 0o604, folders: [0o710, 0o755], lists: [1], isOpen: true },
  { file: 0o604, folders: [0o710, 0o755], lists: [0], isOpen: false },
  { file: 0o604, folders: [0o700, 0o755], lists: [1], isOpen: false },
  { file: 0o644, folders: [0o750, 0o710], lists: [1], isOpen: false },
  { file: 0o644, folders: [0o750, 0o710], lists: [1, 2], isOpen: true },
  // What is written to the file's place gets the list that the folder has for new files.
  { file: 0o640, folders: [0o755, 0o755], lists: [1], isOpen: true },
  { file: 0o640, folders: [0o755, 0o755], lists: [2], isOpen: false },
  { file: 0o600, folders: [0o755, 0o755], lists: [1], isOpen: false },
  { file: 0o604, folders: [0o750], owner: SHARED_GROUP, isOpen: true },
];

for (const { file, folders, owner = OWN_GROUP, lists = [], isOpen } of CASES) {
  const modes = [file, ...folders].map((mode, index) =>
    mode.toString(8) + (lists.includes(index) ? "+" : "")
  ).join(" in ");
  Deno.test(`others can${isOpen ? "" : "not"} read ${modes} of group ${owner.gid}`, () => {
    const access = (mode: number, index: number) => ({
      ...owner,
      mode,
      hasList: lists.includes(index),
    });
    const above = folders.map((mode, index) => access(mode, index + 1));
    equal(hasOtherReaders(access(file, 0), above), isOpen);
  });
}
