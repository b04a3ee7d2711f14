import { deepEqual, rejects } from "node:assert/strict";
import { join } from "node:path";
import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";
import { changes } from "./changes.ts";
import { run } from "./run.ts";
import { inTemporaryFolder } from "./temporary_folder.ts";
import { readTree, writeFiles } from "./tree.ts";

/** Something in the state folder that no run of ours made. */
interface Case {
  readonly behaviour: string;
  readonly plant: (state: string) => unknown;
  readonly kind: "outside" | "unreadable";
}

const OUTSIDE: readonly Case[] = [
  {
    behaviour: "a linked state folder",
    plant: (state) => {
      Deno.removeSync(state);
      Deno.symlinkSync("../outside", state);
    },
    kind: "outside",
  },
  {
    behaviour: "a file for a state folder",
    plant: (state) => {
      Deno.removeSync(state);
      Deno.writeTextFileSync(state, "");
    },
    kind: "outside",
  },
  ...["lock", "journal", "stage"].flatMap((name): readonly Case[] => [
    {
      behaviour: `a linked ${name}`,
      plant: (state) => Deno.symlinkSync("../../outside/file", join(state, name)),
      kind: "outside",
    },
    {
      behaviour: `a ${name} that links to a folder`,
      plant: (state) => Deno.symlinkSync("../../outside", join(state, name)),
      kind: "outside",
    },
    {
      behaviour: `a ${name} that links to nothing yet`,
      plant: (state) => Deno.symlinkSync("../../outside/new", join(state, name)),
      kind: "outside",
    },
    {
      behaviour: `a pipe for a ${name}`,
      plant: (state) => run(["mkfifo", join(state, name)]),
      kind: "outside",
    },
  ]),
];

/** Journals that would overwrite or delete files if they were believed. */
const FORGED_JOURNALS: Readonly<Record<string, (stage: number | null) => unknown>> = {
  "nothing": () => undefined,
  "null": () => null,
  "a list": () => [],
  "another version": (stage) => ({ version: 2, stage, folders: [], files: [] }),
  "no stage": () => ({ version: 1, folders: [], files: [deletion("app.py")] }),
  "another project's stage": () => ({
    version: 1,
    stage: 1,
    folders: [],
    files: [deletion("new.py")],
  }),
  "no files": (stage) => ({ version: 1, stage, folders: [] }),
  "an unknown kind": (stage) => ({
    version: 1,
    stage,
    folders: [],
    files: [{ ...deletion("new.py"), kind: "link" }],
  }),
  "a number for a hash": (stage) => ({
    version: 1,
    stage,
    folders: [],
    files: [{ ...deletion("new.py"), after: 1 }],
  }),
  "a way out": (stage) => ({
    version: 1,
    stage,
    folders: [],
    files: [deletion("../outside/new.py")],
  }),
  "an absolute path": (stage) => ({ version: 1, stage, folders: ["/tmp"], files: [] }),
};

const JOURNALS: readonly Case[] = [
  ...Object.entries(FORGED_JOURNALS).map(([name, forge]): Case => ({
    behaviour: `a journal with ${name}`,
    plant: (state) => plantJournal(state, forge),
    kind: "unreadable",
  })),
  {
    behaviour: "half a journal",
    plant: (state) => Deno.writeTextFileSync(join(state, "journal"), '{"version":1,"stage'),
    kind: "unreadable",
  },
  {
    behaviour: "a journal that leads through a link",
    plant: (state) =>
      plantJournal(state, (stage) => ({
        version: 1,
        stage,
        folders: [],
        files: [deletion("way_out/new.py")],
      })),
    kind: "outside",
  },
];

for (const { behaviour, plant, kind } of [...OUTSIDE, ...JOURNALS]) {
  Deno.test(`exclusively refuses ${behaviour} and changes nothing`, () =>
    inTemporaryFolder(async (folder) => {
      const root = makeProject(folder);
      await plant(join(root, ".layerwright"));
      const before = readTree(folder);
      const work = createDiskWorkspace(root).exclusively(() => {
        throw new RangeError("The work was run");
      });
      await rejects(work, { name: "WorkspaceError", kind });
      deepEqual(readTree(folder), before);
    }));
}

Deno.test("exclusively removes no folder that only looks like one of a dead run", () =>
  inTemporaryFolder(async (folder) => {
    writeFiles(folder, {
      "outside/file": "precious\n",
      ".shop.layerwright-notes/file": "precious\n",
      ".shop.layerwright-1-0123abcd-old/file": "precious\n",
      ".shop2.layerwright-1-0123abcd/file": "precious\n",
      ".shop.layerwright-2-0123abcd/file": "precious\n",
    });
    Deno.symlinkSync("outside", join(folder, ".shop.layerwright-1-0123abcd"));
    Deno.symlinkSync("../outside", join(folder, ".shop.layerwright-2-0123abcd/.layerwright"));
    const before = readTree(folder);
    await createDiskWorkspace(join(folder, "shop")).exclusively(() => Promise.resolve());
    deepEqual(readTree(folder), before);
  }));

Deno.test("exclusively removes no folder of a run that lives", () =>
  inTemporaryFolder(async (folder) => {
    const lock = ".shop.layerwright-1-0123abcd/.layerwright/lock";
    writeFiles(folder, { [lock]: "", ".shop.layerwright-1-0123abcd/app.py": "app\n" });
    const before = readTree(folder);
    using held = Deno.openSync(join(folder, lock), { write: true });
    held.lockSync(true);
    const workspace = createDiskWorkspace(join(folder, "shop"));
    await workspace.exclusively(() => Promise.resolve());
    deepEqual(readTree(folder), before);

    held.unlockSync();
    await workspace.exclusively(() => workspace.apply(changes(["app.py", null, "app\n"])));
    deepEqual(readTree(folder), { "shop/": "755", "shop/app.py": "644 app\n" });
  }));

/** Makes `shop`, with an empty state folder and a link to the folder beside it. */
function makeProject(folder: string): string {
  const root = join(folder, "shop");
  writeFiles(folder, { "outside/file": "precious\n", "shop/app.py": "app\n" });
  Deno.mkdirSync(join(root, ".layerwright"));
  Deno.symlinkSync("../outside", join(root, "way_out"));
  return root;
}

/** An entry that would move the staged file to the path. */
function deletion(path: string): Readonly<Record<string, unknown>> {
  return { kind: "delete", path, after: null };
}

function plantJournal(state: string, forge: (stage: number | null) => unknown): void {
  writeFiles(state, { "stage/old-0": "planted\n" });
  const stage = Deno.statSync(join(state, "stage")).ino;
  Deno.writeTextFileSync(join(state, "journal"), JSON.stringify(forge(stage)) ?? "");
}
