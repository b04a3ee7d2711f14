import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";
import { changes } from "./changes.ts";
import { inTemporaryFolder } from "./temporary_folder.ts";
import { readTree, writeFiles } from "./tree.ts";

const PROCESSES = Deno.env.get("LAYERWRIGHT_TIER") === "full" ? 100 : 20;

Deno.test(`exclusively loses no work of ${PROCESSES} processes at once`, () =>
  inTemporaryFolder(async (root) => {
    writeFiles(root, { "count.txt": "0" });
    const outputs = await Promise.all(
      Array.from({ length: PROCESSES }, () => runChild("increment_child.ts", [root])),
    );
    deepEqual(new Set(outputs), new Set(["applied"]));
    deepEqual(readTree(root), { "count.txt": `644 ${PROCESSES}` });
  }));

Deno.test("apply makes a project for one of many processes, and tells the others", () =>
  inTemporaryFolder(async (folder) => {
    const file = join(folder, "changes.json");
    const { changes: list } = changes(["api/app.py", null, "app\n"], [
      "README.md",
      null,
      "# Shop\n",
    ]);
    Deno.writeTextFileSync(file, JSON.stringify(list));
    const outputs = await Promise.all(
      Array.from(
        { length: 10 },
        () => runChild("apply_child.ts", [join(folder, "projects/shop"), file]),
      ),
    );
    const kinds = outputs.map((output) => JSON.parse(output).value.kind).sort();
    deepEqual(kinds, ["applied", ...Array(9).fill("changed")]);
    deepEqual(Object.keys(readTree(join(folder, "projects"))), [
      "shop/",
      "shop/README.md",
      "shop/api/",
      "shop/api/app.py",
    ]);
  }));

Deno.test("exclusively gives up when another run holds the lock for too long", () =>
  inTemporaryFolder(async (root) => {
    writeFiles(root, { ".layerwright/lock": "" });
    using held = Deno.openSync(join(root, ".layerwright/lock"), { write: true });
    held.lockSync(true);
    const workspace = createDiskWorkspace(root, { patienceMs: 0 });
    const work = () => Promise.resolve("worked");
    deepEqual(await workspace.exclusively(work), { kind: "busy" });
    held.unlockSync();
    deepEqual(await workspace.exclusively(work), {
      kind: "done",
      value: "worked",
      recovered: false,
    });
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

/** Runs a script of this folder in a process of its own, and returns what it printed. */
async function runChild(script: string, args: readonly string[]): Promise<string> {
  const { pathname } = new URL(script, import.meta.url);
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", pathname, ...args],
    stderr: "inherit",
  });
  return new TextDecoder().decode((await command.output()).stdout).trim();
}
