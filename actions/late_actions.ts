/**
 * Rarely used actions. They are one module, which {@linkcode invoke} imports when it needs them.
 */

export { adoptProject } from "./adopt_project.ts";
export { changeEndpoint } from "./change.ts";
export { generateDocs, removeDocs } from "./generate_docs.ts";
export { removeRoute, removeSubroute } from "./remove.ts";
export { renameRoute, renameSubroute } from "./rename.ts";
export { redo, undo } from "./undo.ts";
export { upgradeProject } from "./upgrade_project.ts";
