/** Shapes that many clients want. */

import { ARGS, BEARER, COMMAND, type Form, type Paths, type Template, URL } from "../client.ts";

/** All of a form but where it is. */
export type Shape = Omit<Form, "scope" | "paths">;

/** The headers of nearly every client. */
export const HEADERS: Template = { Authorization: BEARER };

/** A server that most clients can run. */
export const RUN: Template = { command: COMMAND, args: ARGS };

/** A server over HTTP, of the clients that want its type. */
export const TYPED: Template = { type: "http", url: URL, headers: HEADERS };

/** A server to run, of the clients that want its type. */
export const TYPED_RUN: Template = { type: "stdio", ...RUN };

/** `url` and `headers` below `mcpServers`, as most have it. */
export const COMMON: Shape = {
  format: "jsonc",
  container: ["mcpServers"],
  kind: "map",
  entry: { url: URL, headers: HEADERS },
  stdio: RUN,
};

/** What opencode reads, and Kilo, which is made from it. */
export const OPENCODE: Shape = {
  format: "jsonc",
  container: ["mcp"],
  kind: "map",
  entry: { type: "remote", url: URL, enabled: true, headers: HEADERS },
  reference: "{env:NAME}",
  stdio: { type: "local", command: [COMMAND, ARGS], enabled: true },
};

/** What Cline reads: one comment, or one other type, makes it drop the whole file. */
export const CLINE: Shape = {
  format: "json",
  container: ["mcpServers"],
  kind: "map",
  entry: { type: "streamableHttp", url: URL, headers: HEADERS },
  stdio: TYPED_RUN,
};

/** Where Cline keeps its servers. */
export const CLINE_FILE = "${CLINE_MCP_SETTINGS_PATH:-" +
  "${CLINE_DATA_DIR:-${CLINE_DIR:-~/.cline}/data}/settings/cline_mcp_settings.json}";

/** Where Claude Desktop keeps its settings. */
export const CLAUDE_DESKTOP_FOLDER: Paths = {
  linux: "${XDG_CONFIG_HOME:-~/.config}/Claude",
  macos: "~/Library/Application Support/Claude",
  windows: "${APPDATA:-~/AppData/Roaming}/Claude",
};

/** A path in the folder of VS Code, or of an edition of it, that holds a person's settings. */
export function codeUser(path: string, edition = "Code"): Paths {
  return {
    linux: `\${XDG_CONFIG_HOME:-~/.config}/${edition}/User/${path}`,
    macos: `~/Library/Application Support/${edition}/User/${path}`,
    windows: `\${APPDATA:-~/AppData/Roaming}/${edition}/User/${path}`,
  };
}
