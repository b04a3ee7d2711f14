/** Coding agents from npm, and how each one connects without an account. */

import type { NpmProgram } from "../tools/npm_program.ts";

/** An agent that reads the file that setup wrote. */
export interface RealClient {
  /** The agent's id. */
  readonly id: string;
  readonly program: NpmProgram;
  /** The file that setup writes, relative to the home folder. */
  readonly file: string;
  /** The command that starts the agent so that it connects. */
  readonly run: Run;
  /** The methods that the agent calls. The first one initializes; the others come in any order. */
  readonly calls: readonly [hello: "initialize" | "server/discover", ...others: string[]];
}

/** Arguments, variables and files of a run. */
export interface Run {
  readonly args: Words;
  /** Added to the environment of every agent. */
  readonly env?: Readonly<Record<string, string>>;
  /** Files in the home folder that exist before setup runs. */
  readonly files?: Readonly<Record<string, string>>;
}

type Words = readonly string[];

/** Placeholder for the address of a server that rejects requests to a model. */
export const NO_MODEL = "{{no-model}}";

/** Agents that connect before they call a model, or without one. */
export const REAL_CLIENTS: readonly RealClient[] = [
  {
    id: "claude-code",
    program: npm("@anthropic-ai/claude-code@2.1.329", "claude"),
    file: ".claude.json",
    run: {
      args: ["mcp", "list"],
      env: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1", DISABLE_AUTOUPDATER: "1" },
    },
    calls: ["server/discover", "tools/list"],
  },
  {
    id: "codex",
    program: npm("@openai/codex@0.169.0", "codex"),
    file: ".codex/config.toml",
    run: {
      // This agent's `mcp list` shows the file, but does not connect.
      args: [
        ...["exec", "--skip-git-repo-check"],
        ...["-c", `model_providers.none={name="none",base_url="${NO_MODEL}",wire_api="responses"}`],
        ...["-c", 'model_provider="none"'],
        "Hello",
      ],
    },
    calls: ["initialize", "tools/list"],
  },
  {
    id: "gemini-cli",
    program: npm("@google/gemini-cli@0.61.0", "gemini"),
    file: ".gemini/settings.json",
    run: {
      // This agent's `mcp list` connects, but does not list tools.
      args: ["-p", "Hello"],
      env: {
        GEMINI_CLI_TRUST_WORKSPACE: "true",
        GEMINI_API_KEY: "none",
        GOOGLE_GEMINI_BASE_URL: NO_MODEL,
      },
      files: {
        ".gemini/settings.json": '{"security":{"auth":{"selectedType":"gemini-api-key"}}}\n',
      },
    },
    calls: ["initialize", "tools/list"],
  },
  {
    id: "opencode",
    program: npm("opencode-ai@1.18.33", "opencode"),
    file: ".config/opencode/opencode.jsonc",
    run: {
      args: ["mcp", "list"],
      env: { OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_MODELS_FETCH: "1" },
    },
    calls: ["initialize", "tools/list"],
  },
  {
    id: "qwen-code",
    program: npm("@qwen-code/qwen-code@0.24.4", "qwen"),
    file: ".qwen/settings.json",
    run: {
      // This agent's `mcp list` connects, but does not list tools.
      args: ["-p", "Hello", "--auth-type", "openai"],
      env: { OPENAI_API_KEY: "none", OPENAI_BASE_URL: NO_MODEL, OPENAI_MODEL: "none" },
    },
    calls: ["initialize", "tools/list"],
  },
  {
    id: "copilot-cli",
    program: npm("@github/copilot@1.0.102", "copilot"),
    file: ".copilot/mcp-config.json",
    run: {
      // This agent's `mcp list` and `mcp get` show the file, but do not connect.
      args: ["-p", "Hello"],
      env: {
        COPILOT_OFFLINE: "true",
        COPILOT_PROVIDER_BASE_URL: NO_MODEL,
        COPILOT_MODEL: "none",
      },
    },
    calls: ["server/discover", "tools/list"],
  },
  {
    id: "kilo-cli",
    program: npm("@kilocode/cli@7.7.7", "kilo"),
    file: ".config/kilo/kilo.jsonc",
    run: { args: ["mcp", "list"] },
    calls: ["initialize", "tools/list"],
  },
  {
    id: "factory-droid",
    program: npm("droid@0.215.0", "droid"),
    file: ".factory/mcp.json",
    // The agent can exit before it lists tools.
    run: { args: ["mcp", "list"] },
    calls: ["initialize"],
  },
  {
    id: "auggie",
    program: npm("@augmentcode/auggie@0.36.0", "auggie"),
    file: ".augment/settings.json",
    run: {
      // This agent's `mcp list` shows the file, but does not connect.
      args: ["-p", "Hello"],
      env: {
        AUGMENT_SESSION_AUTH: `{"accessToken":"none","tenantURL":"${NO_MODEL}","scopes":[]}`,
      },
    },
    calls: ["initialize", "tools/list"],
  },
  {
    id: "amp",
    program: npm("@ampcode/cli@0.0.1790142911-g7618fb", "amp"),
    file: ".config/amp/settings.json",
    // The agent requires a login, but does not check it.
    run: { args: ["mcp", "doctor"], env: { AMP_API_KEY: "none", AMP_URL: NO_MODEL } },
    calls: ["initialize", "tools/list"],
  },
  {
    id: "cline-cli",
    program: npm("cline@3.0.65", "cline"),
    file: ".cline/data/settings/cline_mcp_settings.json",
    run: {
      args: ["--retries", "1", "Say hello"],
      // Otherwise, it leaves a background process.
      env: { CLINE_SESSION_BACKEND_MODE: "local", CLINE_NO_AUTO_UPDATE: "1" },
      files: {
        ".cline/data/settings/providers.json": JSON.stringify({
          version: 1,
          lastUsedProvider: "openai-compatible",
          modes: {},
          providers: {
            "openai-compatible": {
              settings: {
                provider: "openai-compatible",
                apiKey: "none",
                model: "none",
                baseUrl: NO_MODEL,
              },
              updatedAt: "2026-11-20T00:00:00.000Z",
              tokenSource: "manual",
            },
          },
        }),
      },
    },
    calls: ["initialize", "tools/list"],
  },
  {
    id: "continue",
    program: npm("@continuedev/cli@1.5.47", "cn"),
    file: ".continue/config.yaml",
    run: {
      args: ["-p", "Hello"],
      files: {
        ".continue/config.yaml": [
          "name: Local",
          "version: 1.0.0",
          "schema: v1",
          "models:",
          "  - name: none",
          "    provider: openai",
          "    model: none",
          "    apiKey: none",
          `    apiBase: ${NO_MODEL}`,
          "",
        ].join("\n"),
      },
    },
    calls: ["initialize", "tools/list"],
  },
  {
    id: "grok-build",
    program: npm("@xai-official/grok@1.0.41", "grok"),
    file: ".grok/config.toml",
    // This agent's `mcp list` shows the file, but does not connect.
    run: { args: ["mcp", "doctor"] },
    calls: ["server/discover", "tools/list"],
  },
  {
    id: "mcporter",
    program: npm("mcporter@0.12.3", "mcporter"),
    file: ".mcporter/mcporter.json",
    run: { args: ["list"] },
    calls: ["initialize", "tools/list"],
  },
  {
    id: "qoder",
    program: npm("@qoder-ai/qodercli@1.1.52", "qodercli"),
    file: ".qoder/settings.json",
    // The agent does not list tools.
    run: { args: ["mcp", "list"] },
    calls: ["initialize", "ping"],
  },
];

/** Terminal agents that no test runs, with the reason. */
export const NOT_RUN: Readonly<Record<string, string>> = {
  crush: "its package fetches the program from GitHub, not from npm",
};

/** Creates a program. Some of these agents need Node 22, so all run with it. */
function npm(spec: string, bin: string): NpmProgram {
  return { package: spec, bin, node: [22, 0] };
}
