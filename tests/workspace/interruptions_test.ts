/** Interruptions while a command works. */

import { deepEqual, equal, rejects } from "node:assert/strict";
import { projectPath } from "../../core/project_path.ts";
import { Interruption, Interruptions } from "../../workspace/interruptions.ts";
import { turnEventLoop } from "../../workspace/system_calls.ts";
import { createMemoryWorkspace } from "../../workspace/memory_workspace.ts";

/** Reports whether the interruption takes effect at once. */
async function stops({ interrupted }: Interruptions): Promise<boolean> {
  return await Promise.race([interrupted.then(() => true), turnEventLoop().then(() => false)]);
}

Deno.test("Interruptions stop a command that has no work to finish", async () => {
  const interruptions = new Interruptions();
  interruptions.interrupt();
  equal(await stops(interruptions), true);
});

Deno.test("Interruptions stop no command that handles them itself", async () => {
  const interruptions = new Interruptions();
  interruptions.mindInterruptions();
  interruptions.interrupt();
  equal(await stops(interruptions), false);
});

Deno.test("Interruptions end a command after its uninterrupted work", async () => {
  const interruptions = new Interruptions();
  const steps: string[] = [];
  const work = interruptions.uninterrupted(() => {
    interruptions.interrupt();
    steps.push("done");
    return Promise.resolve();
  });
  await rejects(work, Interruption);
  deepEqual(steps, ["done"]);
  equal(await stops(interruptions), false);
});

Deno.test("a watched workspace applies nothing after an interruption", async () => {
  const interruptions = new Interruptions();
  const memory = createMemoryWorkspace();
  const workspace = interruptions.watch(memory);
  const change = { kind: "create", path: projectPath("a.py"), before: null, after: "" } as const;
  const applied = workspace.exclusively(async () => {
    interruptions.interrupt();
    return await workspace.apply([change]);
  });
  await rejects(applied, Interruption);
  equal(memory.files().size, 0);
});

Deno.test("Interruptions stop a command after its work under the lock", async () => {
  const interruptions = new Interruptions();
  const workspace = interruptions.watch(createMemoryWorkspace());
  await workspace.exclusively(() => Promise.resolve());
  interruptions.interrupt();
  equal(await stops(interruptions), true);
});
