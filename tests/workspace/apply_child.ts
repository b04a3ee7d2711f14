/**
 * A child process that applies a change set and prints the outcome as JSON.
 * Arguments: the project's root, and a file with the changes.
 */

import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";

const [root = "", changes = ""] = Deno.args;
const workspace = createDiskWorkspace(root);
const { changes: applied, details } = JSON.parse(Deno.readTextFileSync(changes));
const outcome = await workspace.exclusively(() => workspace.apply(applied, details));
console.log(JSON.stringify(outcome));
