import { deepEqual, doesNotMatch, equal, match, rejects } from "node:assert/strict";
import { join } from "node:path";
import { generateApi, generateRoute, renameRoute, undo } from "../../mod.ts";
import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";
import { changes } from "./changes.ts";
import { run } from "./run.ts";
import { inTemporaryFolder } from "./temporary_folder.ts";
import { readTree, writeFiles } from "./tree.ts";

/** Content of the state folder that Layerwright never creates. */
interface Case {
  readonly behaviour: string;
  readonly plant: (state: string) => unknown;
  readonly kind: "outside" | "unreadable";
}

const NOT_OURS: readonly Case[] = [
  {
    behaviour: "a linked state folder",
    plant: (state) => {
      Deno.removeSync(state);
      Deno.symlinkSync("../outside", state);
    },
    kind: "unreadable",
  },
  {
    behaviour: "a file in place of the state folder",
    plant: (state) => {
      Deno.removeSync(state);
      Deno.writeTextFileSync(state, "");
    },
    kind: "unreadable",
  },
  ...["lock", "journal", "stage"].flatMap((name): readonly Case[] => [
    {
      behaviour: `a linked ${name}`,
      plant: (state) => Deno.symlinkSync("../../outside/file", join(state, name)),
      kind: "unreadable",
    },
    {
      behaviour: `a ${name} that links to a folder`,
      plant: (state) => Deno.symlinkSync("../../outside", join(state, name)),
      kind: "unreadable",
    },
    {
      behaviour: `a ${name} that is a broken link`,
      plant: (state) => Deno.symlinkSync("../../outside/new", join(state, name)),
      kind: "unreadable",
    },
    {
      behaviour: `a ${name} that is a pipe`,
      plant: (state) => run(["mkfifo", join(state, name)]),
      kind: "unreadable",
    },
  ]),
];

/** Journals that would overwrite or delete files if they were trusted. */
const FORGED_JOURNALS: Readonly<Record<string, (stage: StageId) => unknown>> = {
  "nothing": () => undefined,
  "null": () => null,
  "a list": () => [],
  "another version": (stage) => ({ version: 1, stage, folders: [], files: [] }),
  "no stage": () => ({ version: 3, removed: [], folders: [], files: [deletion("app.py")] }),
  "null for a stage": () => ({
    version: 3,
    removed: [],
    stage: null,
    folders: [],
    files: [deletion("new.py")],
  }),
  "only an inode for a stage": ({ inode }) => ({
    version: 3,
    removed: [],
    stage: inode,
    folders: [],
    files: [deletion("new.py")],
  }),
  "another project's stage": ({ born }) => ({
    version: 3,
    removed: [],
    stage: { inode: 1, born },
    folders: [],
    files: [deletion("new.py")],
  }),
  "a stage whose inode was guessed": ({ inode }) => ({
    version: 3,
    removed: [],
    stage: { inode, born: Date.UTC(2026, 0) },
    folders: [],
    files: [deletion("new.py")],
  }),
  "a guessed inode and no time": ({ inode }) => ({
    version: 3,
    removed: [],
    stage: { inode },
    folders: [],
    files: [deletion("new.py")],
  }),
  "no files": (stage) => ({ version: 3, removed: [], stage, folders: [] }),
  "null for a file": (stage) => ({ version: 3, removed: [], stage, folders: [], files: [null] }),
  "a path for a file": (stage) => ({
    version: 3,
    removed: [],
    stage,
    folders: [],
    files: ["new.py"],
  }),
  "null for a path": (stage) => ({
    version: 3,
    removed: [],
    stage,
    folders: [],
    files: [{ ...deletion("new.py"), path: null }],
  }),
  "text for files": (stage) => ({ version: 3, removed: [], stage, folders: [], files: "new.py" }),
  "an unknown kind": (stage) => ({
    version: 3,
    removed: [],
    stage,
    folders: [],
    files: [{ ...deletion("new.py"), kind: "link" }],
  }),
  "a number for a hash": (stage) => ({
    version: 3,
    removed: [],
    stage,
    folders: [],
    files: [{ ...deletion("new.py"), after: 1 }],
  }),
  "a way out": (stage) => ({
    version: 3,
    removed: [],
    stage,
    folders: [],
    files: [deletion("../outside/new.py")],
  }),
  "an absolute path": (stage) => ({ version: 3, removed: [], stage, folders: ["/tmp"], files: [] }),
  "a file for a folder": (stage) => ({
    version: 3,
    removed: [],
    stage,
    folders: ["app.py"],
    files: [],
  }),
  "a folder that no file needs": (stage) => ({
    version: 3,
    removed: [],
    stage,
    folders: ["empty"],
    files: [creation("emptyish/new.py"), creation("empty")],
  }),
  "a folder of a file to be deleted": (stage) => ({
    version: 3,
    removed: [],
    stage,
    folders: ["empty"],
    files: [deletion("empty/new.py")],
  }),
  "no removed folders": (stage) => ({ version: 3, stage, folders: [], files: [] }),
  "a removed folder outside": (stage) => removing(stage, { path: "../outside/new", mode: 0o755 }),
  "a removed folder without a mode": (stage) => removing(stage, { path: "api" }),
  "a removed folder with more than a mode": (stage) =>
    removing(stage, { path: "api", mode: 0o10755 }),
  "a removed folder of a file to be created": (stage) => ({
    version: 3,
    stage,
    folders: [],
    removed: [{ path: "gone", mode: 0o755 }],
    files: [creation("gone/new.py")],
  }),
};

function removing(stage: StageId, folder: unknown): unknown {
  return { version: 3, stage, folders: [], removed: [folder], files: [deletion("api/new.py")] };
}

/** Files and links that a forged journal declares as folders, so that they would be removed. */
const GREEDY_FOLDERS = [".env", ".git/config", "api/__init__.py", "link.py", "way_out"];

const JOURNALS: readonly Case[] = [
  ...Object.entries(FORGED_JOURNALS).map(([name, forge]): Case => ({
    behaviour: `a journal with ${name}`,
    plant: (state) => plantJournal(state, forge),
    kind: "unreadable",
  })),
  {
    behaviour: "a journal without a stage, which declares null",
    plant: (state) =>
      writeJournal(state, {
        version: 3,
        removed: [],
        stage: null,
        folders: GREEDY_FOLDERS,
        files: [],
      }),
    kind: "unreadable",
  },
  {
    behaviour: "a journal without a stage, which declares one",
    plant: (state) =>
      writeJournal(state, {
        version: 3,
        removed: [],
        stage: { inode: 1, born: 1 },
        folders: [],
        files: [],
      }),
    kind: "unreadable",
  },
  {
    behaviour: "half a journal",
    plant: (state) => Deno.writeTextFileSync(join(state, "journal"), '{"version":1,"stage'),
    kind: "unreadable",
  },
  {
    behaviour: "a journal that leads through a link",
    plant: (state) =>
      plantJournal(state, (stage) => ({
        version: 3,
        removed: [],
        stage,
        folders: [],
        files: [deletion("way_out/new.py")],
      })),
    kind: "outside",
  },
];

for (const { behaviour, plant, kind } of [...NOT_OURS, ...JOURNALS]) {
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

for (
  const [what, path, plant, reason] of [
    [
      "a link to the folder of records",
      ".layerwright",
      (path: string) => Deno.symlinkSync("../outside", path),
      "A link, not a folder; replace it with the folder itself",
    ],
    [
      "a file in place of the folder of records",
      ".layerwright",
      (path: string) => Deno.writeTextFileSync(path, ""),
      "A file, not a folder; move it away",
    ],
    [
      "a folder in place of the lock",
      ".layerwright/lock",
      (path: string) => Deno.mkdirSync(path),
      "A folder, not a file; move it away",
    ],
  ] as const
) {
  Deno.test(`generate explains what to do about ${what}`, () =>
    inTemporaryFolder(async (folder) => {
      const root = makeProject(folder);
      const real = join(root, path);
      if (path === ".layerwright") Deno.removeSync(real, { recursive: true });
      plant(real);
      const { message } = await generateRoute(createDiskWorkspace(root), "users");
      equal(message, `Cannot read '${path}' (${reason}).`);
    }));
}

Deno.test("exclusively refuses a journal that is too long, without reading it", () =>
  inTemporaryFolder(async (folder) => {
    const state = join(makeProject(folder), ".layerwright");
    plantJournal(state, (stage) => ({ version: 3, stage, folders: [], removed: [], files: [] }));
    Deno.writeFileSync(join(state, "journal"), new Uint8Array(2 ** 26).fill(0x20), {
      append: true,
    });
    const work = createDiskWorkspace(join(state, "..")).exclusively(() => Promise.resolve());
    await rejects(work, { name: "WorkspaceError", kind: "unreadable" });
  }));

Deno.test("exclusively explains what to do about another project's journal", () =>
  inTemporaryFolder(async (folder) => {
    const root = makeProject(folder);
    plantJournal(join(root, ".layerwright"), () => ({}));
    const workspace = createDiskWorkspace(root);
    await rejects(workspace.exclusively(() => Promise.resolve()), {
      path: ".layerwright/journal",
      reason: "Not a journal of this project; look for old files in .layerwright/stage, " +
        "then remove the journal",
    });
    Deno.removeSync(join(root, ".layerwright/journal"));
    equal((await workspace.exclusively(() => Promise.resolve())).kind, "done");
  }));

for (const folder of [...GREEDY_FOLDERS, "link_in", "api"]) {
  Deno.test(`exclusively does not remove '${folder}' for a well-forged journal`, () =>
    inTemporaryFolder(async (temporary) => {
      const root = makeProject(temporary);
      const before = readTree(root);
      plantJournal(join(root, ".layerwright"), (stage) => ({
        version: 3,
        removed: [],
        stage,
        folders: [folder],
        files: [creation(`${folder}/new.py`)],
      }));
      await Promise.allSettled([createDiskWorkspace(root).exclusively(() => Promise.resolve())]);
      const after = readTree(root);
      for (const [path, content] of Object.entries(before)) {
        if (!path.startsWith(".layerwright/")) equal(after[path], content);
      }
    }));
}

Deno.test("exclusively removes no folder that only looks like the staging folder of a dead run", () =>
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

Deno.test("exclusively removes no staging folder of a running process", () =>
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

/**
 * Creates `shop` with an empty state folder, links that stay inside the project, and a link to the
 * folder beside it.
 */
function makeProject(folder: string): string {
  const root = join(folder, "shop");
  writeFiles(folder, {
    "outside/file": "precious\n",
    "shop/.env": "SECRET=1\n",
    "shop/.git/config": "[core]\n",
    "shop/api/__init__.py": "",
    "shop/app.py": "app\n",
  });
  Deno.mkdirSync(join(root, "empty"));
  Deno.mkdirSync(join(root, ".layerwright"));
  Deno.symlinkSync("app.py", join(root, "link.py"));
  Deno.symlinkSync("empty", join(root, "link_in"));
  Deno.symlinkSync("../outside", join(root, "way_out"));
  return root;
}

/** Returns an entry of a journal that would move the staged file to the path. */
function deletion(path: string): Readonly<Record<string, unknown>> {
  return { kind: "delete", path, after: null };
}

/** Returns an entry of a journal that would remove the file at the path, if the hash matched. */
function creation(path: string): Readonly<Record<string, unknown>> {
  return { kind: "create", path, after: "sha256:unknown" };
}

/** The facts about the victim's stage that a forger would have to know. */
interface StageId {
  readonly inode: number | null;
  readonly born: number | null;
}

function plantJournal(state: string, forge: (stage: StageId) => unknown): void {
  writeFiles(state, { "stage/old-0": "planted\n" });
  const { ino, birthtime } = Deno.statSync(join(state, "stage"));
  writeJournal(state, forge({ inode: ino, born: birthtime?.getTime() ?? null }));
}

function writeJournal(state: string, data: unknown): void {
  Deno.writeTextFileSync(join(state, "journal"), JSON.stringify(data) ?? "");
}

for (
  const [command, isAdvised] of [["rename route a b", true], [
    "rename route a b;id x",
    false,
  ]] as const
) {
  Deno.test(`undo advises a recorded command that people could copy: ${command}: ${isAdvised}`, async () => {
    await inTemporaryFolder(async (folder) => {
      const root = join(folder, "shop");
      const workspace = createDiskWorkspace(root);
      await generateApi(workspace, "shop", { routes: { a: { type: "GET" } } });
      await renameRoute(workspace, "a", "b");
      const [list, route] = [".layerwright/history/list", "api/routes/b_route.py"];
      const change = (path: string, from: string, to: string) => {
        const text = Deno.readTextFileSync(join(root, path));
        Deno.writeTextFileSync(join(root, path), text.replace(from, to));
      };
      change(list, "rename route a b", command);
      change(route, "def get()", "def get(x: int = 1)");
      const { diagnostics: [first] } = await undo(createDiskWorkspace(root));
      equal(first?.code, "conflict-edited");
      (isAdvised ? match : doesNotMatch)(first?.hint ?? "", /'layerwright rename/);
    });
  });
}
