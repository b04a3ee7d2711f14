/**
 * The code behind the commands that people run less often than `generate` and `status`: `adopt`,
 * `export`, `remove`, `rename` and `upgrade`. Like `late_agents.ts`, it is one module that is
 * loaded late.
 */

export { adoptProject } from "../actions/adopt_project.ts";
export { exportSpec } from "../actions/export_spec.ts";
export { removeRoute, removeSubroute } from "../actions/remove.ts";
export { renameRoute, renameSubroute } from "../actions/rename.ts";
export { upgradeProject } from "../actions/upgrade_project.ts";
export { presentOmitted } from "../presentation/present_export.ts";
export { presentRenaming } from "../presentation/present_renaming.ts";
export { presentLeft, presentUpgrade } from "../presentation/present_upgrade.ts";
export { specSchema } from "../spec/schema.ts";
export { placeInSpec } from "../spec/spec_place.ts";
