/** Undoing commands on projects that people edited before, or afterwards. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { join } from "node:path";
import * as library from "../../mod.ts";
import { createDiskWorkspace, createMemoryWorkspace, redo, undo } from "../../mod.ts";
import { readPython } from "../../python/python_module.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { replaceFiles } from "../workspace/replace_files.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { readProject, writeFiles } from "../workspace/tree.ts";
import { COMMANDS, type Life } from "./commands.ts";
import { BY_HAND } from "./edits/edit.ts";
import { EDITS } from "./edits/mod.ts";
import { begin, edited } from "./life.ts";
import type { Files } from "./project.ts";
import { Random } from "./random.ts";
import { SHOP } from "./specs.ts";
import { snapshot } from "../project/snapshot.ts";

const PROJECTS = IS_FULL_TIER ? 500 : 40;

Deno.test("undo() restores every edited project byte for byte, and redo() repeats the command", async () => {
  const undone = new Set<string>();
  for (let seed = 1; seed <= PROJECTS; seed++) {
    const random = new Random(seed);
    const life = withEdits(await begin(SHOP), random, 1 + random.below(3));
    const kinds = [...COMMANDS];
    for (let count = 0; count < (IS_FULL_TIER ? 4 : 1); count++) {
      const [name, kind] = kinds[(seed + count * 7) % kinds.length] ?? kinds[0] ?? [];
      const command = kind?.(life, random) ?? null;
      if (name === undefined || command === null) continue;
      await inTemporaryFolder(async (root) => {
        writeFiles(root, life.project.files);
        setModes(root, Object.keys(life.project.files), random);
        const before = readProject(root);
        const workspace = createDiskWorkspace(root);
        const { status } = await command.run(workspace, library);
        if (status !== "applied") return;
        undone.add(name);
        const after = readProject(root);
        const what = `Seed ${seed}: ${command.words}`;
        equal((await undo(workspace)).message.split(" ")[0], "Undid", what);
        deepEqual(readProject(root), before, what);
        equal((await redo(workspace)).message.split(" ")[0], "Redid", what);
        deepEqual(readProject(root), after, what);
      });
    }
  }
  ok(undone.size > COMMANDS.size / 2, [...undone].join(", "));
});

Deno.test("undo() keeps code that people wrote after the command, or writes nothing", async () => {
  const outcomes = { applied: 0, refused: 0 };
  for (let seed = 1; seed <= PROJECTS; seed++) {
    const random = new Random(seed);
    const life = await begin(SHOP);
    const [, kind] = [...COMMANDS][seed % COMMANDS.size] ?? [];
    const command = kind?.(life, random) ?? null;
    if (command === null) continue;
    const workspace = createMemoryWorkspace(life.project.files);
    if ((await command.run(workspace, library)).status !== "applied") continue;
    const files = Object.fromEntries(workspace.files());
    const later = withEdits({ ...life, project: { ...life.project, files } }, random, 2);
    await replaceFiles(workspace, snapshot(later.project.files));
    const before = new Map(workspace.files());
    const report = await undo(workspace, { keepEdited: seed % 2 === 0 });
    const what = `Seed ${seed}: ${command.words}: ${report.message}`;
    if (report.status === "refused") {
      outcomes.refused++;
      deepEqual(new Map(workspace.files()), before, what);
      continue;
    }
    equal(report.status, "applied", what);
    outcomes.applied++;
    deepEqual(byHand(Object.fromEntries(workspace.files())), byHand(later.project.files), what);
    for (const [path, text] of workspace.files()) {
      if (path.endsWith(".py")) deepEqual(readPython(text).problems, [], `${what}: ${path}`);
    }
    equal((await redo(workspace)).status, "applied", what);
    deepEqual([...workspace.files()].sort(), [...before].sort(), what);
  }
  ok(outcomes.applied > outcomes.refused, JSON.stringify(outcomes));
});

/** Returns the lines with people's mark, sorted. */
function byHand(files: Files): readonly string[] {
  return Object.values(files).flatMap((text) => text.split(/\r?\n/))
    .filter((line) => line.includes(BY_HAND)).map((line) => line.trim()).sort();
}

function withEdits(life: Life, random: Random, count: number): Life {
  let now = life;
  for (let left = count; left > 0; left--) {
    const edit = random.pick([...EDITS.values()]);
    now = edit === undefined ? now : edited(now, edit, random) ?? now;
  }
  return now;
}

/** Gives some files other permission bits, and adds an empty folder. */
function setModes(root: string, paths: readonly string[], random: Random): void {
  for (const path of paths) {
    if (random.below(4) === 0) Deno.chmodSync(join(root, path), random.oneOf(0o600, 0o640, 0o755));
  }
  Deno.mkdirSync(join(root, "api_empty"), { mode: 0o750 });
}
