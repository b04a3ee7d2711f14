/**
 * A child process that applies a change set and prints the outcome as JSON.
 * Arguments: the project's root, and a file with the changes.
 */

import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";

const [root = "", changes = ""] = Deno.args;
const workspace = createDiskWorkspace(root);
const outcome = await workspace.exclusively(() =>
  workspace.apply(JSON.parse(Deno.readTextFileSync(changes)))
);
console.log(JSON.stringify(outcome));
