import { deepEqual, equal, ok } from "node:assert/strict";
import { dirname } from "node:path";
import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";
import { EDIT, FAILING_EDIT, inScenario, rehearse } from "./scenarios.ts";
import { failAllSyncs, killAt, writesOf } from "./strace.ts";
import { readTree } from "./tree.ts";

const STATE = ".layerwright";
const STAGE = `${STATE}/stage`;
const JOURNAL = `${STATE}/journal`;

/** Without hard links, `apply` keeps old files as copies, which it must sync as well. */
const DISKS = [
  { disk: "a disk with hard links", injections: [] },
  { disk: "a disk without hard links", injections: ["-e", "inject=linkat:error=EPERM"] },
] as const;

for (const { disk, injections } of DISKS) {
  Deno.test(`apply on ${disk} syncs each step before the next one`, async () => {
    const steps = await inScenario(
      EDIT,
      async ({ root, command }) => stepsOf(await writesOf(command, injections), root),
    );
    const entered = indexOf(steps, { call: "rename", path: JOURNAL });
    const changed = steps.findIndex(({ path }, index) => index > entered && !isInState(path));
    const committed = indexOf(steps, { call: "unlink", path: JOURNAL });
    const cleaned = indexOf(steps, { call: "unlinkat", path: STAGE });
    ok(entered < changed && changed < committed && committed < cleaned);
    // A power cut may undo the name of the journal's draft, which matters only after the rename to
    // the journal.
    deepEqual(pendingAt(steps, entered), [STATE]);
    deepEqual(pendingAt(steps, changed), []);
    // A power cut may undo the moves of deleted files to the stage. Then these files keep their old
    // names.
    deepEqual(pendingAt(steps, committed), [STAGE]);
    deepEqual(pendingAt(steps, cleaned), [STAGE]);
  });
}

for (
  const { behaviour, undoing } of [
    {
      behaviour: "a failing apply",
      undoing: () =>
        inScenario(
          FAILING_EDIT,
          async ({ root, command }) => stepsOf(await writesOf(command), root),
        ),
    },
    {
      behaviour: "exclusively after a killed run",
      undoing: async () => {
        const { points } = await rehearse(EDIT);
        const commit = points.findLast(({ shown }) => /^unlink.*journal"/.test(shown));
        ok(commit);
        return await inScenario(EDIT, async ({ folder, root, command, recovery }) => {
          await killAt(commit, command, folder);
          return stepsOf(await writesOf(recovery), root);
        });
      },
    },
  ]
) {
  Deno.test(`${behaviour} syncs all restored files before it removes the journal`, async () => {
    const steps = await undoing();
    const ended = indexOf(steps, { call: "unlink", path: JOURNAL });
    const cleaned = indexOf(steps, { call: "unlinkat", path: STAGE });
    ok(ended < cleaned);
    deepEqual(pendingAt(steps, ended), []);
    deepEqual(pendingAt(steps, cleaned), []);
  });
}

Deno.test("apply changes nothing if the disk fails during a sync", async () => {
  await inScenario(EDIT, async ({ folder, root, command }) => {
    const before = readTree(folder);
    const outcome = JSON.parse(await failAllSyncs(command)).value;
    equal(outcome.kind, "failed");
    equal(outcome.reason, "Input/output error");
    await createDiskWorkspace(root).exclusively(() => Promise.resolve());
    deepEqual(readTree(folder), before);
  });
});

/** A successful write to the project. */
interface Step {
  readonly call: string;
  /** The written, renamed or synced path in the project; the second one for calls with two. */
  readonly path: string;
  /** The changes of this call that a power cut could undo until they are synced. */
  readonly loses: readonly string[];
}

/** Converts the writes of a command to steps. Leaves out writes that need not survive a power cut. */
function stepsOf(writes: readonly string[], root: string): readonly Step[] {
  return writes.flatMap((shown) => {
    const call = /^(\w+)\(.* = \d+/.exec(shown)?.[1];
    const paths = [...shown.matchAll(/["<]([^">]*)[">]/g)].map(([, path = ""]) => path)
      .filter((path) => path === root || path.startsWith(`${root}/`))
      .map((path) => path.slice(root.length + 1) || ".");
    const path = paths.at(-1);
    if (call === undefined || path === undefined) return [];
    // A lock has no meaning after a power cut.
    return path === `${STATE}/lock` ? [] : [{ call, path, loses: lostBy(call, paths, shown) }];
  });
}

/**
 * Returns the changes of a call that a power cut could undo: the content of files and the names in
 * folders.
 */
function lostBy(call: string, paths: readonly string[], shown: string): readonly string[] {
  const folders = paths.map((path) => dirname(path));
  switch (call) {
    case "write":
    case "pwrite64":
    case "chmod":
    case "fchmod":
    case "chown":
    case "fchown":
      return paths;
    case "openat":
      return shown.includes("O_CREAT") ? folders.slice(-1) : [];
    case "rename":
      // It does no harm if a name reappears in the stage.
      return folders.filter((folder, index) => index > 0 || folder !== STAGE);
    case "linkat":
      return folders.slice(-1);
    case "mkdir":
    case "unlink":
      return folders;
    // It does no harm if a removed folder reappears empty.
    default:
      return [];
  }
}

/** Returns the changes that a power cut right before a step could undo. */
function pendingAt(steps: readonly Step[], index: number): readonly string[] {
  const pending = new Set<string>();
  for (const { call, path, loses } of steps.slice(0, index)) {
    for (const each of loses) pending.add(each);
    if (call === "fsync" || call === "fdatasync") pending.delete(path);
  }
  return [...pending].sort();
}

function indexOf(steps: readonly Step[], wanted: Pick<Step, "call" | "path">): number {
  const index = steps.findIndex(({ call, path }) => call === wanted.call && path === wanted.path);
  ok(index >= 0, `No ${wanted.call} of ${wanted.path}`);
  return index;
}

function isInState(path: string): boolean {
  return path === STATE || path.startsWith(`${STATE}/`);
}
