/**
 * The code of the less common commands: `adopt`, `change`, `export`, `import`, `log`, `redo`, `remove`,
 * `rename`, `show`, `undo` and `upgrade`. It is one module that is loaded late, like
 * `late_agents.ts`.
 */

export { adoptProject } from "../actions/adopt_project.ts";
export { changeEndpoint } from "../actions/change.ts";
export { exportOpenApi, specToOpenApi } from "../actions/export_openapi.ts";
export { exportSpec } from "../actions/export_spec.ts";
export { importedMessage, importOpenApi, leftOutMessage } from "../actions/import_openapi.ts";
export { generateDocs, removeDocs, renewDocs } from "../actions/generate_docs.ts";
export { history } from "../actions/history.ts";
export { showChange } from "../actions/show_change.ts";
export { removeRoute, removeSubroute } from "../actions/remove.ts";
export { renameRoute, renameSubroute } from "../actions/rename.ts";
export { redo, undo } from "../actions/undo.ts";
export { upgradeProject } from "../actions/upgrade_project.ts";
export { presentRemoval } from "../presentation/present.ts";
export { presentChange } from "../presentation/present_change.ts";
export { presentImport } from "../presentation/present_import.ts";
export { presentOmitted, presentUndescribed } from "../presentation/present_export.ts";
export { presentApplied, presentHistory, presentUndo } from "../presentation/present_history.ts";
export { presentRenaming } from "../presentation/present_renaming.ts";
export { presentAdoption } from "../presentation/present_status.ts";
export { presentLeft, presentUpgrade } from "../presentation/present_upgrade.ts";
export { specSchema } from "../spec/schema.ts";
export { placeInSpec } from "../spec/spec_place.ts";
