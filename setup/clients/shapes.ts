/** Shapes and paths that several agents share. */

import {
  ARGS,
  BEARER,
  COMMAND,
  type Form,
  type Paths,
  type Scope,
  type Template,
  URL,
} from "../client.ts";

/** A form without its scope and paths. */
export type Shape = Omit<Form, "scope" | "paths">;

/** The headers that nearly all agents write. */
export const HEADERS: Template = { Authorization: BEARER };

/** A stdio server as most agents write it. */
export const RUN: Template = { command: COMMAND, args: ARGS };

/** An HTTP server, for agents that require its type. */
export const TYPED: Template = { type: "http", url: URL, headers: HEADERS };

/** A stdio server, for agents that require its type. */
export const TYPED_RUN: Template = { type: "stdio", ...RUN };

/** The most common shape: `url` and `headers` below `mcpServers`. */
export const COMMON: Shape = {
  format: "jsonc",
  container: ["mcpServers"],
  kind: "map",
  entry: { url: URL, headers: HEADERS },
  stdio: RUN,
};

/** The shape of opencode and its fork Kilo. */
export const OPENCODE: Shape = {
  format: "jsonc",
  container: ["mcp"],
  kind: "map",
  entry: { type: "remote", url: URL, enabled: true, headers: HEADERS },
  reference: "{env:NAME}",
  stdio: { type: "local", command: [COMMAND, ARGS], enabled: true },
};

/** The shape of Cline, which ignores the whole file if it has a comment or an unknown type. */
export const CLINE: Shape = {
  format: "json",
  container: ["mcpServers"],
  kind: "map",
  entry: { type: "streamableHttp", url: URL, headers: HEADERS },
  stdio: TYPED_RUN,
};

/** The file of Cline's servers. */
export const CLINE_FILE = "${CLINE_MCP_SETTINGS_PATH:-" +
  "${CLINE_DATA_DIR:-${CLINE_DIR:-~/.cline}/data}/settings/cline_mcp_settings.json}";

/** Signs of Claude Desktop. */
export const CLAUDE_DESKTOP_SIGNS = {
  paths: [appData("Claude"), { macos: "/Applications/Claude.app" }],
};

/**
 * Creates forms of one shape. In each scope of `files`, the file of the newest version comes first.
 */
export function formsOf(
  shape: Shape,
  files: Partial<Readonly<Record<Scope, readonly Paths[]>>>,
): readonly Form[] {
  const scopes = ["user", "project"] as const;
  return scopes.flatMap((scope) =>
    (files[scope] ?? []).map((paths) => ({ scope, paths, ...shape }))
  );
}

/** Returns a path in the folder where desktop apps keep a person's settings. */
export function appData(path: string): Paths {
  return {
    linux: `\${XDG_CONFIG_HOME:-~/.config}/${path}`,
    macos: `~/Library/Application Support/${path}`,
    windows: `\${APPDATA:-~/AppData/Roaming}/${path}`,
  };
}

/** Returns a path in the settings folder of VS Code, or of an editor based on it. */
export function codeUser(path: string, edition = "Code"): Paths {
  return appData(`${edition}/User/${path}`);
}

/** Splits a command line at its spaces. Each placeholder becomes one word. */
export function words(parts: TemplateStringsArray, ...placeholders: readonly string[]): string[] {
  return parts.flatMap((part, index) => [
    ...part.split(" ").filter((word) => word !== ""),
    ...placeholders.slice(index, index + 1),
  ]);
}
