import { deepEqual, equal } from "node:assert/strict";
import { projectPath } from "../../core/project_path.ts";
import { held } from "../../workspace/held_workspace.ts";
import { createMemoryWorkspace } from "../../workspace/memory_workspace.ts";

const PATH = projectPath("a.py");

Deno.test("held() runs work within work, and applies its changes", async () => {
  const workspace = createMemoryWorkspace();
  const outcome = await workspace.exclusively(async () => {
    const inner = held(workspace);
    await inner.exclusively(() =>
      inner.apply([{ kind: "create", path: PATH, before: null, after: "x" }])
    );
    return await inner.reading(() => inner.read([PATH]));
  });
  equal(outcome.kind, "done");
  deepEqual([...workspace.files()], [[PATH, "x"]]);
});
