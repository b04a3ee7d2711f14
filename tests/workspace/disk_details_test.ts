import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { projectPath } from "../../core/project_path.ts";
import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";
import type { ApplyOutcome } from "../../workspace/workspace.ts";
import { changes, type Triple } from "./changes.ts";
import { inTemporaryFolder } from "./temporary_folder.ts";
import { readTree, writeFiles } from "./tree.ts";

for (
  const { behaviour, before, text, after, bytes } of [
    {
      behaviour: "UTF-8 with a byte order mark",
      before: [0xef, 0xbb, 0xbf, 0xc3, 0xa9],
      text: "\ufeffé",
      after: "\ufefféé",
      bytes: [0xef, 0xbb, 0xbf, 0xc3, 0xa9, 0xc3, 0xa9],
    },
    { behaviour: "Latin-1", before: [0xe9], text: "é", after: "éé", bytes: [0xe9, 0xe9] },
    {
      behaviour: "every byte of Latin-1",
      before: [0x80, 0x9f, 0xff],
      text: "\u0080\u009fÿ",
      after: "\u0080\u009fÿ.",
      bytes: [0x80, 0x9f, 0xff, 0x2e],
    },
    {
      behaviour: "line ends and bytes of zero",
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

Deno.test("apply fails if new text does not fit a Latin-1 file", () =>
  inTemporaryFolder(async (root) => {
    Deno.writeFileSync(join(root, "app.py"), new Uint8Array([0xe9]));
    const before = readTree(root);
    deepEqual(await applyTo(root, ["a.py", null, ""], ["app.py", "é", "é€"]), {
      kind: "failed",
      path: "app.py",
      reason: "The new text has characters that latin-1 lacks",
    });
    deepEqual(readTree(root), before);
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

Deno.test("apply keeps an existing folder that it fills", () =>
  inTemporaryFolder(async (root) => {
    const { ino } = Deno.statSync(root);
    deepEqual(await applyTo(root, ["api/app.py", null, "app\n"]), { kind: "applied" });
    equal(Deno.statSync(root).ino, ino);
    deepEqual(readTree(root), { "api/": "755", "api/app.py": "644 app\n" });
  }));

Deno.test("apply makes the folders above a project", () =>
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

Deno.test("apply makes a project only from new files", () =>
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
      behaviour: "a file took its place",
      meanwhile: (root: string) => Deno.writeTextFileSync(root, "theirs"),
    },
  ]
) {
  Deno.test(`apply makes no project if ${behaviour}`, () =>
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
  Deno.test(`apply makes no project at '${root}' where a file is in its way`, () =>
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

Deno.test("apply does not bring back a project that vanished", () =>
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
    });
    deepEqual(readTree(folder), {});
  }));

Deno.test("createDiskWorkspace does not count the state of a run as part of the project", () =>
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

async function applyTo(root: string, ...triples: readonly Triple[]): Promise<ApplyOutcome> {
  const workspace = createDiskWorkspace(root);
  const outcome = await workspace.exclusively(() => workspace.apply(changes(...triples)));
  if (outcome.kind !== "done") throw new Error("The workspace was busy");
  return outcome.value;
}
