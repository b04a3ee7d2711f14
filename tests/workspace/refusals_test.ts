import { deepEqual, equal, rejects } from "node:assert/strict";
import { join } from "node:path";
import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";
import { changes, type Triple, writeChanges } from "./changes.ts";
import { childCommand } from "./child_command.ts";
import { run } from "./run.ts";
import { inTemporaryFolder } from "./temporary_folder.ts";
import { readTree, type Tree, writeFiles } from "./tree.ts";

const BIG = "x = 1\n".repeat(50_000);

/** A disk that refuses something, prepared by a shell, and the outcome of apply on it. */
interface Case {
  readonly behaviour: string;
  /** Shell commands that run in the project before the change. */
  readonly spoil: string;
  readonly changes: readonly Triple[];
  readonly path: string;
  readonly reason: string;
}

const FILES = { "api/app.py": "app\n", "api/other.py": "other\n", "README.md": "# Shop\n" };

const SMALL_CHANGES: readonly Triple[] = [
  ["README.md", "# Shop\n", "# New\n"],
  ["aaa/new.py", null, "new\n"],
  ["api/app.py", "app\n", "new\n"],
];

const CASES: readonly Case[] = [
  {
    behaviour: "a full disk",
    spoil: "",
    changes: [...SMALL_CHANGES, ["zzz.py", null, BIG]],
    path: "zzz.py",
    reason: "No space left on device",
  },
  {
    behaviour: "a disk without room for another file",
    spoil: 'while touch "filler$((++n))"; do :; done; rm filler[1-6]',
    changes: SMALL_CHANGES,
    path: "api/app.py",
    reason: "No space left on device",
  },
  {
    behaviour: "a disk without room for a lock",
    spoil: 'while touch "filler$((++n))"; do :; done',
    changes: SMALL_CHANGES,
    path: ".layerwright/lock",
    reason: "No space left on device",
  },
  {
    behaviour: "a file-size limit",
    spoil: "trap '' XFSZ; ulimit -f 100",
    changes: [...SMALL_CHANGES, ["zzz.py", null, BIG]],
    path: "zzz.py",
    reason: "File too large",
  },
  {
    behaviour: "a read-only disk",
    spoil: "mount -o remount,bind,ro .",
    changes: SMALL_CHANGES,
    path: ".layerwright/lock",
    reason: "Read-only file system",
  },
  {
    behaviour: "a read-only project",
    spoil: "chmod 555 .",
    changes: SMALL_CHANGES,
    path: ".layerwright/lock",
    reason: "Permission denied",
  },
  {
    behaviour: "a read-only folder",
    spoil: "chmod 555 api",
    changes: SMALL_CHANGES,
    path: "api/app.py",
    reason: "Permission denied",
  },
  {
    behaviour: "a read-only file",
    spoil: "chmod 444 api/app.py",
    changes: SMALL_CHANGES,
    path: "api/app.py",
    reason: "Permission denied",
  },
  {
    behaviour: "a file on another disk",
    spoil: "mount -t tmpfs none api; echo app > api/app.py; echo other > api/other.py",
    changes: SMALL_CHANGES,
    path: "api/app.py",
    reason: "Invalid cross-device link",
  },
];

for (const { behaviour, spoil, changes: triples, path, reason } of CASES) {
  Deno.test(`apply fails on ${behaviour} and leaves the project as it was`, () =>
    inTemporaryFolder(async (folder) => {
      const { outcome, before, after } = await applyOnSmallDisk(folder, spoil, triples);
      deepEqual(outcome, {
        kind: "done",
        value: { kind: "failed", path, reason },
        recovered: false,
        left: [],
      });
      deepEqual(after, before);
    }));
}

Deno.test("apply works on the disk that the refusals are tested on", () =>
  inTemporaryFolder(async (folder) => {
    const { outcome, after } = await applyOnSmallDisk(folder, "", SMALL_CHANGES);
    deepEqual(outcome, { kind: "done", value: { kind: "applied" }, recovered: false, left: [] });
    equal(after["api/app.py"], "644 new\n");
  }));

Deno.test({
  name: "apply updates a file of another user that cannot be given back",
  // Only root can prepare such a file.
  ignore: Deno.uid() !== 0,
  fn: () =>
    inTemporaryFolder(async (folder) => {
      const spoil = "chown 1234:1234 README.md; chmod 666 README.md";
      const { outcome, after } = await applyOnSmallDisk(folder, spoil, SMALL_CHANGES);
      deepEqual(outcome, { kind: "done", value: { kind: "applied" }, recovered: false, left: [] });
      equal(after["README.md"], "666 # New\n");
    }),
});

Deno.test("exclusively rejects a half-changed project", () =>
  inTemporaryFolder(async (folder) => {
    const spoil = "mkdir .layerwright; touch .layerwright/journal; mount -o remount,bind,ro .";
    await rejects(
      applyOnSmallDisk(folder, spoil, SMALL_CHANGES),
      /Cannot read '\.layerwright\/journal' \(Read-only file system\)/,
    );
  }));

Deno.test("exclusively recovers a project after a file-size limit killed a run", () =>
  inTemporaryFolder(async (folder) => {
    const root = join(folder, "shop");
    writeFiles(root, FILES);
    const before = readTree(root);
    const file = writeChanges(
      join(folder, "changes.json"),
      changes(...SMALL_CHANGES, ["zzz.py", null, BIG]),
    );
    const command = childCommand("apply_child.ts", root, file);
    const { signal } = await run(["bash", "-c", 'ulimit -f 100; exec "$@"', "", ...command]);
    equal(signal, "SIGXFSZ");
    await createDiskWorkspace(root).exclusively(() => Promise.resolve());
    deepEqual(readTree(root), before);
  }));

for (
  const { behaviour, spoil } of [
    { behaviour: "disk", spoil: "mount -o remount,bind,ro ." },
    { behaviour: "project", spoil: "chmod 555 ." },
    { behaviour: "project with a state folder", spoil: "mkdir -m 555 .layerwright; chmod 555 ." },
  ]
) {
  Deno.test(`reading works on a read-only ${behaviour}`, () =>
    inTemporaryFolder(async (folder) => {
      deepEqual(await readOnSmallDisk(folder, spoil), {
        kind: "done",
        value: [{ name: "README.md", kind: "file" }, { name: "api", kind: "folder" }],
        recovered: false,
        left: [],
      });
    }));
}

Deno.test("reading rejects a half-changed project", () =>
  inTemporaryFolder(async (folder) => {
    await rejects(
      readOnSmallDisk(
        folder,
        "mkdir .layerwright; touch .layerwright/journal; mount -o remount,bind,ro .",
      ),
      /Cannot read '\.layerwright\/journal' \(Not a journal of this project/,
    );
  }));

interface Judgement {
  readonly outcome: unknown;
  readonly before: Tree;
  readonly after: Tree;
}

async function applyOnSmallDisk(
  folder: string,
  spoil: string,
  triples: readonly Triple[],
): Promise<Judgement> {
  const file = writeChanges(join(folder, "changes.json"), changes(...triples));
  const command = childCommand("judged_child.ts", join(folder, "shop"), file);
  return JSON.parse(await runOnSmallDisk(folder, spoil, command));
}

async function readOnSmallDisk(folder: string, spoil: string): Promise<unknown> {
  const command = childCommand("reading_child.ts", join(folder, "shop"));
  return JSON.parse(await runOnSmallDisk(folder, spoil, command));
}

/** Runs a child on a private disk of 256 KiB and 64 files, and returns its output. */
async function runOnSmallDisk(
  folder: string,
  spoil: string,
  command: readonly string[],
): Promise<string> {
  const root = join(folder, "shop");
  const files = join(folder, "files");
  Deno.mkdirSync(root);
  writeFiles(files, FILES);
  const script = [
    "set -e",
    'root="$1"; files="$2"; shift 2',
    'mount -t tmpfs -o size=256k,nr_inodes=64,mode=755 none "$root"',
    'cd "$root"',
    'cp -r "$files/." .',
    spoil,
    // Otherwise root ignores the permission bits.
    'exec setpriv --bounding-set=-dac_override,-dac_read_search,-chown "$@"',
  ].join("\n");
  const { printed, complaints } = await run([
    "unshare",
    "--mount",
    ...(Deno.uid() === 0 ? [] : ["--map-root-user"]),
    ...["bash", "-c", script, "", root, files],
    ...command,
  ]);
  if (printed === "") throw new Error(complaints);
  return printed;
}
