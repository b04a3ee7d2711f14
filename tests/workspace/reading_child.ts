/** A child process that lists a project and prints the outcome as JSON. Argument: the project's root. */

import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";

const workspace = createDiskWorkspace(Deno.args[0] ?? "");
console.log(JSON.stringify(await workspace.reading(() => workspace.entries(null))));
