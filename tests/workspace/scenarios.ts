/** Changes that tests apply repeatedly, each time to a fresh project. */

import { join } from "node:path";
import type { Change } from "../../core/change_set.ts";
import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";
import {
  generateApi,
  generateSubroute,
  planFile,
  removeRoute,
  renameRoute,
  type Report,
  type RunOptions,
  type Workspace,
} from "../../mod.ts";
import type { ApplyDetails } from "../../workspace/workspace.ts";
import { changes, RECORDED, writeChanges } from "./changes.ts";
import { childCommand } from "./child_command.ts";
import { MissedPoint, type WritePoint, writePointsOf } from "./strace.ts";
import { inTemporaryFolder } from "./temporary_folder.ts";
import { readTree, type Tree, writeFiles } from "./tree.ts";

/** A command to kill: the initial files and the changes. */
export interface Scenario {
  readonly name: string;
  readonly prepare: (root: string) => void | Promise<void>;
  readonly changed: readonly Change[];
  /** Whether the quick tier kills the command, too. */
  readonly isQuick?: true;
  readonly details?: ApplyDetails;
  /** Returns the command to kill, in place of one that applies the changes. */
  readonly child?: (root: string) => readonly string[];
}

const NEW_PROJECT = changes(
  [".layerwright/manifest", null, "manifest\n"],
  ["README.md", null, "# Shop\n"],
  ["api/app.py", null, "app = 1\n"],
  ["api/routes/users.py", null, "users = 1\n"],
  ["api/routes/carts.py", null, "carts = 1\n"],
);

export const EDIT: Scenario = {
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
  changed: changes(
    [".layerwright/manifest", "manifest\n", "manifest\nmore\n"],
    ["api/old/first.py", "first = 1\n", null],
    ["api/old/second.py", "second = 1\n", null],
    ["api/routes/carts/item.py", null, "item = 1\n"],
    ["api/routes/users.py", null, "users = 1\n"],
    ["api/run.sh", "run\n", "run faster\n"],
    ["app.py", "app = 1\n", "app = 2\n"],
    ["tests/users_test.py", null, "test = 1\n"],
  ),
  isQuick: true,
};

export const NEW: Scenario = {
  name: "makes a project",
  prepare: () => {},
  changed: NEW_PROJECT,
  isQuick: true,
};

/** An edit that is recorded in the history, which an earlier change created. */
const RECORDED_EDIT: Scenario = {
  name: "edits a project with a history",
  prepare: async (root) => {
    EDIT.prepare(root);
    await applyRecorded(root, changes(["notes.txt", null, "notes\n"]));
  },
  changed: EDIT.changed,
  details: RECORDED,
};

/**
 * An undo that brings back deleted files with their modes, and removes files and the folders above
 * them.
 */
export const UNDO: Scenario = {
  name: "undoes a change",
  prepare: async (root) => {
    EDIT.prepare(root);
    Deno.chmodSync(join(root, "api/old/first.py"), 0o640);
    await applyRecorded(root, EDIT.changed);
  },
  changed: [],
  isQuick: true,
  child: (root) => childCommand("undo_child.ts", root),
};

/** A plan that lies beside the folder of the projects. */
function planOf(
  what: string,
  run: (workspace: Workspace, options: RunOptions) => Promise<Report>,
): Scenario {
  return {
    name: `applies a plan of ${what}`,
    prepare: async (root) => {
      const workspace = createDiskWorkspace(root);
      await generateApi(workspace, "shop", { routes: { products: { type: "GET", mock: [1] } } });
      const { file } = await planFile((options) => run(workspace, options));
      Deno.writeTextFileSync(planBeside(root), file ?? "");
    },
    changed: [],
    child: (root) => childCommand("plan_child.ts", root, planBeside(root)),
  };
}

const PLANS: readonly Scenario[] = [
  planOf(
    "an endpoint",
    (workspace, options) =>
      generateSubroute(workspace, "products", "sale", { ...options, mock: [{ id: 1 }] }),
  ),
  planOf(
    "a renaming",
    (workspace, options) => renameRoute(workspace, "products", "catalog", options),
  ),
  planOf("a removal", (workspace, options) => removeRoute(workspace, "products", options)),
];

function planBeside(root: string): string {
  return join(root, "../../plan.json");
}

async function applyRecorded(root: string, changed: readonly Change[]): Promise<void> {
  const workspace = createDiskWorkspace(root);
  const outcome = await workspace.exclusively(() => workspace.apply(changed, RECORDED));
  if (outcome.kind === "busy" || outcome.value.kind !== "applied") throw new Error("Not applied");
}

export const SCENARIOS: readonly Scenario[] = [
  EDIT,
  NEW,
  {
    name: "fills an empty folder",
    prepare: (root) => Deno.mkdirSync(root),
    changed: NEW_PROJECT,
  },
  RECORDED_EDIT,
  UNDO,
  ...PLANS,
];

/** An edit whose last change conflicts, because another path leads to the same file. */
export const FAILING_EDIT: Scenario = {
  name: "fails",
  prepare: (root) => {
    EDIT.prepare(root);
    Deno.symlinkSync("api/app.py", join(root, "zzz.py"));
  },
  changed: changes(
    ["app.py", "app = 1\n", "app = 2\n"],
    ["api/old/first.py", "first = 1\n", null],
    ["api/routes/users.py", null, "users = 1\n"],
    ["zzz.py", "app = 1\n", "app = 3\n"],
  ),
};

/** The result of a scenario that runs to its end. */
export interface Rehearsal {
  readonly oldTree: Tree;
  readonly newTree: Tree;
  readonly points: readonly WritePoint[];
}

/**
 * Runs a scenario to its end, once for all tests. Returns the trees before and after, and the
 * points at which to kill the command.
 */
export function rehearse(scenario: Scenario): Promise<Rehearsal> {
  const found = rehearsals.get(scenario) ?? newRehearsal(scenario);
  rehearsals.set(scenario, found);
  return found;
}

const rehearsals = new Map<Scenario, Promise<Rehearsal>>();

/** Runs the scenario until two runs in a row have the same points. Deno itself may fill its cache in a run. */
async function newRehearsal(scenario: Scenario): Promise<Rehearsal> {
  let last = "";
  for (let run = 1; run <= 6; run++) {
    const rehearsal = await inScenario(scenario, async ({ folder, command }) => {
      const oldTree = readState(folder);
      const points = await writePointsOf(command, folder);
      return { oldTree, newTree: readState(folder), points };
    });
    const calls = JSON.stringify(rehearsal.points.map(({ call, nth }) => [call, nth]));
    if (calls === last) return rehearsal;
    last = calls;
  }
  throw new Error("The points of a scenario differ from run to run");
}

/** Reads a folder, and masks the random ids and the times in histories. */
export function readState(folder: string): Tree {
  const masked = (text: string) =>
    text.replace(/chg_[0-9a-z]{8}/g, "chg").replace(/"time":\d+/g, '"time":0');
  return Object.fromEntries(
    Object.entries(readTree(folder)).map(([path, content]) =>
      path.includes("/history/chg_")
        ? [`${masked(path)} ${content}`, content] as const
        : [path, masked(content)] as const
    ).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** A fresh project and the commands to run in it. */
export interface ScenarioRun {
  /** The folder that contains only the project. */
  readonly folder: string;
  readonly root: string;
  readonly command: readonly string[];
  /** A command that recovers the project, and changes nothing else. */
  readonly recovery: readonly string[];
}

/** Runs a test in a fresh project. Tries again if system calls of Deno itself moved the write point. */
export async function inScenario<T>(
  scenario: Scenario,
  test: (run: ScenarioRun) => T | Promise<T>,
): Promise<T> {
  for (let tries = 1;; tries++) {
    try {
      return await inFreshProject(scenario, test);
    } catch (error) {
      if (!(error instanceof MissedPoint) || tries === 5) throw error;
    }
  }
}

async function inFreshProject<T>(
  { prepare, changed, details, child }: Scenario,
  test: (run: ScenarioRun) => T | Promise<T>,
): Promise<T> {
  return await inTemporaryFolder(async (temporary) => {
    const folder = join(temporary, "projects");
    const root = join(folder, "shop");
    Deno.mkdirSync(folder);
    await prepare(root);
    const applying = (name: string, changed: readonly Change[]) =>
      childCommand("apply_child.ts", root, writeChanges(join(temporary, name), changed, details));
    return await test({
      folder,
      root,
      command: child?.(root) ?? applying("changes.json", changed),
      recovery: applying("none.json", changes()),
    });
  });
}
