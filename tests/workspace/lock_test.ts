import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";
import { changes, writeChanges } from "./changes.ts";
import { childCommand } from "./child_command.ts";
import { run } from "./run.ts";
import { EDIT, inScenario } from "./scenarios.ts";
import { writesOf } from "./strace.ts";
import { inTemporaryFolder } from "./temporary_folder.ts";
import { readTree, writeFiles } from "./tree.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";

const PROCESSES = IS_FULL_TIER ? 100 : 10;
const CREATORS = IS_FULL_TIER ? 10 : 5;

for (
  const { behaviour, prefix } of [
    { behaviour: `of ${PROCESSES} processes at once`, prefix: [] },
    {
      // Every holder of the lock removes the file, so a process may open a file that is removed
      // before the process locks it.
      behaviour: "of processes that lock an opened file slowly",
      prefix: ["strace", "-o", "/dev/null", "-e", "inject=flock:delay_enter=20000"],
    },
  ]
) {
  Deno.test(`exclusively loses no work ${behaviour}`, () =>
    inTemporaryFolder(async (root) => {
      writeFiles(root, { "count.txt": "0" });
      const command = [...prefix, ...childCommand("increment_child.ts", root)];
      const outputs = await Promise.all(Array.from({ length: PROCESSES }, () => run(command)));
      deepEqual(outputs.filter(({ printed }) => printed !== "applied\n"), []);
      deepEqual(readTree(root), { "count.txt": `644 ${PROCESSES}` });
    }));
}

for (
  const { behaviour, prefix } of [
    { behaviour: "of many processes", prefix: [] },
    {
      behaviour: "of many processes that rename slowly",
      prefix: [
        "strace",
        "-o",
        "/dev/null",
        "-e",
        "inject=?rename,?renameat,renameat2:delay_enter=300000",
      ],
    },
  ]
) {
  Deno.test(`apply creates a project for one ${behaviour}, and reports a conflict to the others`, () =>
    inTemporaryFolder(async (folder) => {
      const file = writeChanges(
        join(folder, "changes.json"),
        changes(["README.md", null, "# Shop\n"], ["api/app.py", null, "app\n"]),
      );
      const command = [
        ...prefix,
        ...childCommand("apply_child.ts", join(folder, "projects/shop"), file),
      ];
      const outputs = await Promise.all(Array.from({ length: CREATORS }, () => run(command)));
      const kinds = outputs.map(({ printed }) => JSON.parse(printed).value.kind).sort();
      deepEqual(kinds, ["applied", ...Array(CREATORS - 1).fill("changed")]);
      deepEqual(Object.keys(readTree(join(folder, "projects"))), [
        "shop/",
        "shop/README.md",
        "shop/api/",
        "shop/api/app.py",
      ]);
    }));
}

Deno.test("exclusively creates its lock file, and opens none that appeared in between", async () => {
  await inScenario(EDIT, async ({ command }) => {
    const opened = (await writesOf(command)).find((write) => /^openat\(.*\/lock"/.test(write));
    match(opened ?? "", /O_CREAT\|O_EXCL/);
  });
});

Deno.test("exclusively gives up if another run holds the lock for too long", () =>
  inTemporaryFolder(async (root) => {
    writeFiles(root, { ".layerwright/lock": "" });
    using held = Deno.openSync(join(root, ".layerwright/lock"), { write: true });
    held.lockSync(true);
    const workspace = createDiskWorkspace(root, { lockTimeoutMs: 0 });
    const work = () => Promise.resolve("worked");
    deepEqual(await workspace.exclusively(work), { kind: "busy" });
    held.unlockSync();
    deepEqual(await workspace.exclusively(work), {
      kind: "done",
      value: "worked",
      recovered: false,
      left: [],
    });
  }));

Deno.test("reading waits for another run only while it changes files", () =>
  inTemporaryFolder(async (root) => {
    writeFiles(root, { ".layerwright/lock": "" });
    using held = Deno.openSync(join(root, ".layerwright/lock"), { write: true });
    held.lockSync(true);
    const workspace = createDiskWorkspace(root, { lockTimeoutMs: 0 });
    const work = () => Promise.resolve("worked");
    const done = { kind: "done", value: "worked", recovered: false, left: [] };
    deepEqual(await workspace.reading(work), done);
    writeFiles(root, { ".layerwright/journal": "" });
    deepEqual(await workspace.reading(work), { kind: "busy" });
    Deno.removeSync(join(root, ".layerwright/journal"));
    deepEqual(await workspace.reading(work), done);
  }));

Deno.test("exclusively leaves no trace of its lock, even if the work fails", () =>
  inTemporaryFolder(async (root) => {
    const workspace = createDiskWorkspace(root);
    const before = readTree(root);
    for (const fails of [false, true]) {
      const work = workspace.exclusively(async () => {
        deepEqual(await workspace.entries(null), []);
        if (fails) throw new Error("Work failed");
      });
      equal((await Promise.allSettled([work]))[0]?.status, fails ? "rejected" : "fulfilled");
      deepEqual(readTree(root), before);
    }
  }));
