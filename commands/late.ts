/**
 * Dependencies of few commands, loaded late so that other commands start faster. One module for all of them
 * adds only one file to an executable.
 */

export { serveLocally } from "../http/serve.ts";
export { serveOverStdio } from "../mcp/stdio.ts";
export { createClackUi, showsSigns } from "../setup/clack_ui.ts";
export { connect } from "../setup/connect.ts";
export { createDiskHost } from "../setup/disk_host.ts";
export { list } from "../setup/list.ts";
export { logOut } from "../setup/key_by_login.ts";
export { remove } from "../setup/remove.ts";
export { setupExitCode, tellEnd } from "../setup/summary.ts";
export { Cancelled } from "../setup/ui.ts";
