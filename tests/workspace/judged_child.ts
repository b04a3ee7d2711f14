/**
 * A child process that applies a change set, and prints the outcome and the project's files before and
 * after as JSON. Arguments: the project's root, and a file with the changes.
 */

import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";
import { readTree } from "./tree.ts";

const [root = "", changes = ""] = Deno.args;
const workspace = createDiskWorkspace(root);
const before = readTree(root);
const outcome = await workspace.exclusively(() =>
  workspace.apply(JSON.parse(Deno.readTextFileSync(changes)).changes)
);
console.log(JSON.stringify({ outcome, before, after: readTree(root) }));
