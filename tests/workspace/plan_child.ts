/** A child process that applies a plan. Arguments: the project's root, and the plan file. */

import { applyPlan } from "../../actions/apply_plan.ts";
import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";

const [root = "", plan = ""] = Deno.args;
const { status } = await applyPlan(createDiskWorkspace(root), Deno.readTextFileSync(plan));
console.log(JSON.stringify(status));
