/**
 * Terminal agents that setup configures as their documentation says. They were not tested with the
 * real program.
 */

import {
  ARGS,
  BEARER,
  COMMAND,
  NAME,
  type Paths,
  URL,
  VARIABLE,
  type WritableClient,
} from "../client.ts";
import { COMMON, formsOf, HEADERS, RUN, type Shape, TYPED, TYPED_RUN, words } from "./shapes.ts";

const HEADER = `Authorization: ${BEARER}`;

const CRUSH: Shape = {
  format: "jsonc",
  container: ["mcp"],
  kind: "map",
  entry: TYPED,
  reference: "$NAME",
  stdio: TYPED_RUN,
};

const WITH_TRANSPORT: Shape = {
  ...COMMON,
  entry: { transport: "http", url: URL, headers: HEADERS },
};

/** Returns a path in Devin's folder. */
function devin(path = ""): Paths {
  return {
    linux: `~/.config/devin${path}`,
    macos: `~/.config/devin${path}`,
    windows: `\${APPDATA:-~/AppData/Roaming}/devin${path}`,
  };
}

/** Terminal agents that are configured according to their documentation. */
export const DOCUMENTED_TERMINALS: readonly WritableClient[] = [
  {
    id: "crush",
    name: "Crush",
    signs: {
      paths: ["${XDG_CONFIG_HOME:-~/.config}/crush", {
        windows: "${LOCALAPPDATA:-~/AppData/Local}/crush",
      }],
      programs: ["crush"],
    },
    forms: formsOf(CRUSH, {
      user: ["${CRUSH_GLOBAL_CONFIG:-${XDG_CONFIG_HOME:-~/.config}/crush}/crush.json"],
      project: [".crush.json", "crush.json"],
    }),
    restart: "Restart Crush",
    sources: ["github charmbracelet/crush README and load.go", "docker/mcp-gateway config.yml"],
  },
  {
    id: "devin",
    name: "Devin (CLI and desktop)",
    signs: {
      paths: [devin()],
      programs: ["devin"],
    },
    forms: formsOf(WITH_TRANSPORT, {
      user: [devin("/config.json"), devin("/mcp_config.json")],
      // The first file is the one that Devin keeps out of git.
      project: [".devin/config.local.json", ".devin/config.json"],
    }),
    restart: "Start a new session",
    sources: ["docs.devin.ai/cli/extensibility/mcp/configuration", "npm ctx7@0.5.12"],
  },
  {
    id: "goose",
    name: "Goose",
    signs: {
      paths: [{
        linux: "${XDG_CONFIG_HOME:-~/.config}/goose",
        macos: "${XDG_CONFIG_HOME:-~/.config}/goose",
        windows: "${APPDATA:-~/AppData/Roaming}/Block/goose",
      }],
    },
    forms: [{
      scope: "user",
      paths: {
        linux: "${XDG_CONFIG_HOME:-~/.config}/goose/config.yaml",
        macos: "${XDG_CONFIG_HOME:-~/.config}/goose/config.yaml",
        windows: "${APPDATA:-~/AppData/Roaming}/Block/goose/config/config.yaml",
      },
      format: "yaml",
      container: ["extensions"],
      kind: "map",
      entry: {
        name: NAME,
        type: "streamable_http",
        uri: URL,
        headers: HEADERS,
        enabled: true,
        timeout: 300,
        description: "",
      },
      stdio: {
        name: NAME,
        type: "stdio",
        cmd: COMMAND,
        args: ARGS,
        enabled: true,
        timeout: 300,
        description: "",
      },
    }],
    restart: "Start a new session",
    sources: [
      "npm add-mcp@2.4.0",
      "toolhive pkg/client/config.go",
      "goose docs/guides/config-files",
    ],
  },
  {
    id: "hermes",
    name: "Hermes Agent",
    signs: {
      paths: ["${HERMES_HOME:-~/.hermes}", { windows: "${LOCALAPPDATA:-~/AppData/Local}/hermes" }],
    },
    forms: [{
      scope: "user",
      paths: {
        linux: "${HERMES_HOME:-~/.hermes}/config.yaml",
        macos: "${HERMES_HOME:-~/.hermes}/config.yaml",
        windows: "${HERMES_HOME:-${LOCALAPPDATA:-~/AppData/Local}/hermes}/config.yaml",
      },
      format: "yaml",
      container: ["mcp_servers"],
      kind: "map",
      entry: { url: URL, headers: HEADERS },
      stdio: RUN,
    }],
    restart: "Restart Hermes",
    sources: [
      "hermes-agent.nousresearch.com/docs/user-guide/features/mcp",
      "developer.mittwald.de (Windows path)",
    ],
  },
  {
    id: "mistral-vibe",
    name: "Mistral Vibe",
    signs: { paths: ["${VIBE_HOME:-~/.vibe}"], programs: ["vibe"] },
    forms: [{
      scope: "user",
      paths: "${VIBE_HOME:-~/.vibe}/config.toml",
      format: "toml",
      container: ["mcp_servers"],
      kind: "list",
      entry: { name: NAME, transport: "streamable-http", url: URL, headers: HEADERS },
      entryFromEnv: {
        name: NAME,
        transport: "streamable-http",
        url: URL,
        api_key_env: VARIABLE,
        api_key_header: "Authorization",
        api_key_format: "Bearer {token}",
      },
      stdio: { name: NAME, transport: "stdio", command: COMMAND, args: ARGS },
    }],
    restart: "Restart Vibe",
    sources: ["github mistralai/mistral-vibe README", "toolhive pkg/client/config.go"],
  },
  {
    id: "kimi-code",
    name: "Kimi Code",
    signs: { paths: ["${KIMI_CODE_HOME:-~/.kimi-code}", "~/.kimi"], programs: ["kimi"] },
    forms: [
      ...formsOf(WITH_TRANSPORT, { user: ["${KIMI_CODE_HOME:-~/.kimi-code}/mcp.json"] }),
      ...formsOf(COMMON, { user: ["~/.kimi/mcp.json"] }),
      ...formsOf(WITH_TRANSPORT, { project: [".kimi-code/mcp.json"] }),
    ],
    restart: "Start a new session (it reads a project's file only in a trusted folder)",
    sources: ["npm add-mcp@2.4.0", "github MoonshotAI/kimi-cli docs"],
  },
  {
    id: "rovo-dev",
    name: "Rovo Dev CLI",
    signs: { paths: ["~/.rovodev"], programs: ["rovodev"] },
    forms: [{
      scope: "user",
      paths: "~/.rovodev/mcp.json",
      ...COMMON,
      entry: { url: URL, headers: HEADERS, transport: "http" },
    }],
    restart: "Restart `acli rovodev run`",
    sources: [
      "support.atlassian.com (Rovo Dev CLI)",
      "docs.firecrawl.dev/quickstarts/rovo-dev-cli",
    ],
  },
  {
    id: "openhands",
    name: "OpenHands CLI",
    signs: { paths: ["~/.openhands"], programs: ["openhands"] },
    forms: [{
      scope: "user",
      paths: "~/.openhands/mcp.json",
      ...COMMON,
      entry: { url: URL, transport: "http", headers: HEADERS },
    }],
    restart: "Restart the conversation",
    commands: {
      user: words`openhands mcp add ${NAME} --transport http --header ${HEADER} ${URL}`,
    },
    sources: ["github OpenHands/docs openhands/usage/cli/mcp-servers.mdx"],
  },
  {
    id: "pi",
    name: "Pi",
    signs: { paths: ["${PI_CODING_AGENT_DIR:-~/.pi/agent}"] },
    forms: formsOf(COMMON, {
      user: ["${PI_CODING_AGENT_DIR:-~/.pi/agent}/mcp.json"],
      project: [".pi/mcp.json"],
    }),
    restart: "Type /reload (Pi reads the file with its extension pi-mcp-adapter)",
    sources: ["npm add-mcp@2.4.0", "npm skills@1.5.18"],
  },
  {
    id: "mastra-code",
    name: "Mastra Code",
    signs: { paths: ["~/.mastracode"], programs: ["mastracode"] },
    forms: formsOf(COMMON, { user: ["~/.mastracode/mcp.json"], project: [".mastracode/mcp.json"] }),
    restart: "Start a new session",
    sources: ["npm add-mcp@2.4.0", "npm mastracode"],
  },
  {
    id: "fx",
    name: "fx",
    signs: { paths: ["~/.fx"] },
    forms: [{
      // fx rejects a file that contains keys.
      scope: "user",
      paths: "~/.fx/mcp.json",
      format: "jsonc",
      container: ["mcp"],
      kind: "map",
      entryFromEnv: { type: "http", url: URL, enabled: true, bearer_token_env: VARIABLE },
    }],
    restart: "Type /mcp reload",
    sources: ["npm add-mcp@2.4.0"],
  },
];
