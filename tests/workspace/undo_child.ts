/** A child process that undoes the last change of a project. Argument: the project's root. */

import { undo } from "../../actions/undo.ts";
import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";

const [root = ""] = Deno.args;
const { status } = await undo(createDiskWorkspace(root));
console.log(JSON.stringify(status));
