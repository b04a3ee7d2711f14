import { deepEqual, equal, ok } from "node:assert/strict";
import { join } from "node:path";
import type { ChangeSet } from "../../core/change_set.ts";
import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";
import { changes, writeChanges } from "./changes.ts";
import { childCommand } from "./child_command.ts";
import { failAt, killAt, type WritePoint, writePointsOf } from "./strace.ts";
import { inTemporaryFolder } from "./temporary_folder.ts";
import { readTree, type Tree, writeFiles } from "./tree.ts";

const IS_FULL_TIER = Deno.env.get("LAYERWRIGHT_TIER") === "full";
const QUICK_KILLS = 3;

/** A command to kill: what there is before, and what it changes. */
interface Scenario {
  readonly name: string;
  readonly prepare: (root: string) => void;
  readonly changeSet: ChangeSet;
}

const NEW_PROJECT = changes(
  [".layerwright/manifest", null, "manifest\n"],
  ["README.md", null, "# Shop\n"],
  ["api/app.py", null, "app = 1\n"],
  ["api/routes/users.py", null, "users = 1\n"],
  ["api/routes/carts.py", null, "carts = 1\n"],
);

const EDIT: Scenario = {
  name: "edits a project",
  prepare: (root) => {
    writeFiles(root, {
      ".layerwright/manifest": "manifest\n",
      "README.md": "# Shop\n",
      "api/app.py": "app = 1\n",
      "api/old/first.py": "first = 1\n",
      "api/old/second.py": "second = 1\n",
      "api/run.sh": "run\n",
    });
    Deno.chmodSync(join(root, "api/run.sh"), 0o755);
    Deno.symlinkSync("api/app.py", join(root, "app.py"));
  },
  changeSet: changes(
    [".layerwright/manifest", "manifest\n", "manifest\nmore\n"],
    ["api/old/first.py", "first = 1\n", null],
    ["api/old/second.py", "second = 1\n", null],
    ["api/routes/carts/item.py", null, "item = 1\n"],
    ["api/routes/users.py", null, "users = 1\n"],
    ["api/run.sh", "run\n", "run faster\n"],
    ["app.py", "app = 1\n", "app = 2\n"],
    ["tests/users_test.py", null, "test = 1\n"],
  ),
};

const NEW: Scenario = { name: "makes a project", prepare: () => {}, changeSet: NEW_PROJECT };

const SCENARIOS: readonly Scenario[] = [
  EDIT,
  NEW,
  {
    name: "fills an empty folder",
    prepare: (root) => Deno.mkdirSync(root),
    changeSet: NEW_PROJECT,
  },
];

/** Its last change finds that the file is not what it was, because another path led there too. */
const FAILING_EDIT: Scenario = {
  name: "fails",
  prepare: (root) => {
    EDIT.prepare(root);
    Deno.symlinkSync("api/app.py", join(root, "zzz.py"));
  },
  changeSet: changes(
    ["app.py", "app = 1\n", "app = 2\n"],
    ["api/old/first.py", "first = 1\n", null],
    ["api/routes/users.py", null, "users = 1\n"],
    ["zzz.py", "app = 1\n", "app = 3\n"],
  ),
};

for (const scenario of SCENARIOS) {
  Deno.test(`apply that ${scenario.name} leaves all or nothing wherever it is killed`, async () => {
    const { oldTree, newTree, points } = await rehearse(scenario);
    const newText = JSON.stringify(newTree);
    const found = { old: 0, new: 0 };
    for (const point of chosen(points)) {
      await inScenario(scenario, async ({ folder, root, command }) => {
        await killAt(point, command, folder);
        const recovered = await recover(root);
        const tree = readTree(folder);
        const state = JSON.stringify(tree) === newText ? "new" : "old";
        if (state === "old") deepEqual(tree, oldTree, `Killed at ${point.shown}`);
        else ok(!recovered, "Undid something, and yet the project is the new one");
        found[state] += 1;
      });
    }
    ok(found.old > 0 && found.new > 0, `Kills left ${found.old} old and ${found.new} new projects`);
  });
}

Deno.test("apply that fails leaves nothing wherever it is killed", async () => {
  const { oldTree, newTree, points } = await rehearse(FAILING_EDIT);
  deepEqual(newTree, oldTree);
  for (const point of chosen(points)) {
    await inScenario(FAILING_EDIT, async ({ folder, root, command }) => {
      await killAt(point, command, folder);
      await recover(root);
      deepEqual(readTree(folder), oldTree, `Killed at ${point.shown}`);
    });
  }
});

Deno.test("apply tells how it ended wherever the system refuses a write", async () => {
  const { oldTree, newTree, points } = await rehearse(EDIT);
  for (const point of chosen(points)) {
    await inScenario(EDIT, async ({ folder, root, command }) => {
      const outcome = JSON.parse(await failAt(point, command, folder)).value;
      await recover(root);
      const tree = outcome.kind === "applied" ? newTree : oldTree;
      deepEqual(readTree(folder), tree, `Refused ${point.shown}`);
      if (outcome.kind !== "applied") equal(outcome.reason, "Input/output error");
    });
  }
});

for (
  const { behaviour, scenario, killedAt } of [
    { behaviour: "renamed every file", scenario: EDIT, killedAt: /^unlink.*journal"/ },
    { behaviour: "staged every file", scenario: EDIT, killedAt: /^rename.*journal"/ },
    { behaviour: "made most of a project", scenario: NEW, killedAt: /^write.*users.py/ },
  ]
) {
  Deno.test(`exclusively cleans up, wherever it is killed, after a run that ${behaviour}`, async () => {
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
        deepEqual(readTree(folder), oldTree, `Killed at ${second.shown}`);
      });
    }
  });
}

Deno.test("exclusively says that it recovered a project only when it undid something", async () => {
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
    deepEqual(readTree(folder), oldTree);
  });
});

Deno.test("exclusively keeps what people edited after a run was killed", async () => {
  const { oldTree, points } = await rehearse(EDIT);
  const beforeCommit = points.findLast(({ shown }) => /^unlink.*journal"/.test(shown));
  ok(beforeCommit);
  await inScenario(EDIT, async ({ folder, root, command }) => {
    await killAt(beforeCommit, command, folder);
    Deno.writeTextFileSync(join(root, "api/run.sh"), "by hand\n");
    Deno.writeTextFileSync(join(root, "api/routes/users.py"), "by hand\n");
    Deno.writeTextFileSync(join(root, "api/old/first.py"), "by hand\n");
    await recover(root);
    deepEqual(readTree(folder), {
      ...oldTree,
      "shop/api/run.sh": "755 by hand\n",
      "shop/api/routes/": "755",
      "shop/api/routes/users.py": "644 by hand\n",
      "shop/api/old/first.py": "644 by hand\n",
    });
  });
});

/** Runs a scenario to its end: its trees before and after, and where it can be killed. */
async function rehearse(
  scenario: Scenario,
): Promise<{ oldTree: Tree; newTree: Tree; points: readonly WritePoint[] }> {
  // The first run differs from all others, because Deno fills its cache.
  await inScenario(scenario, ({ folder, command }) => writePointsOf(command, folder));
  return await inScenario(scenario, async ({ folder, command }) => {
    const oldTree = readTree(folder);
    const points = await writePointsOf(command, folder);
    return { oldTree, newTree: readTree(folder), points };
  });
}

interface Stage {
  /** Holds the project, and nothing else. */
  readonly folder: string;
  readonly root: string;
  readonly command: readonly string[];
  /** A command that changes nothing, but recovers. */
  readonly recovery: readonly string[];
}

async function inScenario<T>(
  { prepare, changeSet }: Scenario,
  test: (stage: Stage) => T | Promise<T>,
): Promise<T> {
  return await inTemporaryFolder(async (temporary) => {
    const folder = join(temporary, "projects");
    const root = join(folder, "shop");
    Deno.mkdirSync(folder);
    prepare(root);
    const applying = (name: string, changeSet: ChangeSet) =>
      childCommand("apply_child.ts", root, writeChanges(join(temporary, name), changeSet));
    return await test({
      folder,
      root,
      command: applying("changes.json", changeSet),
      recovery: applying("none.json", changes()),
    });
  });
}

/** All write points, or some of them spread evenly. */
function chosen(points: readonly WritePoint[]): readonly WritePoint[] {
  if (IS_FULL_TIER) return points;
  const step = (points.length - 1) / (QUICK_KILLS - 1);
  return Array.from({ length: QUICK_KILLS }, (_, index) => points[Math.round(index * step)])
    .filter((point) => point !== undefined);
}

async function recover(root: string): Promise<boolean> {
  const outcome = await createDiskWorkspace(root).exclusively(() => Promise.resolve());
  if (outcome.kind === "busy") throw new Error("A dead run holds the lock");
  return outcome.recovered;
}
