/** A process of its own that lists a project, and prints how that ended as JSON. Argument: its root. */

import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";

const workspace = createDiskWorkspace(Deno.args[0] ?? "");
console.log(JSON.stringify(await workspace.reading(() => workspace.entries(null))));
