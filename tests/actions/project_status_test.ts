import { deepEqual } from "node:assert/strict";
import { projectStatus } from "../../actions/project_status.ts";
import { createMemoryWorkspace } from "../../workspace/memory_workspace.ts";
import { type Workspace, WorkspaceError } from "../../workspace/workspace.ts";

const unreadable: Workspace = {
  ...createMemoryWorkspace(),
  reading: () => Promise.reject(new WorkspaceError("unreadable", "api", "Permission denied")),
};

async function codes(spec: string): Promise<readonly string[]> {
  const { diagnostics } = await projectStatus(unreadable, "shop", { spec });
  return diagnostics.map(({ code }) => code);
}

Deno.test("projectStatus() reports the errors of a spec instead of those of the project", async () => {
  deepEqual(await codes('{"routes": {}}'), ["spec-routes-empty"]);
  deepEqual(await codes('{"routes": {"ping": {"type": "GET"}}}'), ["file-unreadable"]);
});
