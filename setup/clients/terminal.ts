/** Agents that live in a terminal and were seen to connect, or to list what was written. */

import { ARGS, BEARER, COMMAND, NAME, URL, VARIABLE, type WritableClient } from "../client.ts";
import {
  CLINE,
  CLINE_FILE,
  COMMON,
  HEADERS,
  OPENCODE,
  RUN,
  type Shape,
  TYPED,
  TYPED_RUN,
} from "./shapes.ts";

const HEADER = `Authorization: ${BEARER}`;
const PAIR = `Authorization=${BEARER}`;

const CLAUDE_CODE: Shape = {
  format: "json",
  container: ["mcpServers"],
  kind: "map",
  entry: TYPED,
  reference: "${NAME}",
  stdio: TYPED_RUN,
};

const CODEX: Shape = {
  format: "toml",
  container: ["mcp_servers"],
  kind: "map",
  entry: { url: URL, http_headers: HEADERS },
  entryFromEnv: { url: URL, bearer_token_env_var: VARIABLE },
  stdio: RUN,
};

const GEMINI: Shape = {
  format: "jsonc",
  container: ["mcpServers"],
  kind: "map",
  entry: { httpUrl: URL, headers: HEADERS },
  reference: "${NAME}",
  stdio: RUN,
};

const QWEN: Shape = {
  ...GEMINI,
  entry: {
    httpUrl: URL,
    headers: { Authorization: BEARER, Accept: "application/json, text/event-stream" },
  },
};

const COPILOT: Shape = { ...CLAUDE_CODE, format: "jsonc" };

const AMP: Shape = {
  format: "jsonc",
  container: ["amp.mcpServers"],
  kind: "map",
  entry: { url: URL, headers: HEADERS },
  reference: "${NAME}",
  stdio: RUN,
};

const DROID: Shape = { ...CLAUDE_CODE, format: "jsonc" };

const AUGGIE: Shape = {
  format: "jsonc",
  container: ["mcpServers"],
  kind: "map",
  entry: TYPED,
  stdio: RUN,
};

const GROK: Shape = {
  format: "toml",
  container: ["mcp_servers"],
  kind: "map",
  entry: { url: URL, enabled: true, headers: HEADERS },
  stdio: { command: COMMAND, args: ARGS, enabled: true },
};

/** Agents that live in a terminal, those seen to connect first. */
export const TERMINAL_CLIENTS: readonly WritableClient[] = [
  {
    id: "claude-code",
    name: "Claude Code",
    signs: { paths: ["${CLAUDE_CONFIG_DIR:-~}/.claude.json", "~/.claude"], programs: ["claude"] },
    forms: [
      { scope: "user", paths: "${CLAUDE_CONFIG_DIR:-~}/.claude.json", ...CLAUDE_CODE },
      { scope: "project", paths: ".mcp.json", ...CLAUDE_CODE },
    ],
    restart: "Restart the session",
    commands: {
      user: ["claude", "mcp", "add", "--transport", "http", "--scope", "user", NAME, URL]
        .concat("--header", HEADER),
      project: ["claude", "mcp", "add", "--transport", "http", "--scope", "project", NAME, URL]
        .concat("--header", HEADER),
    },
    sources: ["seen: claude 2.1.197", "npm add-mcp@2.4.0", "npm ctx7@0.5.12"],
  },
  {
    id: "codex",
    name: "Codex",
    signs: { paths: ["${CODEX_HOME:-~/.codex}"], programs: ["codex"] },
    forms: [
      { scope: "user", paths: "${CODEX_HOME:-~/.codex}/config.toml", ...CODEX },
      { scope: "project", paths: ".codex/config.toml", ...CODEX },
    ],
    restart: "Restart Codex; it reads a project's file only where the project is trusted",
    commands: {
      user: ["codex", "mcp", "add", NAME, "--url", URL, "--bearer-token-env-var", VARIABLE],
    },
    sources: ["seen: codex 0.169.0", "npm add-mcp@2.4.0", "github openai/codex PR 4904"],
  },
  {
    id: "gemini-cli",
    name: "Gemini CLI",
    signs: {
      // The folder alone may be Antigravity's.
      paths: ["${GEMINI_CLI_HOME:-~}/.gemini/settings.json"],
      programs: ["gemini"],
    },
    forms: [
      { scope: "user", paths: "${GEMINI_CLI_HOME:-~}/.gemini/settings.json", ...GEMINI },
      { scope: "project", paths: ".gemini/settings.json", ...GEMINI },
    ],
    restart: "Restart Gemini CLI in a trusted folder; in others it starts no servers",
    commands: {
      user: ["gemini", "mcp", "add", "--transport", "http", "--scope", "user", NAME, URL]
        .concat("-H", HEADER),
      project: ["gemini", "mcp", "add", "--transport", "http", "--scope", "project", NAME, URL]
        .concat("-H", HEADER),
    },
    sources: ["seen: gemini 0.61.0", "github google-gemini/gemini-cli docs/tools/mcp-server.md"],
  },
  {
    id: "qwen-code",
    name: "Qwen Code",
    signs: { paths: ["${QWEN_HOME:-~/.qwen}"], programs: ["qwen"] },
    forms: [
      { scope: "user", paths: "${QWEN_HOME:-~/.qwen}/settings.json", ...QWEN },
      { scope: "project", paths: ".qwen/settings.json", ...QWEN },
    ],
    restart: "Start a new session",
    commands: {
      user: ["qwen", "mcp", "add", "--transport", "http", "--scope", "user", NAME, URL]
        .concat("--header", HEADER),
      project: ["qwen", "mcp", "add", "--transport", "http", "--scope", "project", NAME, URL]
        .concat("--header", HEADER),
    },
    sources: ["seen: qwen 0.24, 0.15.10", "github upstash/context7 all-clients.mdx"],
  },
  {
    id: "opencode",
    name: "opencode",
    signs: {
      paths: ["${XDG_CONFIG_HOME:-~/.config}/opencode", "~/.local/share/opencode"],
      programs: ["opencode"],
    },
    forms: [
      {
        scope: "user",
        paths: "${XDG_CONFIG_HOME:-~/.config}/opencode/opencode.jsonc",
        ...OPENCODE,
      },
      {
        scope: "user",
        paths: "${XDG_CONFIG_HOME:-~/.config}/opencode/opencode.json",
        ...OPENCODE,
      },
      { scope: "project", paths: "opencode.jsonc", ...OPENCODE },
      { scope: "project", paths: "opencode.json", ...OPENCODE },
    ],
    restart: "Restart the session",
    commands: { user: ["opencode", "mcp", "add", NAME, "--url", URL, "--header", PAIR] },
    sources: ["seen: opencode 1.18.33", "opencode.ai/docs/mcp-servers"],
  },
  {
    id: "kilo-cli",
    name: "Kilo (CLI and current extension)",
    signs: { paths: ["${XDG_CONFIG_HOME:-~/.config}/kilo"], programs: ["kilo"] },
    forms: [
      { scope: "user", paths: "${XDG_CONFIG_HOME:-~/.config}/kilo/kilo.jsonc", ...OPENCODE },
      { scope: "user", paths: "${XDG_CONFIG_HOME:-~/.config}/kilo/kilo.json", ...OPENCODE },
      { scope: "project", paths: ".kilo/kilo.jsonc", ...OPENCODE },
      { scope: "project", paths: "kilo.json", ...OPENCODE },
      { scope: "project", paths: "kilo.jsonc", ...OPENCODE },
    ],
    restart: "Restart the session, or VS Code",
    commands: { user: ["kilo", "mcp", "add", NAME, "--url", URL, "--header", PAIR] },
    sources: ["seen: kilo 7.7.9", "github Kilo-Org/kilocode kilo-docs"],
  },
  {
    id: "copilot-cli",
    name: "GitHub Copilot CLI",
    signs: { paths: ["${COPILOT_HOME:-~/.copilot}"], programs: ["copilot"] },
    forms: [
      { scope: "user", paths: "${COPILOT_HOME:-~/.copilot}/mcp-config.json", ...COPILOT },
      {
        // Claude Code's, too, which takes no comments.
        scope: "project",
        paths: ".mcp.json",
        ...CLAUDE_CODE,
      },
      { scope: "project", paths: ".github/mcp.json", ...COPILOT },
    ],
    restart: "Start a new session, for a project's file in a trusted folder",
    commands: {
      user: ["copilot", "mcp", "add", "--transport", "http", "--header", HEADER, NAME, URL],
    },
    sources: ["seen: copilot 1.0.102", "npm add-mcp@2.4.0", "npm ctx7@0.5.12"],
  },
  {
    id: "cline-cli",
    name: "Cline CLI",
    signs: { paths: ["${CLINE_DIR:-~/.cline}"], programs: ["cline"] },
    forms: [{
      scope: "user",
      paths: CLINE_FILE,
      ...CLINE,
    }],
    commands: {
      user: ["cline", "mcp", "add", NAME, "--transport", "http", "--header", HEADER]
        .concat("--yes", URL),
    },
    sources: ["seen: cline 3.0.65", "github cline/cline sdk config-loader"],
  },
  {
    id: "auggie",
    name: "Auggie (Augment CLI)",
    signs: { paths: ["~/.augment"], programs: ["auggie"] },
    forms: [
      { scope: "user", paths: "~/.augment/settings.json", ...AUGGIE },
      { scope: "project", paths: ".augment/settings.json", ...AUGGIE },
    ],
    restart: "Start a new session",
    commands: {
      user: ["auggie", "mcp", "add", NAME, "--transport", "http", "--url", URL]
        .concat("--header", HEADER),
      project: ["auggie", "mcp", "add", NAME, "--project", "--transport", "http", "--url", URL]
        .concat("--header", HEADER),
    },
    sources: ["seen: auggie 0.36.0", "docs.augmentcode.com/cli/integrations"],
  },
  {
    id: "amp",
    name: "Amp",
    signs: { paths: ["${XDG_CONFIG_HOME:-~/.config}/amp"], programs: ["amp"] },
    forms: [
      {
        scope: "user",
        paths: "${AMP_SETTINGS_FILE:-${XDG_CONFIG_HOME:-~/.config}/amp/settings.json}",
        ...AMP,
      },
      { scope: "user", paths: "${XDG_CONFIG_HOME:-~/.config}/amp/settings.jsonc", ...AMP },
      { scope: "project", paths: ".amp/settings.json", ...AMP },
    ],
    restart: "Start a new session; approve a project's server with `amp mcp approve`",
    commands: {
      user: ["amp", "mcp", "add", NAME, "--header", PAIR, URL],
      project: ["amp", "mcp", "add", NAME, "--workspace", "--header", PAIR, URL],
    },
    sources: ["seen: amp 0.0.1790142911", "github stacklok/toolhive pkg/client/config.go"],
  },
  {
    id: "factory-droid",
    name: "Factory (droid)",
    signs: { paths: ["${FACTORY_HOME_OVERRIDE:-~}/.factory"], programs: ["droid"] },
    forms: [
      { scope: "user", paths: "${FACTORY_HOME_OVERRIDE:-~}/.factory/mcp.json", ...DROID },
      { scope: "project", paths: ".factory/mcp.json", ...DROID },
    ],
    commands: {
      user: ["droid", "mcp", "add", NAME, URL, "--type", "http", "--header", HEADER]
        .concat("--no-oauth"),
    },
    sources: ["seen: droid 0.215.0", "github Factory-AI/factory docs/cli/configuration/mcp.mdx"],
  },
  {
    id: "grok-build",
    name: "Grok Build",
    signs: { paths: ["${GROK_HOME:-~/.grok}"], programs: ["grok"] },
    forms: [
      { scope: "user", paths: "${GROK_HOME:-~/.grok}/config.toml", ...GROK },
      { scope: "project", paths: ".grok/config.toml", ...GROK },
    ],
    restart: "Start a new session",
    commands: {
      user: ["grok", "mcp", "add", "--transport", "http", "--scope", "user"]
        .concat("--header", HEADER, NAME, URL),
      project: ["grok", "mcp", "add", "--transport", "http", "--scope", "project"]
        .concat("--header", HEADER, NAME, URL),
    },
    sources: ["seen: grok 1.0.41", "npm add-mcp@2.4.0"],
  },
  {
    // Its `mcp add` logs the whole command line, so that there is no command to print.
    id: "qoder",
    name: "Qoder CLI",
    signs: { paths: ["${QODER_CONFIG_DIR:-~/.qoder}"], programs: ["qodercli", "qoder"] },
    forms: [
      {
        scope: "user",
        paths: "${QODER_CONFIG_DIR:-~/.qoder}/settings.json",
        format: "jsonc",
        container: ["mcpServers"],
        kind: "map",
        entry: TYPED,
        stdio: TYPED_RUN,
      },
      {
        scope: "project",
        paths: ".mcp.json",
        format: "json",
        container: ["mcpServers"],
        kind: "map",
        entry: TYPED,
        stdio: TYPED_RUN,
      },
    ],
    restart: "Start a new session",
    sources: ["seen: qodercli 1.1.52", "github stacklok/toolhive pkg/client/config.go"],
  },
  {
    id: "mcporter",
    name: "MCPorter",
    signs: { paths: ["~/.mcporter"], programs: ["mcporter"] },
    forms: [
      {
        scope: "user",
        paths: "~/.mcporter/mcporter.json",
        ...COMMON,
        entry: { baseUrl: URL, headers: HEADERS },
        reference: "${NAME}",
      },
      {
        scope: "project",
        paths: "config/mcporter.json",
        ...COMMON,
        entry: { baseUrl: URL, headers: HEADERS },
        reference: "${NAME}",
      },
    ],
    commands: {
      user: ["mcporter", "config", "add", NAME, URL, "--header", PAIR, "--scope", "home"],
      project: ["mcporter", "config", "add", NAME, URL, "--header", PAIR, "--scope", "project"],
    },
    sources: ["seen: mcporter 0.9.0", "npm add-mcp@2.4.0"],
  },
];
