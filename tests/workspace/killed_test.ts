import { deepEqual, equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { projectPath } from "../../core/project_path.ts";
import { allFiles } from "../../workspace/all_files.ts";
import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";
import {
  EDIT,
  FAILING_EDIT,
  inScenario,
  NEW,
  readState,
  rehearse,
  SCENARIOS,
  UNDO,
} from "./scenarios.ts";
import { failAt, killAt, type WritePoint, writePointsOf } from "./strace.ts";
import { type Tree, writeFiles } from "./tree.ts";
import { IS_FULL_TIER, testInFullTier } from "../tools/tier.ts";

for (const scenario of SCENARIOS) {
  const test = scenario.isQuick ? Deno.test : testInFullTier;
  test(`apply that ${scenario.name} changes all or nothing, wherever it is killed`, async () => {
    const { oldTree, newTree, points } = await rehearse(scenario);
    const newText = JSON.stringify(newTree);
    const found = { old: 0, new: 0 };
    for (const point of chosen(points)) {
      await inScenario(scenario, async ({ folder, root, command }) => {
        await killAt(point, command, folder);
        const recovered = await recover(root);
        const tree = readState(folder);
        const state = JSON.stringify(tree) === newText ? "new" : "old";
        if (state === "old") deepEqual(tree, oldTree, `Killed at ${point.shown}`);
        else ok(!recovered, "Undid something, and yet the project is the new one");
        found[state] += 1;
      });
    }
    ok(found.old > 0 && found.new > 0, `Kills left ${found.old} old and ${found.new} new projects`);
  });
}

Deno.test("a failing apply changes nothing, wherever it is killed", async () => {
  const { oldTree, newTree, points } = await rehearse(FAILING_EDIT);
  deepEqual(newTree, oldTree);
  for (const point of chosen(points)) {
    await inScenario(FAILING_EDIT, async ({ folder, root, command }) => {
      await killAt(point, command, folder);
      await recover(root);
      deepEqual(readState(folder), oldTree, `Killed at ${point.shown}`);
    });
  }
});

Deno.test("apply reports its outcome, whichever write the system refuses", async () => {
  const { oldTree, newTree, points } = await rehearse(EDIT);
  for (const point of chosen(points)) {
    await inScenario(EDIT, async ({ folder, root, command }) => {
      const outcome = JSON.parse(await failAt(point, command, folder)).value;
      await recover(root);
      const tree = outcome.kind === "applied" ? newTree : oldTree;
      deepEqual(readState(folder), tree, `Refused ${point.shown}`);
      if (outcome.kind !== "applied") equal(outcome.reason, "Input/output error");
    });
  }
});

for (
  const { behaviour, scenario, killedAt, test } of [
    {
      behaviour: "renamed every file",
      scenario: EDIT,
      killedAt: /^unlink.*journal"/,
      test: Deno.test,
    },
    {
      behaviour: "undid a change",
      scenario: UNDO,
      killedAt: /^unlink.*journal"/,
      test: testInFullTier,
    },
    {
      behaviour: "staged every file",
      scenario: EDIT,
      killedAt: /^rename.*journal"/,
      test: testInFullTier,
    },
    {
      behaviour: "created most of a project",
      scenario: NEW,
      killedAt: /^write.*users.py/,
      test: Deno.test,
    },
  ]
) {
  test(`exclusively cleans up after a run that ${behaviour}, wherever it is killed`, async () => {
    const { oldTree, points } = await rehearse(scenario);
    const first = points.findLast(({ shown }) => killedAt.test(shown));
    ok(first);
    const cleaning = await inScenario(scenario, async ({ folder, command, recovery }) => {
      await killAt(first, command, folder);
      return await writePointsOf(recovery, folder);
    });
    for (const second of chosen(cleaning)) {
      await inScenario(scenario, async ({ folder, root, command, recovery }) => {
        await killAt(first, command, folder);
        await killAt(second, recovery, folder);
        await recover(root);
        deepEqual(readState(folder), oldTree, `Killed at ${second.shown}`);
      });
    }
  });
}

Deno.test("exclusively reports a recovery only after a rollback", async () => {
  const { points } = await rehearse(EDIT);
  for (
    const { call, name, recovered } of [
      { call: "rename", name: "new-0", recovered: true },
      { call: "unlink", name: "journal", recovered: true },
      { call: "unlink", name: "lock", recovered: false },
    ]
  ) {
    const point = points.findLast((each) => each.call === call && each.shown.includes(`/${name}"`));
    ok(point);
    await inScenario(EDIT, async ({ folder, root, command }) => {
      await killAt(point, command, folder);
      equal(await recover(root), recovered, `Killed at ${point.shown}`);
      equal(await recover(root), false);
    });
  }
});

Deno.test("exclusively recovers a project on a disk without hard links", async () => {
  const { oldTree, points } = await rehearse(EDIT);
  const beforeCommit = points.findLast(({ shown }) => /^unlink.*journal"/.test(shown));
  ok(beforeCommit);
  await inScenario(EDIT, async ({ folder, root, command }) => {
    await killAt(beforeCommit, command, folder, ["-e", "inject=linkat:error=EPERM"]);
    equal(await recover(root), true);
    deepEqual(readState(folder), oldTree);
  });
});

Deno.test("exclusively keeps edits that were made after a run was killed", async () => {
  const { oldTree, points } = await rehearse(EDIT);
  const beforeCommit = points.findLast(({ shown }) => /^unlink.*journal"/.test(shown));
  ok(beforeCommit);
  await inScenario(EDIT, async ({ folder, root, command }) => {
    await killAt(beforeCommit, command, folder);
    Deno.writeTextFileSync(join(root, "api/run.sh"), "by hand\n");
    Deno.writeTextFileSync(join(root, "api/routes/users.py"), "by hand\n");
    Deno.writeTextFileSync(join(root, "api/old/first.py"), "by hand\n");
    const outcome = await createDiskWorkspace(root).exclusively(() => Promise.resolve());
    deepEqual(outcome, {
      kind: "done",
      value: undefined,
      recovered: "on disk",
      left: ["api/old/first.py", "api/routes/users.py", "api/run.sh"],
    });
    deepEqual(readState(folder), {
      ...oldTree,
      "shop/api/run.sh": "755 by hand\n",
      "shop/api/routes/": "755",
      "shop/api/routes/users.py": "644 by hand\n",
      "shop/api/old/first.py": "644 by hand\n",
    });
  });
});

Deno.test("exclusively leaves no copy of a file if none was edited", async () => {
  const { points } = await rehearse(EDIT);
  for (const point of chosen(points)) {
    await inScenario(EDIT, async ({ folder, root, command }) => {
      await killAt(point, command, folder);
      const outcome = await createDiskWorkspace(root).exclusively(() => Promise.resolve());
      deepEqual(outcome.kind === "done" && outcome.left, [], `Killed at ${point.shown}`);
    });
  }
});

Deno.test("exclusively does not report edited files that the run had not replaced", async () => {
  const { oldTree, points } = await rehearse(EDIT);
  const started = points.findLast(({ shown }) => /^rename.*\/new-0"/.test(shown));
  const beforeCommit = points.findLast(({ shown }) => /^unlink.*journal"/.test(shown));
  ok(started && beforeCommit);
  const done = { kind: "done", value: undefined, recovered: "on disk", left: [] };
  await inScenario(EDIT, async ({ folder, root, command }) => {
    await killAt(started, command, folder);
    Deno.writeTextFileSync(join(root, "api/run.sh"), "by hand\n");
    Deno.writeTextFileSync(join(root, "api/routes/users.py"), "by hand\n");
    deepEqual(await createDiskWorkspace(root).exclusively(() => Promise.resolve()), done);
    deepEqual(readState(folder), {
      ...oldTree,
      "shop/api/run.sh": "755 by hand\n",
      "shop/api/routes/": "755",
      "shop/api/routes/users.py": "644 by hand\n",
    });
  });
  await inScenario(EDIT, async ({ folder, root, command }) => {
    await killAt(beforeCommit, command, folder);
    Deno.removeSync(join(root, "api/routes/users.py"));
    deepEqual(await createDiskWorkspace(root).exclusively(() => Promise.resolve()), done);
    deepEqual(readState(folder), oldTree);
  });
});

testInFullTier("exclusively leaves no copy of a file when a rollback is repeated", async () => {
  const { oldTree, points } = await rehearse(EDIT);
  const beforeCommit = points.findLast(({ shown }) => /^unlink.*journal"/.test(shown));
  ok(beforeCommit);
  const undoing = await inScenario(EDIT, async ({ folder, command, recovery }) => {
    await killAt(beforeCommit, command, folder);
    return await writePointsOf(recovery, folder);
  });
  const undone = undoing.findLast(({ shown }) => /^unlink.*journal"/.test(shown));
  ok(undone);
  await inScenario(EDIT, async ({ folder, root, command, recovery }) => {
    await killAt(beforeCommit, command, folder);
    await killAt(undone, recovery, folder);
    const outcome = await createDiskWorkspace(root).exclusively(() => Promise.resolve());
    deepEqual(outcome, { kind: "done", value: undefined, recovered: "on disk", left: [] });
    deepEqual(readState(folder), oldTree);
  });
});

Deno.test("apply hides staged files from other users", async () => {
  const { points } = await rehearse(EDIT);
  const started = points.findLast(({ shown }) => /^rename.*\/stage\/journal"/.test(shown));
  ok(started);
  await inScenario(EDIT, async ({ folder, command }) => {
    await killAt(started, command, folder);
    equal(readState(folder)["shop/.layerwright/stage/"], "700");
  });
});

Deno.test("reading shows the old project and writes nothing, wherever a run with a journal was killed", async () => {
  const { oldTree, points } = await rehearse(EDIT);
  const started = points.findLastIndex(({ shown }) => /^rename.*\/stage\/journal"/.test(shown));
  const commit = points.findLastIndex(({ shown }) => /^unlink.*\/journal"/.test(shown));
  ok(0 <= started && started < commit);
  for (const point of chosen(points.slice(started + 1, commit + 1))) {
    await inScenario(EDIT, async ({ folder, root, command }) => {
      await killAt(point, command, folder);
      const killed = readState(folder);
      const paths = EDIT.changed.map(({ path }) => path);
      const old = EDIT.changed.filter(({ before }) => before !== null)
        .map(({ path, before }) => [path, before]);
      for (const readOnly of [false, true]) {
        const workspace = createDiskWorkspace(root, { readOnly });
        const outcome = await workspace.reading(async () => ({
          texts: [...await workspace.read(paths)],
          files: [...await allFiles(workspace)].sort(),
          top: await workspace.entries(null),
        }));
        const value = { texts: old, files: filesOf(oldTree), top: OLD_TOP };
        deepEqual(outcome, { kind: "done", value, recovered: "in view", left: [] });
        deepEqual(readState(folder), killed, `Killed at ${point.shown}`);
      }
      equal(await recover(root), true);
      deepEqual(readState(folder), oldTree, `Killed at ${point.shown}`);
    });
  }
});

testInFullTier(
  "reading shows the project before an undo that was killed, with its folders",
  async () => {
    const { oldTree, points } = await rehearse(UNDO);
    const started = points.findLastIndex(({ shown }) => /^rename.*\/stage\/journal"/.test(shown));
    const commit = points.findLastIndex(({ shown }) => /^unlink.*\/journal"/.test(shown));
    ok(0 <= started && started < commit);
    const files = filesOf(oldTree).filter((path) => !path.startsWith(".layerwright/history/"));
    for (const point of chosen(points.slice(started + 1, commit + 1))) {
      await inScenario(UNDO, async ({ folder, root, command }) => {
        await killAt(point, command, folder);
        const workspace = createDiskWorkspace(root, { readOnly: true });
        const outcome = await workspace.reading(async () => ({
          files: [...await allFiles(workspace)].sort(),
          undone: (await workspace.history?.list())?.entries.map(({ isUndone }) => isUndone),
        }));
        const value = { files, undone: [false] };
        deepEqual(outcome, { kind: "done", value, recovered: "in view", left: [] });
      });
    }
  },
);

Deno.test("after a killed run, reading shows later edits and reports them", async () => {
  const { points } = await rehearse(EDIT);
  const beforeCommit = points.findLast(({ shown }) => /^unlink.*journal"/.test(shown));
  ok(beforeCommit);
  await inScenario(EDIT, async ({ folder, root, command }) => {
    await killAt(beforeCommit, command, folder);
    const edited = ["api/old/first.py", "api/routes/users.py", "api/run.sh"].map(projectPath);
    writeFiles(root, Object.fromEntries(edited.map((path) => [path, "by hand\n"])));
    const workspace = createDiskWorkspace(root);
    const outcome = await workspace.reading(async () => [...await workspace.read(edited)]);
    const value = edited.map((path) => [path, "by hand\n"]);
    deepEqual(outcome, { kind: "done", value, recovered: "in view", left: edited });
  });
});

Deno.test("reading finds no project where a killed run had started to fill an empty folder", async () => {
  const [_, __, filling] = SCENARIOS;
  ok(filling);
  const { points } = await rehearse(filling);
  const commit = points.findLast(({ shown }) => /^unlink.*\/journal"/.test(shown));
  ok(commit);
  await inScenario(filling, async ({ folder, root, command }) => {
    await killAt(commit, command, folder);
    const workspace = createDiskWorkspace(root);
    const outcome = await workspace.reading(() => workspace.entries(null));
    deepEqual(outcome, { kind: "done", value: [], recovered: "in view", left: [] });
  });
});

/** The initial content of the scenario's root. */
const OLD_TOP = [
  { name: ".layerwright", kind: "folder" },
  { name: "README.md", kind: "file" },
  { name: "api", kind: "folder" },
  { name: "app.py", kind: "file", isLink: true },
];

/** Returns the paths of the project's files in a tree. */
function filesOf(tree: Tree): readonly string[] {
  return Object.keys(tree).filter((path) => path.startsWith("shop/") && !path.endsWith("/"))
    .map((path) => path.slice("shop/".length)).sort();
}

/** Returns all write points in the full tier, otherwise the one in the middle and the last one. */
function chosen(points: readonly WritePoint[]): readonly WritePoint[] {
  ok(points.length > 1, "The trace has write points");
  if (IS_FULL_TIER) return points;
  const middle = Math.floor((points.length - 1) / 2);
  return points.filter((_, index) => index === middle || index === points.length - 1);
}

async function recover(root: string): Promise<boolean> {
  const outcome = await createDiskWorkspace(root).exclusively(() => Promise.resolve());
  if (outcome.kind === "busy") throw new Error("A dead run holds the lock");
  return outcome.recovered === "on disk";
}
