import { deepEqual, rejects } from "node:assert/strict";
import { projectPath } from "../../../core/project_path.ts";
import { overlaid } from "../../../hosted/projects/overlay.ts";
import { createMemoryWorkspace } from "../../../workspace/memory_workspace.ts";
import type { Workspace } from "../../../workspace/workspace.ts";
import { fc } from "../../tools/tier.ts";
import { changes } from "../../workspace/changes.ts";

const PATHS = ["a.py", "b/c.py", "b/d.py", "e/f/g.py"];
const ASKED = [...PATHS, "b", "e/f", "a.py/x", "absent"];

const files = fc.dictionary(fc.constantFrom(...PATHS), fc.constantFrom("", "stored\n"));
const given = fc.dictionary(
  fc.constantFrom(...PATHS),
  fc.option(fc.constantFrom("", "given\n")),
);

/** Returns everything visible in a workspace, including refusals. */
async function seen(workspace: Workspace): Promise<unknown[]> {
  const looks = ASKED.map(projectPath).flatMap((path) => [
    () => workspace.read([path]),
    () => workspace.entries(path),
  ]);
  const all = [() => workspace.entries(null), ...looks].map(async (look) => {
    try {
      return [...await look()];
    } catch (problem) {
      return String(problem);
    }
  });
  return await Promise.all(all);
}

Deno.test("overlaid() shows the project as if the given files were stored", async () => {
  await fc.assert(
    fc.asyncProperty(files, given, async (files, given) => {
      const merged = Object.entries({ ...files, ...given })
        .flatMap(([path, text]) => text === null ? [] : [[path, text] as const]);
      const expected = await seen(createMemoryWorkspace(Object.fromEntries(merged)));
      const entries = Object.entries(given).map(([path, text]) =>
        [projectPath(path), text] as const
      );
      const workspace = overlaid(createMemoryWorkspace(files), new Map(entries));
      deepEqual(await seen(workspace), expected);
      const during = await workspace.reading(() => seen(workspace));
      deepEqual(during.kind === "done" && during.value, expected);
    }),
    { numRuns: 200 },
  );
});

Deno.test("overlaid() changes nothing", async () => {
  const workspace = overlaid(createMemoryWorkspace({ a: "" }), new Map());
  await rejects(workspace.exclusively(() => Promise.resolve()), /overlay/);
  await rejects(workspace.apply(changes(["b", null, ""])), /overlay/);
});
