/** Terminal agents tested with the real program: it connected, or listed the entry. */

import { ARGS, BEARER, COMMAND, NAME, URL, VARIABLE, type WritableClient } from "../client.ts";
import {
  CLINE,
  CLINE_FILE,
  COMMON,
  formsOf,
  HEADERS,
  OPENCODE,
  RUN,
  type Shape,
  TYPED,
  TYPED_RUN,
  words,
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
  ...COMMON,
  entry: { httpUrl: URL, headers: HEADERS },
  reference: "${NAME}",
};

const QWEN: Shape = {
  ...GEMINI,
  entry: {
    httpUrl: URL,
    headers: { Authorization: BEARER, Accept: "application/json, text/event-stream" },
  },
};

/** Claude Code's shape, with comments allowed. */
const CLAUDE_CODE_LENIENT: Shape = { ...CLAUDE_CODE, format: "jsonc" };

const AMP: Shape = { ...COMMON, container: ["amp.mcpServers"], reference: "${NAME}" };

const AUGGIE: Shape = { ...COMMON, entry: TYPED };

/** Qoder accepts comments in its settings, but not in project files. */
const QODER: Shape = { ...COMMON, entry: TYPED, stdio: TYPED_RUN };

const MCPORTER: Shape = {
  ...COMMON,
  entry: { baseUrl: URL, headers: HEADERS },
  reference: "${NAME}",
};

const GROK: Shape = {
  format: "toml",
  container: ["mcp_servers"],
  kind: "map",
  entry: { url: URL, enabled: true, headers: HEADERS },
  stdio: { command: COMMAND, args: ARGS, enabled: true },
};

/** Terminal agents tested with the real program. */
export const TESTED_TERMINALS: readonly WritableClient[] = [
  {
    id: "claude-code",
    name: "Claude Code",
    signs: { paths: ["${CLAUDE_CONFIG_DIR:-~}/.claude.json", "~/.claude"], programs: ["claude"] },
    forms: formsOf(CLAUDE_CODE, {
      user: ["${CLAUDE_CONFIG_DIR:-~}/.claude.json"],
      project: [".mcp.json"],
    }),
    restart: "Restart the session",
    commands: {
      user: words`claude mcp add --transport http --scope user ${NAME} ${URL} --header ${HEADER}`,
      project:
        words`claude mcp add --transport http --scope project ${NAME} ${URL} --header ${HEADER}`,
    },
    sources: ["seen: claude 2.1.197", "npm add-mcp@2.4.0", "npm ctx7@0.5.12"],
  },
  {
    id: "codex",
    name: "Codex",
    signs: { paths: ["${CODEX_HOME:-~/.codex}"], programs: ["codex"] },
    forms: formsOf(CODEX, {
      user: ["${CODEX_HOME:-~/.codex}/config.toml"],
      project: [".codex/config.toml"],
    }),
    restart: "Restart Codex (it reads a project's file only in a trusted project)",
    commands: {
      user: words`codex mcp add ${NAME} --url ${URL} --bearer-token-env-var ${VARIABLE}`,
    },
    sources: ["seen: codex 0.169.0", "npm add-mcp@2.4.0", "github openai/codex PR 4904"],
  },
  {
    id: "gemini-cli",
    name: "Gemini CLI",
    signs: {
      // The folder alone does not identify Gemini CLI, because Antigravity uses it too.
      paths: ["${GEMINI_CLI_HOME:-~}/.gemini/settings.json"],
      programs: ["gemini"],
    },
    forms: formsOf(GEMINI, {
      user: ["${GEMINI_CLI_HOME:-~}/.gemini/settings.json"],
      project: [".gemini/settings.json"],
    }),
    restart: "Restart Gemini CLI in a trusted folder (it starts no servers in other folders)",
    commands: {
      user: words`gemini mcp add --transport http --scope user ${NAME} ${URL} -H ${HEADER}`,
      project: words`gemini mcp add --transport http --scope project ${NAME} ${URL} -H ${HEADER}`,
    },
    sources: ["seen: gemini 0.61.0", "github google-gemini/gemini-cli docs/tools/mcp-server.md"],
  },
  {
    id: "qwen-code",
    name: "Qwen Code",
    signs: { paths: ["${QWEN_HOME:-~/.qwen}"], programs: ["qwen"] },
    forms: formsOf(QWEN, {
      user: ["${QWEN_HOME:-~/.qwen}/settings.json"],
      project: [".qwen/settings.json"],
    }),
    restart: "Start a new session",
    commands: {
      user: words`qwen mcp add --transport http --scope user ${NAME} ${URL} --header ${HEADER}`,
      project:
        words`qwen mcp add --transport http --scope project ${NAME} ${URL} --header ${HEADER}`,
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
    forms: formsOf(OPENCODE, {
      user: [
        "${XDG_CONFIG_HOME:-~/.config}/opencode/opencode.jsonc",
        "${XDG_CONFIG_HOME:-~/.config}/opencode/opencode.json",
      ],
      project: ["opencode.jsonc", "opencode.json"],
    }),
    restart: "Restart the session",
    commands: { user: words`opencode mcp add ${NAME} --url ${URL} --header ${PAIR}` },
    sources: ["seen: opencode 1.18.33", "opencode.ai/docs/mcp-servers"],
  },
  {
    id: "kilo-cli",
    name: "Kilo (CLI and current extension)",
    signs: { paths: ["${XDG_CONFIG_HOME:-~/.config}/kilo"], programs: ["kilo"] },
    forms: formsOf(OPENCODE, {
      user: [
        "${XDG_CONFIG_HOME:-~/.config}/kilo/kilo.jsonc",
        "${XDG_CONFIG_HOME:-~/.config}/kilo/kilo.json",
      ],
      project: [".kilo/kilo.jsonc", "kilo.json", "kilo.jsonc"],
    }),
    restart: "Restart the session, or VS Code",
    commands: { user: words`kilo mcp add ${NAME} --url ${URL} --header ${PAIR}` },
    sources: ["seen: kilo 7.7.9", "github Kilo-Org/kilocode kilo-docs"],
  },
  {
    id: "copilot-cli",
    name: "GitHub Copilot CLI",
    signs: { paths: ["${COPILOT_HOME:-~/.copilot}"], programs: ["copilot"] },
    forms: [
      {
        scope: "user",
        paths: "${COPILOT_HOME:-~/.copilot}/mcp-config.json",
        ...CLAUDE_CODE_LENIENT,
      },
      {
        // Claude Code reads this file too, and accepts no comments.
        scope: "project",
        paths: ".mcp.json",
        ...CLAUDE_CODE,
      },
      { scope: "project", paths: ".github/mcp.json", ...CLAUDE_CODE_LENIENT },
    ],
    restart: "Start a new session (it reads a project's file only in a trusted folder)",
    commands: {
      user: words`copilot mcp add --transport http --header ${HEADER} ${NAME} ${URL}`,
    },
    sources: ["seen: copilot 1.0.102", "npm add-mcp@2.4.0", "npm ctx7@0.5.12"],
  },
  {
    id: "cline-cli",
    name: "Cline CLI",
    signs: { paths: ["${CLINE_DIR:-~/.cline}"], programs: ["cline"] },
    forms: formsOf(CLINE, { user: [CLINE_FILE] }),
    commands: {
      user: words`cline mcp add ${NAME} --transport http --header ${HEADER} --yes ${URL}`,
    },
    sources: ["seen: cline 3.0.65", "github cline/cline sdk config-loader"],
  },
  {
    id: "auggie",
    name: "Auggie (Augment CLI)",
    signs: { paths: ["~/.augment"], programs: ["auggie"] },
    forms: formsOf(AUGGIE, {
      user: ["~/.augment/settings.json"],
      project: [".augment/settings.json"],
    }),
    restart: "Start a new session",
    commands: {
      user: words`auggie mcp add ${NAME} --transport http --url ${URL} --header ${HEADER}`,
      project:
        words`auggie mcp add ${NAME} --project --transport http --url ${URL} --header ${HEADER}`,
    },
    sources: ["seen: auggie 0.36.0", "docs.augmentcode.com/cli/integrations"],
  },
  {
    id: "amp",
    name: "Amp",
    signs: { paths: ["${XDG_CONFIG_HOME:-~/.config}/amp"], programs: ["amp"] },
    forms: formsOf(AMP, {
      user: [
        "${AMP_SETTINGS_FILE:-${XDG_CONFIG_HOME:-~/.config}/amp/settings.json}",
        "${XDG_CONFIG_HOME:-~/.config}/amp/settings.jsonc",
      ],
      project: [".amp/settings.json"],
    }),
    restart: "Start a new session, and approve a project's server with `amp mcp approve`",
    commands: {
      user: words`amp mcp add ${NAME} --header ${PAIR} ${URL}`,
      project: words`amp mcp add ${NAME} --workspace --header ${PAIR} ${URL}`,
    },
    sources: ["seen: amp 0.0.1790142911", "github stacklok/toolhive pkg/client/config.go"],
  },
  {
    id: "factory-droid",
    name: "Factory (droid)",
    signs: { paths: ["${FACTORY_HOME_OVERRIDE:-~}/.factory"], programs: ["droid"] },
    forms: formsOf(CLAUDE_CODE_LENIENT, {
      user: ["${FACTORY_HOME_OVERRIDE:-~}/.factory/mcp.json"],
      project: [".factory/mcp.json"],
    }),
    commands: {
      user: words`droid mcp add ${NAME} ${URL} --type http --header ${HEADER} --no-oauth`,
    },
    sources: ["seen: droid 0.215.0", "github Factory-AI/factory docs/cli/configuration/mcp.mdx"],
  },
  {
    id: "grok-build",
    name: "Grok Build",
    signs: { paths: ["${GROK_HOME:-~/.grok}"], programs: ["grok"] },
    forms: formsOf(GROK, {
      user: ["${GROK_HOME:-~/.grok}/config.toml"],
      project: [".grok/config.toml"],
    }),
    restart: "Start a new session",
    commands: {
      user: words`grok mcp add --transport http --scope user --header ${HEADER} ${NAME} ${URL}`,
      project:
        words`grok mcp add --transport http --scope project --header ${HEADER} ${NAME} ${URL}`,
    },
    sources: ["seen: grok 1.0.41", "npm add-mcp@2.4.0"],
  },
  {
    // Qoder's own `mcp add` logs the whole command line with the key, so setup does not suggest it.
    id: "qoder",
    name: "Qoder CLI",
    signs: { paths: ["${QODER_CONFIG_DIR:-~/.qoder}"], programs: ["qodercli", "qoder"] },
    forms: [
      ...formsOf(QODER, { user: ["${QODER_CONFIG_DIR:-~/.qoder}/settings.json"] }),
      ...formsOf({ ...QODER, format: "json" }, { project: [".mcp.json"] }),
    ],
    restart: "Start a new session",
    sources: ["seen: qodercli 1.1.52", "github stacklok/toolhive pkg/client/config.go"],
  },
  {
    id: "mcporter",
    name: "MCPorter",
    signs: { paths: ["~/.mcporter"], programs: ["mcporter"] },
    forms: formsOf(MCPORTER, {
      user: ["~/.mcporter/mcporter.json"],
      project: ["config/mcporter.json"],
    }),
    commands: {
      user: words`mcporter config add ${NAME} ${URL} --header ${PAIR} --scope home`,
      project: words`mcporter config add ${NAME} ${URL} --header ${PAIR} --scope project`,
    },
    sources: ["seen: mcporter 0.9.0", "npm add-mcp@2.4.0"],
  },
];
