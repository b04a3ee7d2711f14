import { deepEqual, equal, rejects, throws } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { join } from "node:path";
import type { Change } from "../../core/change_set.ts";
import { projectPath } from "../../core/project_path.ts";
import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";
import type { ApplyOutcome } from "../../workspace/workspace.ts";
import { python } from "../../tools/python.ts";
import { changes, type Triple } from "./changes.ts";
import { run } from "./run.ts";
import { inTemporaryFolder } from "./temporary_folder.ts";
import { readTree, type Tree, writeFiles } from "./tree.ts";

for (
  const { behaviour, before, text, after, bytes } of [
    {
      behaviour: "UTF-8 with a byte order mark",
      before: [0xef, 0xbb, 0xbf, 0xc3, 0xa9],
      text: "\ufeffé",
      after: "\ufefféé",
      bytes: [0xef, 0xbb, 0xbf, 0xc3, 0xa9, 0xc3, 0xa9],
    },
    {
      behaviour: "Latin-1 below two unchanged lines",
      before: [0x0a, 0x0a, 0xe9],
      text: "\n\né",
      after: "\n\néé",
      bytes: [0x0a, 0x0a, 0xe9, 0xe9],
    },
    {
      behaviour: "every byte of Latin-1",
      before: [0x0a, 0x0a, 0x80, 0x9f, 0xff],
      text: "\n\n\u0080\u009fÿ",
      after: "\n\n\u0080\u009fÿ.",
      bytes: [0x0a, 0x0a, 0x80, 0x9f, 0xff, 0x2e],
    },
    {
      behaviour: "line ends and zero bytes",
      before: [0x61, 0x0d, 0x0a, 0x00],
      text: "a\r\n\0",
      after: "b\r\n\0",
      bytes: [0x62, 0x0d, 0x0a, 0x00],
    },
  ]
) {
  Deno.test(`createDiskWorkspace reads and writes ${behaviour}`, () =>
    inTemporaryFolder(async (root) => {
      Deno.writeFileSync(join(root, "app.py"), new Uint8Array(before));
      const path = projectPath("app.py");
      equal((await createDiskWorkspace(root).read([path])).get(path), text);
      deepEqual(await applyTo(root, ["app.py", text, after]), { kind: "applied" });
      deepEqual([...Deno.readFileSync(join(root, "app.py"))], bytes);
    }));
}

const LATIN_1 = '# coding: latin-1\nname = "é"\n';

for (
  const { behaviour, after, encoding } of [
    {
      behaviour: "as Latin-1 if only later lines change",
      after: `${LATIN_1}more = "é"\n`,
      encoding: "latin1",
    },
    {
      behaviour: "as Latin-1 if it still declares Latin-1",
      after: '# coding: latin-1\nimport os\nname = "é"\n',
      encoding: "latin1",
    },
    {
      behaviour: "as UTF-8 if it declares no encoding",
      after: 'name = "é"\n',
      encoding: "utf8",
    },
    {
      behaviour: "as UTF-8 if it declares UTF-8",
      after: '# coding: utf-8\nname = "é€"\n',
      encoding: "utf8",
    },
  ] as const
) {
  Deno.test(`apply writes new text of a Latin-1 file ${behaviour}, as Python reads it`, () =>
    inTemporaryFolder(async (root) => {
      const file = join(root, "app.py");
      Deno.writeFileSync(file, Buffer.from(LATIN_1, "latin1"));
      deepEqual(await applyTo(root, ["app.py", LATIN_1, after]), { kind: "applied" });
      equal(Buffer.from(Deno.readFileSync(file)).toString(encoding), after);
      const { complaints } = await run([python(), "-m", "py_compile", file]);
      equal(complaints, "");
    }));
}

Deno.test("apply fails if new text does not fit a Latin-1 file", () =>
  inTemporaryFolder(async (root) => {
    Deno.writeFileSync(join(root, "app.py"), Buffer.from(LATIN_1, "latin1"));
    const before = readTree(root);
    deepEqual(await applyTo(root, ["a.py", null, ""], ["app.py", LATIN_1, `${LATIN_1}# €`]), {
      kind: "failed",
      path: "app.py",
      reason: "The new text has characters that latin-1 lacks",
    });
    deepEqual(readTree(root), before);
  }));

for (
  const { behaviour, bytes } of [
    { behaviour: "Latin-1", bytes: Buffer.from(LATIN_1, "latin1") },
    { behaviour: "UTF-8", bytes: Buffer.from(LATIN_1) },
    { behaviour: "UTF-8 with a byte order mark", bytes: Buffer.from(`\ufeff${LATIN_1}`) },
    { behaviour: "an unknown encoding", bytes: Buffer.from([0xff, 0x00, 0x0d, 0x80]) },
  ]
) {
  Deno.test(`apply backs up a file in ${behaviour} byte for byte while replacing it`, () =>
    inTemporaryFolder(async (root) => {
      const path = projectPath("app.py");
      Deno.writeFileSync(join(root, path), bytes);
      const text = (await createDiskWorkspace(root).read([path])).get(path) ?? "";
      const outcome = await applyChanges(root, [
        ...changes([path, text, 'name = "é€"\n']),
        {
          kind: "create",
          path: projectPath("app.py.orig"),
          before: null,
          after: text,
          like: path,
        },
      ]);
      deepEqual(outcome, { kind: "applied" });
      deepEqual([...Deno.readFileSync(join(root, "app.py.orig"))], [...bytes]);
      equal(Deno.readTextFileSync(join(root, path)), 'name = "é€"\n');
    }));
}

Deno.test("apply writes UTF-8 if the file to copy the encoding from is absent", () =>
  inTemporaryFolder(async (root) => {
    const [change] = changes(["a.py", null, "é"]);
    const like = projectPath("absent.py");
    await applyChanges(root, [{ ...change, like } as Change]);
    deepEqual(readTree(root), { "a.py": `644 ${Buffer.from("é").toString("latin1")}` });
  }));

for (const mode of [0o755, 0o600, 0o664, 0o4755]) {
  Deno.test(`apply keeps permission bits ${mode.toString(8)} of an updated file`, () =>
    inTemporaryFolder(async (root) => {
      writeFiles(root, { "run.sh": "old" });
      Deno.chmodSync(join(root, "run.sh"), mode);
      deepEqual(await applyTo(root, ["run.sh", "old", "new"]), { kind: "applied" });
      deepEqual(readTree(root), { "run.sh": `${mode.toString(8)} new` });
    }));
}

for (const [uid, gid] of [[1234, 0], [0, 1234], [1234, 1234]] as const) {
  Deno.test({
    name: `apply keeps owner ${uid} and group ${gid} of an updated file`,
    // Only root may change owners.
    ignore: Deno.uid() !== 0,
    fn: () =>
      inTemporaryFolder(async (root) => {
        const file = join(root, "run.sh");
        writeFiles(root, { "run.sh": "old" });
        Deno.chownSync(file, uid, gid);
        deepEqual(await applyTo(root, ["run.sh", "old", "new"]), { kind: "applied" });
        const info = Deno.statSync(file);
        deepEqual([info.uid, info.gid, Deno.readTextFileSync(file)], [uid, gid, "new"]);
      }),
  });
}

/** Modification time of the files before {@linkcode CONCURRENT_EDITS}, in seconds since 1970. */
const LONG_AGO = 1_000_000_000;

/** Edits of a file by another program while `apply` waits for the disk. */
const CONCURRENT_EDITS: Readonly<Record<string, (file: string) => void>> = {
  "writes as many characters to it": (file) => Deno.writeTextFileSync(file, "abc"),
  "writes more to it, and sets its time back": (file) => {
    Deno.writeTextFileSync(file, "longer");
    Deno.utimeSync(file, LONG_AGO, LONG_AGO);
  },
  "puts another file of its size and time there": (file) => {
    Deno.writeTextFileSync(`${file}.other`, "abc");
    Deno.utimeSync(`${file}.other`, LONG_AGO, LONG_AGO);
    Deno.renameSync(`${file}.other`, file);
  },
  "removes it": (file) => Deno.removeSync(file),
};

for (const [behaviour, meddle] of Object.entries(CONCURRENT_EDITS)) {
  for (const after of ["new", null]) {
    Deno.test(`apply ${after === null ? "deletes" : "updates"} nothing if another program ${behaviour} during the wait`, () =>
      inTemporaryFolder(async (root) => {
        writeFiles(root, { "app.py": "old", "other.py": "other" });
        const file = join(root, "app.py");
        Deno.utimeSync(file, LONG_AGO, LONG_AGO);
        const workspace = createDiskWorkspace(root);
        let theirs = {};
        const outcome = await workspace.exclusively(async () => {
          const change: Triple = ["app.py", "old", after];
          const applying = workspace.apply(changes(["a.py", null, "a"], change));
          meddle(file);
          theirs = withoutState(readTree(root));
          return await applying;
        });
        deepEqual(outcome.kind === "done" && outcome.value, { kind: "changed", path: "app.py" });
        deepEqual(readTree(root), theirs);
      }));
  }
}

Deno.test("apply replaces no file that appeared during the wait", () =>
  inTemporaryFolder(async (root) => {
    writeFiles(root, { "other.py": "other" });
    const workspace = createDiskWorkspace(root);
    const outcome = await workspace.exclusively(async () => {
      const applying = workspace.apply(changes(["app.py", null, "ours"]));
      writeFiles(root, { "app.py": "theirs" });
      return await applying;
    });
    deepEqual(outcome.kind === "done" && outcome.value, { kind: "changed", path: "app.py" });
    deepEqual(readTree(root), { "app.py": "644 theirs", "other.py": "644 other" });
  }));

Deno.test("a read-only disk workspace cannot be locked, and rejects an invalid journal", () =>
  inTemporaryFolder(async (root) => {
    writeFiles(root, { "app.py": "app\n" });
    const workspace = createDiskWorkspace(root, { readOnly: true });
    const work = () => Promise.resolve("worked");
    equal((await workspace.reading(work)).kind, "done");
    throws(() => workspace.exclusively(work), /read-only project/);
    writeFiles(root, { ".layerwright/journal": "{}", ".layerwright/stage/new-0": "" });
    const before = readTree(root);
    await rejects(workspace.reading(work), {
      name: "WorkspaceError",
      kind: "unreadable",
      path: ".layerwright/journal",
      reason: /^Not a journal of this project/,
    });
    throws(() => workspace.exclusively(work), /read-only project/);
    deepEqual(readTree(root), before);
  }));

Deno.test("apply keeps an existing folder that it fills", () =>
  inTemporaryFolder(async (root) => {
    const { ino } = Deno.statSync(root);
    deepEqual(await applyTo(root, ["api/app.py", null, "app\n"]), { kind: "applied" });
    equal(Deno.statSync(root).ino, ino);
    deepEqual(readTree(root), { "api/": "755", "api/app.py": "644 app\n" });
  }));

Deno.test("apply creates the folders above a project", () =>
  inTemporaryFolder(async (folder) => {
    deepEqual(await applyTo(join(folder, "a/b/shop"), ["app.py", null, "app\n"]), {
      kind: "applied",
    });
    deepEqual(readTree(folder), {
      "a/": "755",
      "a/b/": "755",
      "a/b/shop/": "755",
      "a/b/shop/app.py": "644 app\n",
    });
  }));

Deno.test("apply leaves no folders if a new project cannot be written", () =>
  inTemporaryFolder(async (folder) => {
    const outcome = await applyTo(
      join(folder, "a/b/shop"),
      ["api", null, "a file"],
      ["api/app.py", null, "app\n"],
    );
    deepEqual(outcome, { kind: "failed", path: "api/app.py", reason: "File exists" });
    deepEqual(readTree(folder), {});
  }));

Deno.test("apply creates a project only from new files", () =>
  inTemporaryFolder(async (folder) => {
    const outcome = await applyTo(join(folder, "shop"), ["app.py", "old", "new"]);
    deepEqual(outcome, { kind: "changed", path: "app.py" });
    deepEqual(readTree(folder), {});
  }));

for (
  const { behaviour, meanwhile } of [
    {
      behaviour: "another folder took its place",
      meanwhile: (root: string) => writeFiles(root, { "theirs.py": "" }),
    },
    {
      behaviour: "an empty folder took its place",
      meanwhile: (root: string) => Deno.mkdirSync(root),
    },
    {
      behaviour: "a file took its place",
      meanwhile: (root: string) => Deno.writeTextFileSync(root, "theirs"),
    },
  ]
) {
  Deno.test(`apply creates no project if ${behaviour}`, () =>
    inTemporaryFolder(async (folder) => {
      const workspace = createDiskWorkspace(join(folder, "shop"));
      const outcome = await workspace.exclusively(() => {
        meanwhile(join(folder, "shop"));
        return workspace.apply(changes(["app.py", null, "ours"]));
      });
      equal(outcome.kind === "done" && outcome.value.kind, "changed");
      deepEqual(Object.values(readTree(folder)).filter((text) => text.includes("ours")), []);
    }));
}

for (
  const [root, path] of [
    ["file", ".layerwright/lock"],
    ["file/shop", "app.py"],
    ["file/a/shop", "app.py"],
  ] as const
) {
  Deno.test(`apply creates no project at '${root}', where a file is in the way`, () =>
    inTemporaryFolder(async (folder) => {
      writeFiles(folder, { file: "theirs" });
      const before = readTree(folder);
      deepEqual(await applyTo(join(folder, root), ["app.py", null, "app\n"]), {
        kind: "failed",
        path,
        reason: "Not a directory",
      });
      deepEqual(readTree(folder), before);
    }));
}

Deno.test("apply does not restore a project that was removed", () =>
  inTemporaryFolder(async (folder) => {
    writeFiles(folder, { "shop/app.py": "app\n" });
    const workspace = createDiskWorkspace(join(folder, "shop"));
    const outcome = await workspace.exclusively(() => {
      Deno.removeSync(join(folder, "shop"), { recursive: true });
      return workspace.apply(changes(["new.py", null, ""]));
    });
    deepEqual(outcome, {
      kind: "done",
      value: {
        kind: "failed",
        path: ".layerwright/journal",
        reason: "No such file or directory",
      },
      recovered: false,
      left: [],
    });
    deepEqual(readTree(folder), {});
  }));

Deno.test("createDiskWorkspace does not list the files of a run as part of the project", () =>
  inTemporaryFolder(async (root) => {
    writeFiles(root, { ".layerwright/lock": "", ".layerwright/stage/new-0": "" });
    const workspace = createDiskWorkspace(root);
    deepEqual(await workspace.entries(null), []);
    writeFiles(root, { ".layerwright/manifest": "" });
    deepEqual(await workspace.entries(null), [{ name: ".layerwright", kind: "folder" }]);
    deepEqual(await workspace.entries(projectPath(".layerwright")), [
      { name: "manifest", kind: "file" },
    ]);
  }));

function withoutState(tree: Tree): Tree {
  const entries = Object.entries(tree);
  return Object.fromEntries(entries.filter(([path]) => !path.startsWith(".layerwright/")));
}

function applyTo(root: string, ...triples: readonly Triple[]): Promise<ApplyOutcome> {
  return applyChanges(root, changes(...triples));
}

async function applyChanges(root: string, changes: readonly Change[]): Promise<ApplyOutcome> {
  const workspace = createDiskWorkspace(root);
  const outcome = await workspace.exclusively(() => workspace.apply(changes));
  if (outcome.kind !== "done") throw new Error("The workspace was busy");
  return outcome.value;
}
