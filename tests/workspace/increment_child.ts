/** A child process that adds one to the number in `count.txt`. Argument: the project's root. */

import { projectPath } from "../../core/project_path.ts";
import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";
import { changes } from "./changes.ts";

const workspace = createDiskWorkspace(Deno.args[0] ?? "");
const path = projectPath("count.txt");
const outcome = await workspace.exclusively(async () => {
  const before = (await workspace.read([path])).get(path) ?? "";
  return await workspace.apply(changes([path, before, String(Number(before) + 1)]));
});
console.log(outcome.kind === "done" ? outcome.value.kind : outcome.kind);
