/** Agents that are desktop apps, most of them editors. */

import { URL, type WritableClient } from "../client.ts";
import { EXTENSIONS } from "./extensions.ts";
import {
  appData,
  CLAUDE_DESKTOP_SIGNS,
  codeUser,
  COMMON,
  formsOf,
  HEADERS,
  RUN,
  type Shape,
  TYPED,
  TYPED_RUN,
} from "./shapes.ts";

const SERVERS: Shape = {
  format: "jsonc",
  container: ["servers"],
  kind: "map",
  entry: TYPED,
  stdio: TYPED_RUN,
};

/** The shape of the Copilot plugins for other editors. */
const COPILOT_PLUGIN: Shape = {
  ...SERVERS,
  entry: { url: URL, requestInit: { headers: HEADERS } },
  stdio: RUN,
};

const CURSOR: Shape = { ...COMMON, reference: "${env:NAME}" };

const ANTIGRAVITY: Shape = { ...COMMON, entry: { serverUrl: URL, headers: HEADERS } };

const WINDSURF: Shape = { ...ANTIGRAVITY, reference: "${env:NAME}" };

const KIRO: Shape = {
  ...COMMON,
  entry: { url: URL, headers: HEADERS, disabled: false },
  reference: "${NAME}",
  stdio: { ...RUN, disabled: false },
};

const ZED: Shape = {
  format: "jsonc",
  container: ["context_servers"],
  kind: "map",
  entry: { source: "custom", url: URL, headers: HEADERS },
  stdio: { source: "custom", ...RUN },
};

const WARP: Shape = {
  ...COMMON,
  entry: { url: URL, headers: HEADERS, start_on_launch: true },
  stdio: { ...RUN, start_on_launch: true },
};

const CLAUDE_DESKTOP = {
  scope: "user",
  paths: appData("Claude/claude_desktop_config.json"),
  format: "json",
  container: ["mcpServers"],
  kind: "map",
} as const;

/** Agents that are desktop apps, in the order in which they are shown. */
export const DESKTOP_APPS: readonly WritableClient[] = [
  {
    id: "cursor",
    name: "Cursor",
    signs: {
      paths: ["~/.cursor", { macos: "/Applications/Cursor.app" }],
      programs: ["cursor", "cursor-agent"],
    },
    forms: formsOf(CURSOR, { user: ["~/.cursor/mcp.json"], project: [".cursor/mcp.json"] }),
    startsElsewhere: true,
    restart: "Turn the server on in Cursor Settings > Tools & MCP",
    sources: ["npm add-mcp@2.4.0", "npm ctx7@0.5.12", "userjot.com/docs/mcp-cursor (reference)"],
  },
  {
    id: "vscode",
    name: "VS Code (GitHub Copilot)",
    signs: {
      paths: [
        appData("Code"),
        { macos: "/Applications/Visual Studio Code.app" },
      ],
      programs: ["code"],
    },
    forms: formsOf(SERVERS, { user: [codeUser("mcp.json")], project: [".vscode/mcp.json"] }),
    restart: "Run the command MCP: List Servers, and start the server",
    sources: [
      "code.visualstudio.com/docs/copilot/reference/mcp-configuration",
      "npm add-mcp@2.4.0",
    ],
  },
  {
    id: "vscode-insiders",
    name: "VS Code Insiders",
    signs: {
      paths: [
        appData("Code - Insiders"),
        { macos: "/Applications/Visual Studio Code - Insiders.app" },
      ],
      programs: ["code-insiders"],
    },
    forms: formsOf(SERVERS, {
      user: [codeUser("mcp.json", "Code - Insiders")],
      project: [".vscode/mcp.json"],
    }),
    restart: "Run the command MCP: List Servers, and start the server",
    sources: ["npm agent-mcp-manager@0.1.0", "toolhive pkg/client/config.go"],
  },
  {
    id: "visual-studio",
    name: "Visual Studio",
    signs: { paths: [{ windows: "${ProgramFiles:-C:/Program Files}/Microsoft Visual Studio" }] },
    forms: formsOf(SERVERS, {
      user: [{ windows: "~/.mcp.json" }],
      // The first file is one person's own. The second one is shared with everyone who works on the
      // solution.
      project: [{ windows: ".vs/mcp.json" }, { windows: ".mcp.json" }],
    }),
    restart: "Open the file in Visual Studio 17.14 or later, and start the server above its entry",
    sources: ["learn.microsoft.com/visualstudio/ide/mcp-servers", "ruler src/paths/mcp.ts"],
  },
  {
    id: "copilot-jetbrains",
    name: "GitHub Copilot in JetBrains IDEs",
    signs: {
      paths: [
        {
          linux: "${XDG_CONFIG_HOME:-~/.config}/github-copilot/intellij",
          macos: "~/.config/github-copilot/intellij",
          windows: "${LOCALAPPDATA:-~/AppData/Local}/github-copilot/intellij",
        },
        { macos: "~/Library/Application Support/github-copilot/intellij" },
      ],
    },
    forms: formsOf(COPILOT_PLUGIN, {
      user: [{
        linux: "${XDG_CONFIG_HOME:-~/.config}/github-copilot/intellij/mcp.json",
        macos: "~/.config/github-copilot/intellij/mcp.json",
        windows: "${LOCALAPPDATA:-~/AppData/Local}/github-copilot/intellij/mcp.json",
      }, { macos: "~/Library/Application Support/github-copilot/intellij/mcp.json" }],
    }),
    restart: "Restart the IDE",
    sources: [
      "github github/github-mcp-server install-other-copilot-ides.md",
      "CoplayDev/unity-mcp",
    ],
  },
  {
    id: "windsurf",
    name: "Windsurf",
    signs: {
      paths: ["~/.codeium/windsurf", { macos: "/Applications/Windsurf.app" }],
      programs: ["windsurf"],
    },
    forms: formsOf(WINDSURF, {
      // The plugin for JetBrains IDEs reads the second file.
      user: ["~/.codeium/windsurf/mcp_config.json", "~/.codeium/mcp_config.json"],
    }),
    restart: "Refresh the MCP list in the Cascade panel",
    sources: ["npm add-mcp@2.4.0", "toolhive pkg/client/config.go", "newtalaria/docs (reference)"],
  },
  {
    id: "antigravity",
    name: "Google Antigravity",
    signs: {
      paths: [
        "~/.gemini/antigravity",
        "~/.gemini/config/mcp_config.json",
        { macos: "/Applications/Antigravity.app" },
      ],
      programs: ["agy", "antigravity"],
    },
    forms: formsOf(ANTIGRAVITY, {
      user: [
        "~/.gemini/config/mcp_config.json",
        "~/.gemini/antigravity/mcp_config.json",
        "~/.gemini/antigravity-ide/mcp_config.json",
      ],
    }),
    restart: "Refresh the list of MCP servers in the agent panel",
    sources: ["npm add-mcp@2.4.0", "npm ctx7@0.5.12", "github CoplayDev/unity-mcp"],
  },
  ...EXTENSIONS,
  {
    id: "kiro",
    name: "Kiro",
    signs: { paths: ["~/.kiro"], programs: ["kiro", "kiro-cli"] },
    forms: formsOf(KIRO, {
      user: ["~/.kiro/settings/mcp.json"],
      project: [".kiro/settings/mcp.json"],
    }),
    sources: ["kiro.dev/docs/mcp/configuration", "npm add-mcp@2.4.0"],
  },
  {
    id: "amazon-q",
    name: "Amazon Q Developer",
    signs: { paths: ["~/.aws/amazonq"] },
    forms: formsOf(COMMON, {
      user: ["~/.aws/amazonq/mcp.json", "~/.aws/amazonq/default.json"],
      project: [".amazonq/mcp.json", ".amazonq/default.json"],
    }),
    restart: "Reopen the Amazon Q panel",
    sources: [
      "docs.aws.amazon.com/amazonq/latest/qdeveloper-ug/mcp-ide",
      "npm @smithery/cli@4.11.1",
    ],
  },
  {
    id: "zed",
    name: "Zed",
    signs: {
      paths: [{
        linux: "${FLATPAK_XDG_CONFIG_HOME:-${XDG_CONFIG_HOME:-~/.config}}/zed",
        macos: "~/.config/zed",
        windows: "${APPDATA:-~/AppData/Roaming}/Zed",
      }],
      programs: ["zed"],
    },
    forms: formsOf(ZED, {
      user: [{
        linux: "${FLATPAK_XDG_CONFIG_HOME:-${XDG_CONFIG_HOME:-~/.config}}/zed/settings.json",
        macos: "~/.config/zed/settings.json",
        windows: "${APPDATA:-~/AppData/Roaming}/Zed/settings.json",
      }],
      project: [".zed/settings.json"],
    }),
    sources: ["zed.dev/docs/ai/mcp", "zed.dev/docs/configuring-zed", "npm skills@1.5.18"],
  },
  {
    id: "trae",
    name: "Trae",
    signs: {
      paths: [
        "~/.trae",
        appData("Trae"),
      ],
      programs: ["trae"],
    },
    forms: formsOf(COMMON, { user: [codeUser("mcp.json", "Trae")], project: [".trae/mcp.json"] }),
    restart: "Enable a project's file in Trae's settings",
    sources: ["toolhive pkg/client/config.go", "npm agent-mcp-manager@0.1.0"],
  },
  {
    id: "junie",
    name: "JetBrains Junie",
    signs: { paths: ["~/.junie"], programs: ["junie"] },
    forms: formsOf(COMMON, { user: ["~/.junie/mcp/mcp.json"], project: [".junie/mcp/mcp.json"] }),
    restart: "Restart the IDE, or Junie",
    sources: ["github intellectronica/ruler src/paths/mcp.ts", "jetbrains.com/help/junie"],
  },
  {
    id: "claude-desktop-local",
    name: "Claude Desktop (local file)",
    signs: CLAUDE_DESKTOP_SIGNS,
    forms: [
      { ...CLAUDE_DESKTOP, stdio: RUN },
      {
        ...CLAUDE_DESKTOP,
        entry: { url: URL, headers: HEADERS },
        retired: "Claude Desktop removes entries with a URL from this file",
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
    forms: formsOf(WARP, { user: ["~/.warp/.mcp.json"], project: [".warp/.mcp.json"] }),
    restart: "Approve a project's server in Settings > Agents > MCP servers",
    sources: ["github warpdotdev/docs capabilities/mcp.mdx"],
  },
  {
    id: "lm-studio",
    name: "LM Studio",
    signs: { paths: ["~/.lmstudio", { macos: "/Applications/LM Studio.app" }], programs: ["lms"] },
    forms: formsOf(COMMON, { user: ["~/.lmstudio/mcp.json", "~/.cache/lm-studio/mcp.json"] }),
    startsElsewhere: true,
    restart: "Open the Program tab of LM Studio 0.3.17 or later, and turn the server on",
    sources: ["github lmstudio-ai/docs 0_app/2_mcp", "docker/mcp-gateway config.yml"],
  },
  {
    id: "boltai",
    name: "BoltAI",
    signs: { paths: [{ macos: "~/.boltai" }, { macos: "/Applications/BoltAI.app" }] },
    forms: formsOf(COMMON, { user: [{ macos: "~/.boltai/mcp.json" }] }),
    startsElsewhere: true,
    restart: "Quit BoltAI and open it again",
    sources: ["npm @smithery/cli@4.11.1", "npm agent-mcp-manager@0.1.0"],
  },
];
