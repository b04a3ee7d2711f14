/** Agents that are editors, or built into them. */

import { URL, type WritableClient } from "../client.ts";
import { EXTENSION_CLIENTS } from "./extensions.ts";
import { codeUser, COMMON, HEADERS, RUN, type Shape, TYPED, TYPED_RUN } from "./shapes.ts";

const SERVERS: Shape = {
  format: "jsonc",
  container: ["servers"],
  kind: "map",
  entry: TYPED,
  stdio: TYPED_RUN,
};

/** What the plugins of Copilot for other editors read. */
const COPILOT_PLUGIN: Shape = {
  ...SERVERS,
  entry: { url: URL, requestInit: { headers: HEADERS } },
  stdio: RUN,
};

const WINDSURF: Shape = { ...COMMON, entry: { serverUrl: URL, headers: HEADERS } };

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

/** Agents of editors, in the order in which they are shown. */
export const EDITOR_CLIENTS: readonly WritableClient[] = [
  {
    id: "cursor",
    name: "Cursor",
    signs: {
      paths: ["~/.cursor", { macos: "/Applications/Cursor.app" }],
      programs: ["cursor", "cursor-agent"],
    },
    forms: [
      { scope: "user", paths: "~/.cursor/mcp.json", ...COMMON, reference: "${env:NAME}" },
      { scope: "project", paths: ".cursor/mcp.json", ...COMMON, reference: "${env:NAME}" },
    ],
    startsElsewhere: true,
    restart: "Turn the server on in Cursor Settings > Tools & MCP",
    sources: ["npm add-mcp@2.4.0", "npm ctx7@0.5.12", "userjot.com/docs/mcp-cursor (reference)"],
  },
  {
    id: "vscode",
    name: "VS Code (GitHub Copilot)",
    signs: {
      paths: [
        {
          linux: "${XDG_CONFIG_HOME:-~/.config}/Code",
          macos: "~/Library/Application Support/Code",
          windows: "${APPDATA:-~/AppData/Roaming}/Code",
        },
        { macos: "/Applications/Visual Studio Code.app" },
      ],
      programs: ["code"],
    },
    forms: [
      { scope: "user", paths: codeUser("mcp.json"), ...SERVERS },
      { scope: "project", paths: ".vscode/mcp.json", ...SERVERS },
    ],
    restart: "Start the server from MCP: List Servers",
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
        {
          linux: "${XDG_CONFIG_HOME:-~/.config}/Code - Insiders",
          macos: "~/Library/Application Support/Code - Insiders",
          windows: "${APPDATA:-~/AppData/Roaming}/Code - Insiders",
        },
        { macos: "/Applications/Visual Studio Code - Insiders.app" },
      ],
      programs: ["code-insiders"],
    },
    forms: [
      { scope: "user", paths: codeUser("mcp.json", "Code - Insiders"), ...SERVERS },
      { scope: "project", paths: ".vscode/mcp.json", ...SERVERS },
    ],
    restart: "Start the server from MCP: List Servers",
    sources: ["npm agent-mcp-manager@0.1.0", "toolhive pkg/client/config.go"],
  },
  {
    id: "visual-studio",
    name: "Visual Studio",
    signs: { paths: [{ windows: "${ProgramFiles:-C:/Program Files}/Microsoft Visual Studio" }] },
    forms: [
      { scope: "user", paths: { windows: "~/.mcp.json" }, ...SERVERS },
      // Both for one person and one solution: shared with nobody, then with everybody.
      { scope: "project", paths: { windows: ".vs/mcp.json" }, ...SERVERS },
      { scope: "project", paths: { windows: ".mcp.json" }, ...SERVERS },
    ],
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
    forms: [
      {
        scope: "user",
        paths: {
          linux: "${XDG_CONFIG_HOME:-~/.config}/github-copilot/intellij/mcp.json",
          macos: "~/.config/github-copilot/intellij/mcp.json",
          windows: "${LOCALAPPDATA:-~/AppData/Local}/github-copilot/intellij/mcp.json",
        },
        ...COPILOT_PLUGIN,
      },
      {
        scope: "user",
        paths: { macos: "~/Library/Application Support/github-copilot/intellij/mcp.json" },
        ...COPILOT_PLUGIN,
      },
    ],
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
    forms: [
      {
        scope: "user",
        paths: "~/.codeium/windsurf/mcp_config.json",
        ...WINDSURF,
        reference: "${env:NAME}",
      },
      {
        // The plugin for JetBrains IDEs.
        scope: "user",
        paths: "~/.codeium/mcp_config.json",
        ...WINDSURF,
        reference: "${env:NAME}",
      },
    ],
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
    forms: [
      { scope: "user", paths: "~/.gemini/config/mcp_config.json", ...WINDSURF },
      { scope: "user", paths: "~/.gemini/antigravity/mcp_config.json", ...WINDSURF },
      { scope: "user", paths: "~/.gemini/antigravity-ide/mcp_config.json", ...WINDSURF },
    ],
    restart: "Refresh the list of MCP servers in the agent panel",
    sources: ["npm add-mcp@2.4.0", "npm ctx7@0.5.12", "github CoplayDev/unity-mcp"],
  },
  ...EXTENSION_CLIENTS,
  {
    id: "kiro",
    name: "Kiro",
    signs: { paths: ["~/.kiro"], programs: ["kiro", "kiro-cli"] },
    forms: [
      { scope: "user", paths: "~/.kiro/settings/mcp.json", ...KIRO },
      { scope: "project", paths: ".kiro/settings/mcp.json", ...KIRO },
    ],
    sources: ["kiro.dev/docs/mcp/configuration", "npm add-mcp@2.4.0"],
  },
  {
    id: "amazon-q",
    name: "Amazon Q Developer",
    signs: { paths: ["~/.aws/amazonq"] },
    forms: [
      { scope: "user", paths: "~/.aws/amazonq/mcp.json", ...COMMON },
      { scope: "user", paths: "~/.aws/amazonq/default.json", ...COMMON },
      { scope: "project", paths: ".amazonq/mcp.json", ...COMMON },
      { scope: "project", paths: ".amazonq/default.json", ...COMMON },
    ],
    restart: "Open the Amazon Q panel again",
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
    forms: [
      {
        scope: "user",
        paths: {
          linux: "${FLATPAK_XDG_CONFIG_HOME:-${XDG_CONFIG_HOME:-~/.config}}/zed/settings.json",
          macos: "~/.config/zed/settings.json",
          windows: "${APPDATA:-~/AppData/Roaming}/Zed/settings.json",
        },
        ...ZED,
      },
      { scope: "project", paths: ".zed/settings.json", ...ZED },
    ],
    sources: ["zed.dev/docs/ai/mcp", "zed.dev/docs/configuring-zed", "npm skills@1.5.18"],
  },
  {
    id: "trae",
    name: "Trae",
    signs: {
      paths: [
        "~/.trae",
        {
          linux: "${XDG_CONFIG_HOME:-~/.config}/Trae",
          macos: "~/Library/Application Support/Trae",
          windows: "${APPDATA:-~/AppData/Roaming}/Trae",
        },
      ],
      programs: ["trae"],
    },
    forms: [
      { scope: "user", paths: codeUser("mcp.json", "Trae"), ...COMMON },
      { scope: "project", paths: ".trae/mcp.json", ...COMMON },
    ],
    restart: "Switch a project's file on in Trae's settings",
    sources: ["toolhive pkg/client/config.go", "npm agent-mcp-manager@0.1.0"],
  },
  {
    id: "junie",
    name: "JetBrains Junie",
    signs: { paths: ["~/.junie"], programs: ["junie"] },
    forms: [
      { scope: "user", paths: "~/.junie/mcp/mcp.json", ...COMMON },
      { scope: "project", paths: ".junie/mcp/mcp.json", ...COMMON },
    ],
    restart: "Restart the IDE, or Junie",
    sources: ["github intellectronica/ruler src/paths/mcp.ts", "jetbrains.com/help/junie"],
  },
];
