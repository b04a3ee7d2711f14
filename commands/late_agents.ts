/**
 * The code behind the commands for coding agents: `serve`, `mcp` and `setup`. Loading it late lets
 * other commands start faster. It is one module, so that it adds few files to an executable.
 */

export { serveLocally } from "../http/serve.ts";
export { serveOverStdio } from "../mcp/stdio.ts";
export { createClackUi, supportsUnicode } from "../setup/clack_ui.ts";
export { connect } from "../setup/connect.ts";
export { createDiskHost } from "../setup/disk_host.ts";
export { list } from "../setup/list.ts";
export { logOut } from "../setup/key_by_login.ts";
export { remove } from "../setup/remove.ts";
export { setupExitCode, tellEnd } from "../setup/summary.ts";
export { Cancelled } from "../setup/ui.ts";
