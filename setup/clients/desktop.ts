/** Agents that are applications of their own. */

import { URL, type WritableClient } from "../client.ts";
import { CLAUDE_DESKTOP_FOLDER, COMMON, HEADERS, RUN, type Shape } from "./shapes.ts";

const WARP: Shape = {
  ...COMMON,
  entry: { url: URL, headers: HEADERS, start_on_launch: true },
  stdio: { ...RUN, start_on_launch: true },
};

const CLAUDE_DESKTOP = {
  scope: "user",
  paths: {
    linux: "${XDG_CONFIG_HOME:-~/.config}/Claude/claude_desktop_config.json",
    macos: "~/Library/Application Support/Claude/claude_desktop_config.json",
    windows: "${APPDATA:-~/AppData/Roaming}/Claude/claude_desktop_config.json",
  },
  format: "json",
  container: ["mcpServers"],
  kind: "map",
} as const;

/** Agents that are applications of their own. */
export const DESKTOP_CLIENTS: readonly WritableClient[] = [
  {
    id: "claude-desktop-local",
    name: "Claude Desktop (local file)",
    signs: { paths: [CLAUDE_DESKTOP_FOLDER, { macos: "/Applications/Claude.app" }] },
    forms: [
      { ...CLAUDE_DESKTOP, stdio: RUN },
      {
        ...CLAUDE_DESKTOP,
        entry: { url: URL, headers: HEADERS },
        retired: "Claude Desktop drops entries with an address from this file",
      },
    ],
    startsElsewhere: true,
    restart: "Quit Claude Desktop and open it again",
    sources: ["npm add-mcp@2.4.0", "npm @smithery/cli@4.11.1", "npm agent-mcp-manager@0.1.0"],
  },
  {
    id: "warp",
    name: "Warp",
    signs: {
      paths: [
        "~/.warp",
        { linux: "${XDG_CONFIG_HOME:-~/.config}/warp-terminal" },
        { macos: "/Applications/Warp.app" },
        { windows: "${LOCALAPPDATA:-~/AppData/Local}/warp" },
      ],
    },
    forms: [
      { scope: "user", paths: "~/.warp/.mcp.json", ...WARP },
      { scope: "project", paths: ".warp/.mcp.json", ...WARP },
    ],
    restart: "Approve a project's server in Settings > Agents > MCP servers",
    sources: ["github warpdotdev/docs capabilities/mcp.mdx"],
  },
  {
    id: "lm-studio",
    name: "LM Studio",
    signs: { paths: ["~/.lmstudio", { macos: "/Applications/LM Studio.app" }], programs: ["lms"] },
    forms: [
      { scope: "user", paths: "~/.lmstudio/mcp.json", ...COMMON },
      { scope: "user", paths: "~/.cache/lm-studio/mcp.json", ...COMMON },
    ],
    startsElsewhere: true,
    restart: "Open the Program tab of LM Studio 0.3.17 or later, and turn the server on",
    sources: ["github lmstudio-ai/docs 0_app/2_mcp", "docker/mcp-gateway config.yml"],
  },
  {
    id: "boltai",
    name: "BoltAI",
    signs: { paths: [{ macos: "~/.boltai" }, { macos: "/Applications/BoltAI.app" }] },
    forms: [{ scope: "user", paths: { macos: "~/.boltai/mcp.json" }, ...COMMON }],
    startsElsewhere: true,
    restart: "Quit BoltAI and open it again",
    sources: ["npm @smithery/cli@4.11.1", "npm agent-mcp-manager@0.1.0"],
  },
];
