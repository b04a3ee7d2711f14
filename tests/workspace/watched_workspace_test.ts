import { deepEqual } from "node:assert/strict";
import { projectPath } from "../../core/project_path.ts";
import { createMemoryWorkspace } from "../../workspace/memory_workspace.ts";
import { watched } from "../../workspace/watched_workspace.ts";

Deno.test("watched() reports how many files it writes", async () => {
  const said: string[] = [];
  const { signal } = new AbortController();
  const workspace = watched(createMemoryWorkspace(), {
    signal,
    progress: (message) => void said.push(message),
  });
  const change = { kind: "create", path: projectPath("a.py"), before: null, after: "" } as const;
  await workspace.exclusively(() => workspace.apply([change]));
  deepEqual(said, ["Writing 1 file"]);
});
