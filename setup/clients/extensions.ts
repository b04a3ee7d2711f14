/** Agents that are extensions of editors. */

import { NAME, type Paths, URL, type WritableClient } from "../client.ts";
import {
  CLINE,
  CLINE_FILE,
  codeUser,
  COMMON,
  formsOf,
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

/** The shape of Kilo before version 7. */
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

/** Returns the folder of a VS Code extension. */
function extension(id: string): Paths {
  return codeUser(`globalStorage/${id}`);
}

/** Agents that are extensions of editors. */
export const EXTENSIONS: readonly WritableClient[] = [
  {
    id: "cline",
    name: "Cline (VS Code)",
    signs: { paths: [extension("saoudrizwan.claude-dev")] },
    forms: formsOf(CLINE, {
      // Versions up to 3.x read the second file.
      user: [
        CLINE_FILE,
        codeUser("globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"),
      ],
    }),
    startsElsewhere: true,
    sources: ["github cline/cline sdk config-loader", "npm add-mcp@2.4.0"],
  },
  {
    id: "roo-code",
    name: "Roo Code",
    signs: { paths: [extension("rooveterinaryinc.roo-cline")] },
    forms: formsOf(ROO, {
      user: [codeUser("globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json")],
      project: [".roo/mcp.json"],
    }),
    sources: ["github RooCodeInc/Roo-Code McpHub.ts", "toolhive pkg/client/config.go"],
  },
  {
    id: "kilo-code",
    name: "Kilo Code (VS Code)",
    signs: { paths: [extension("kilocode.kilo-code")] },
    forms: [
      ...formsOf(OPENCODE, { user: ["${XDG_CONFIG_HOME:-~/.config}/kilo/kilo.jsonc"] }),
      ...formsOf(KILO, {
        user: [codeUser("globalStorage/kilocode.kilo-code/settings/mcp_settings.json")],
      }),
      ...formsOf(OPENCODE, { project: [".kilo/kilo.jsonc"] }),
      ...formsOf(KILO, { project: [".kilocode/mcp.json"] }),
    ],
    restart: "Restart VS Code, or refresh the MCP servers in Kilo's settings",
    sources: ["github Kilo-Org/kilocode kilo-docs", "npm @upstash/context7-mcp@4.1.1"],
  },
  {
    id: "augment",
    name: "Augment Code (VS Code)",
    signs: { paths: [extension("augment.vscode-augment")] },
    forms: formsOf(AUGMENT, {
      user: [codeUser("settings.json")],
      project: [".vscode/settings.json"],
    }),
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
        // Continue reads this file only if there is no config.yaml.
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
