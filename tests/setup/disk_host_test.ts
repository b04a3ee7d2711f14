/** Setup's lock, and the check of who can read a file, with real access control lists on Linux. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import {
  type Access,
  createDiskHost,
  hasOtherReaders,
  isReadableByOthers,
} from "../../setup/disk_host.ts";
import { run } from "../workspace/run.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { atDesk, inTestProcess } from "./wizard/desk.ts";

const KEY = "lw_0123456789abcdef0123456789abcdef";

const env = (name: string) => Deno.env.get(name);

interface Case {
  readonly behaviour: string;
  readonly mode: number;
  /** The mode of the file's folder. The folders above it are open. */
  readonly folder?: number;
  /** Arguments of `setfacl`, which runs before the modes are set. */
  readonly lists?: readonly (readonly string[])[];
  readonly isOpen: boolean;
}

/** Whether the group of new files may have other members. */
const IS_SHARED = Deno.uid() !== Deno.gid();

const CASES: readonly Case[] = [
  { behaviour: "without a list", mode: 0o640, isOpen: IS_SHARED },
  {
    behaviour: "with a list that grants a user access",
    mode: 0o640,
    lists: [["-m", "u:nobody:r", "file"]],
    isOpen: true,
  },
  {
    behaviour: "with a list that its mode masks",
    mode: 0o600,
    lists: [["-m", "u:nobody:r", "file"]],
    isOpen: false,
  },
  {
    behaviour: "in a folder whose list lets a user through",
    mode: 0o644,
    folder: 0o710,
    lists: [["-m", "u:nobody:x", "."]],
    isOpen: true,
  },
  { behaviour: "in a folder without a list", mode: 0o644, folder: 0o710, isOpen: IS_SHARED },
  {
    behaviour: "in a folder with a default list",
    mode: 0o640,
    lists: [["-d", "-m", "u:nobody:r", "."]],
    isOpen: true,
  },
  {
    behaviour: "only for its owner, in a folder with a default list",
    mode: 0o600,
    lists: [["-d", "-m", "u:nobody:r", "."]],
    isOpen: false,
  },
];

const LINUX_ONLY = { ignore: Deno.build.os !== "linux" };

for (const { behaviour, mode, folder = 0o755, lists = [], isOpen } of CASES) {
  Deno.test({
    ...LINUX_ONLY,
    name: `others ${isOpen ? "may" : "cannot"} read a file of ${mode.toString(8)} ${behaviour}`,
    fn: () =>
      inTemporaryFolder(async (home) => {
        const file = join(home, "file");
        Deno.writeTextFileSync(file, "");
        for (const words of lists) await setList(home, words);
        Deno.chmodSync(file, mode);
        Deno.chmodSync(home, folder);
        equal(isReadableByOthers(file, env), isOpen);
      }),
  });
}

/** Runs `setfacl`. The last of the words is a path relative to the folder. */
async function setList(folder: string, words: readonly string[]): Promise<void> {
  const { complaints } = await run([
    "setfacl",
    ...words.slice(0, -1),
    join(folder, words.at(-1) ?? ""),
  ]);
  equal(complaints, "");
}

/** Scripts for a program `ls` that does not report access control lists. */
const STRANGERS: Readonly<Record<string, string>> = {
  "is missing": "",
  "fails": "exit 1",
  "is not from GNU": 'echo "-rw-r----- 1 ada ada"',
  "prints nothing": '[ "$1" != --version ] || echo "ls (GNU coreutils) 9.1"',
};

for (const [what, script] of Object.entries(STRANGERS)) {
  Deno.test({
    ...LINUX_ONLY,
    name: `others may read a file of 640 where ls ${what}`,
    fn: () =>
      inTemporaryFolder((home) => {
        const file = join(home, "file");
        Deno.writeTextFileSync(file, "");
        Deno.chmodSync(file, 0o640);
        Deno.chmodSync(home, 0o755);
        if (script !== "") {
          Deno.writeTextFileSync(join(home, "ls"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
        }
        equal(isReadableByOthers(file, (name) => name === "PATH" ? home : undefined), true);
        return Promise.resolve();
      }),
  });
}

Deno.test({
  ...LINUX_ONLY,
  name: "setup writes no key to a file that a list opens to others without --file-mode",
  fn: () =>
    atDesk(async (desk) => {
      const { home, setup, tree } = desk;
      const file = join(home, ".claude.json");
      await setList(home, ["-m", "u:nobody:r", ".claude.json"]);
      Deno.chmodSync(home, 0o711);
      const before = tree();
      const words =
        "--url http://127.0.0.1:4/mcp --api-key-stdin --client claude-code --no-verify --yes";
      for (const [more, code] of [["", 3], [" --dry-run", 0]] as const) {
        const done = await setup(words + more, { stdin: KEY });
        equal(done.code, code);
        match(done.stderr, /may be able to read ~\/\.claude\.json/);
        deepEqual(tree(), before);
      }
      const done = await setup(`${words} --file-mode private`, { stdin: KEY });
      equal(done.code, 0, done.stderr);
      ok(Deno.readTextFileSync(file).includes(KEY));
      equal(isReadableByOthers(file, env), false);
    }, inTestProcess),
});

/** An owner with a private group, and one with a shared group, as on macOS. */
const [OWN_GROUP, SHARED_GROUP] = [{ uid: 1000, gid: 1000 }, { uid: 501, gid: 20 }];

interface PermissionCase {
  readonly file: number;
  readonly folders: readonly number[];
  readonly owner?: Pick<Access, "uid" | "gid">;
  /** The indices of the paths that have a list: 0 is the file, the others are its folders. */
  readonly lists?: readonly number[];
  readonly isOpen: boolean;
}

const PERMISSION_CASES: readonly PermissionCase[] = [
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
  // The group's bits limit the permissions of a list.
  { file: 0o640, folders: [0o755, 0o755], lists: [0], isOpen: true },
  { file: 0o600, folders: [0o755, 0o755], lists: [0], isOpen: false },
  { file: 0o604, folders: [0o710, 0o755], lists: [1], isOpen: true },
  { file: 0o604, folders: [0o710, 0o755], lists: [0], isOpen: false },
  { file: 0o604, folders: [0o700, 0o755], lists: [1], isOpen: false },
  { file: 0o644, folders: [0o750, 0o710], lists: [1], isOpen: false },
  { file: 0o644, folders: [0o750, 0o710], lists: [1, 2], isOpen: true },
  // The new file inherits the default list of its folder.
  { file: 0o640, folders: [0o755, 0o755], lists: [1], isOpen: true },
  { file: 0o640, folders: [0o755, 0o755], lists: [2], isOpen: false },
  { file: 0o600, folders: [0o755, 0o755], lists: [1], isOpen: false },
  { file: 0o604, folders: [0o750], owner: SHARED_GROUP, isOpen: true },
];

for (const { file, folders, owner = OWN_GROUP, lists = [], isOpen } of PERMISSION_CASES) {
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

Deno.test("setup releases its lock even if another process still holds the file open", () =>
  inTemporaryFolder(async (home) => {
    const host = createDiskHost((name) => name === "HOME" ? home : undefined, home, () => {});
    const libc = Deno.dlopen("libc.so.6", {
      dup: { parameters: ["i32"], result: "i32" },
      close: { parameters: ["i32"], result: "i32" },
    });
    const kept = await host.exclusively(async () => {
      equal(await host.exclusively(() => Promise.resolve("second")), null);
      return libc.symbols.dup(openDescriptor("setup.lock"));
    });
    ok(kept !== null && kept > 0);
    equal(await host.exclusively(() => Promise.resolve("next")), "next");
    equal(libc.symbols.close(kept), 0);
    libc.close();
  }));

function openDescriptor(name: string): number {
  const descriptors = [...Deno.readDirSync("/proc/self/fd")].map((each) => each.name);
  const found = descriptors.find((each) => linkOf(`/proc/self/fd/${each}`)?.endsWith(`/${name}`));
  return Number(found);
}

/**
 * Returns the target of a link; `null` if the link no longer exists. The descriptor that listed the
 * folder has such a link.
 */
function linkOf(path: string): string | null {
  try {
    return Deno.readLinkSync(path);
  } catch (problem) {
    if (problem instanceof Deno.errors.NotFound) return null;
    throw problem;
  }
}
