/** Agents that are extensions of editors. */

import { NAME, type Paths, URL, type WritableClient } from "../client.ts";
import {
  CLINE,
  CLINE_FILE,
  codeUser,
  COMMON,
  HEADERS,
  OPENCODE,
  RUN,
  type Shape,
  TYPED,
  TYPED_RUN,
} from "./shapes.ts";

const ROO: Shape = {
  format: "json",
  container: ["mcpServers"],
  kind: "map",
  entry: { type: "streamable-http", url: URL, headers: HEADERS },
  stdio: TYPED_RUN,
};

const KILO: Shape = {
  ...COMMON,
  entry: { type: "streamable-http", url: URL, headers: HEADERS, disabled: false },
  stdio: { ...RUN, disabled: false },
};

const AUGMENT: Shape = {
  format: "jsonc",
  container: ["augment.advanced", "mcpServers"],
  kind: "list",
  entry: { name: NAME, url: URL, headers: HEADERS },
  stdio: { name: NAME, ...RUN },
};

/** The folder of an extension of VS Code. */
function extension(id: string): Paths {
  return codeUser(`globalStorage/${id}`);
}

/** Agents that are extensions. */
export const EXTENSION_CLIENTS: readonly WritableClient[] = [
  {
    id: "cline",
    name: "Cline (VS Code)",
    signs: { paths: [extension("saoudrizwan.claude-dev")] },
    forms: [
      {
        scope: "user",
        paths: CLINE_FILE,
        ...CLINE,
      },
      {
        // Up to 3.x.
        scope: "user",
        paths: codeUser("globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"),
        ...CLINE,
      },
    ],
    startsElsewhere: true,
    sources: ["github cline/cline sdk config-loader", "npm add-mcp@2.4.0"],
  },
  {
    id: "roo-code",
    name: "Roo Code",
    signs: { paths: [extension("rooveterinaryinc.roo-cline")] },
    forms: [
      {
        scope: "user",
        paths: codeUser("globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json"),
        ...ROO,
      },
      { scope: "project", paths: ".roo/mcp.json", ...ROO },
    ],
    sources: ["github RooCodeInc/Roo-Code McpHub.ts", "toolhive pkg/client/config.go"],
  },
  {
    id: "kilo-code",
    name: "Kilo Code (VS Code)",
    signs: { paths: [extension("kilocode.kilo-code")] },
    forms: [
      {
        scope: "user",
        paths: "${XDG_CONFIG_HOME:-~/.config}/kilo/kilo.jsonc",
        ...OPENCODE,
      },
      {
        // Before 7.
        scope: "user",
        paths: codeUser("globalStorage/kilocode.kilo-code/settings/mcp_settings.json"),
        ...KILO,
      },
      {
        scope: "project",
        paths: ".kilo/kilo.jsonc",
        ...OPENCODE,
      },
      { scope: "project", paths: ".kilocode/mcp.json", ...KILO },
    ],
    restart: "Restart VS Code, or refresh the MCP servers in Kilo's settings",
    sources: ["github Kilo-Org/kilocode kilo-docs", "npm @upstash/context7-mcp@4.1.1"],
  },
  {
    id: "augment",
    name: "Augment Code (VS Code)",
    signs: { paths: [extension("augment.vscode-augment")] },
    forms: [
      { scope: "user", paths: codeUser("settings.json"), ...AUGMENT },
      { scope: "project", paths: ".vscode/settings.json", ...AUGMENT },
    ],
    restart: "Restart the editor",
    sources: ["npm @upstash/context7-mcp@4.1.1", "docs.augmentcode.com/setup-augment/mcp"],
  },
  {
    id: "continue",
    name: "Continue",
    signs: { paths: ["~/.continue"] },
    forms: [
      {
        scope: "user",
        paths: "~/.continue/config.yaml",
        format: "yaml",
        container: ["mcpServers"],
        kind: "list",
        entry: {
          name: NAME,
          type: "streamable-http",
          url: URL,
          requestOptions: { headers: HEADERS },
        },
        stdio: { name: NAME, ...RUN },
        start: "name: Local Config\nversion: 1.0.0\nschema: v1\n",
      },
      {
        // Only read where there is no config.yaml.
        scope: "user",
        paths: "~/.continue/config.json",
        format: "jsonc",
        container: ["experimental", "modelContextProtocolServers"],
        kind: "list",
        entry: { name: NAME, transport: TYPED },
        stdio: { name: NAME, transport: TYPED_RUN },
      },
      {
        // Continue reads every file in this folder.
        scope: "project",
        paths: ".continue/mcpServers/layerwright.json",
        ...COMMON,
        entry: TYPED,
      },
    ],
    sources: ["seen: cn 1.5", "github continuedev/continue loadJsonMcpConfigs"],
  },
];
