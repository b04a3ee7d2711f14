import { deepEqual, equal, ok } from "node:assert/strict";
import { lockProject, unlockProject } from "../../workspace/project_lock.ts";
import { statePaths } from "../../workspace/state_folder.ts";
import { inTemporaryFolder } from "./temporary_folder.ts";

/** Runs work with timers that fire at once. Returns the milliseconds for which each timer was set. */
async function timersOf(work: () => Promise<unknown>): Promise<readonly number[]> {
  const set: number[] = [];
  const { setTimeout } = globalThis;
  globalThis.setTimeout = ((done: () => void, ms: number) => {
    set.push(ms);
    return setTimeout(done);
  }) as typeof setTimeout;
  try {
    await work();
  } finally {
    globalThis.setTimeout = setTimeout;
  }
  return set;
}

Deno.test("lockProject() waits longer after each attempt, up to a tenth of a second", () =>
  inTemporaryFolder(async (root) => {
    const paths = statePaths(root);
    const held = await lockProject(paths, 0);
    ok(held.kind === "held");
    const waits = await timersOf(async () => {
      deepEqual(await lockProject(paths, 500), { kind: "busy" });
    });
    unlockProject(paths, held.file);
    ok(waits.length > 7, `${waits.length} attempts`);
    const longest = [5, 10, 20, 40, 80];
    for (const [index, wait] of waits.entries()) {
      const most = longest[index] ?? 100;
      ok(wait >= most / 2 && wait <= most, `wait ${index} takes ${wait} ms`);
    }
    equal((await lockProject(paths, 0)).kind, "held");
  }));
