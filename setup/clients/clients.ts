/** The table of all agents that setup knows. */

import { type ManualClient, NAME, URL, type WritableClient } from "../client.ts";
import { DESKTOP_APPS } from "./desktop_apps.ts";
import { DOCUMENTED_TERMINALS } from "./documented_terminals.ts";
import { appData, CLAUDE_DESKTOP_SIGNS, COMMON, HEADERS, RUN } from "./shapes.ts";
import { TESTED_TERMINALS } from "./tested_terminals.ts";

/** Agents whose files setup writes, in the order in which they are shown. */
export const WRITABLE_CLIENTS: readonly WritableClient[] = [
  ...TESTED_TERMINALS,
  ...DOCUMENTED_TERMINALS,
  ...DESKTOP_APPS,
];

/** Agents that a person connects by hand. */
export const MANUAL_CLIENTS: readonly ManualClient[] = [
  {
    id: "claude-desktop",
    name: "Claude Desktop (connector)",
    signs: CLAUDE_DESKTOP_SIGNS,
    steps: [
      "Open Settings > Connectors and choose Add custom connector",
      `Name it ${NAME} and enter the address ${URL}`,
      "The dialog accepts no key, so the server must offer a login or need no key",
    ],
    sources: ["github upstash/context7 all-clients.mdx", "npm add-mcp@2.4.0"],
  },
  {
    id: "jetbrains-ai",
    name: "JetBrains AI Assistant",
    signs: { paths: [appData("JetBrains")] },
    steps: [
      "Open Settings > Tools > AI Assistant > Model Context Protocol (MCP)",
      "Choose Add, then As JSON, paste this, and choose the level: global or project",
      "Apply the settings",
    ],
    paste: COMMON,
    sources: ["github upstash/context7 all-clients.mdx", "docs.firecrawl.dev/quickstarts"],
  },
  {
    id: "qodo",
    name: "Qodo Gen",
    signs: {},
    steps: [
      "In the chat panel, choose Connect more tools, then + Add new MCP",
      "Paste this and save",
    ],
    paste: COMMON,
    sources: ["github upstash/context7 all-clients.mdx"],
  },
  {
    id: "perplexity",
    name: "Perplexity Desktop",
    signs: {},
    steps: [
      "Open Settings > Connectors, choose Add Connector, then Advanced",
      `Name it ${NAME}, paste this and save`,
    ],
    paste: COMMON,
    sources: ["github upstash/context7 all-clients.mdx", "perplexity.ai help article 11502712"],
  },
  {
    id: "zencoder",
    name: "Zencoder",
    signs: { paths: ["~/.zencoder"] },
    steps: [
      "In JetBrains IDEs, open Settings > Tools > Zencoder > MCP Servers; in VS Code, Agent tools",
      "Choose Add custom MCP, paste this and install it",
    ],
    paste: COMMON,
    sources: ["docs.firecrawl.dev/quickstarts/zencoder", "npm skills@1.5.18"],
  },
  {
    id: "openclaw",
    name: "OpenClaw",
    signs: { paths: ["~/.openclaw", "~/.clawdbot", "~/.moltbot"], programs: ["openclaw"] },
    steps: [
      `Run: openclaw mcp add ${NAME} --url ${URL} --transport streamable-http ` +
      '--header "Authorization: Bearer $LAYERWRIGHT_API_KEY"',
      `Check it with: openclaw mcp doctor ${NAME} --probe`,
    ],
    sources: ["github upstash/context7 all-clients.mdx", "npm skills@1.5.18"],
  },
  {
    id: "autohand",
    name: "Autohand Code",
    signs: { paths: ["${AUTOHAND_HOME:-~/.autohand}"], programs: ["autohand"] },
    steps: [
      `Run: autohand mcp add --transport http ${NAME} ${URL}`,
      "The command accepts no key, so the server must offer a login or need no key",
    ],
    sources: ["npm @upstash/context7-mcp@4.1.1", "npm skills@1.5.18"],
  },
  {
    id: "anythingllm",
    name: "AnythingLLM Desktop",
    signs: {},
    steps: [
      "Open Agent Skills > MCP Servers, and edit the configuration shown there",
      "Add this, save, and choose Refresh",
    ],
    paste: {
      container: ["mcpServers"],
      entry: { type: "streamable", url: URL, headers: HEADERS },
      stdio: RUN,
    },
    sources: ["github upstash/context7 all-clients.mdx"],
  },
  {
    id: "copilot-cloud-agent",
    name: "GitHub Copilot coding agent",
    signs: {},
    steps: [
      "Open the repository's Settings > Copilot > MCP servers on GitHub",
      "Add the key as an agent secret named COPILOT_MCP_LAYERWRIGHT_API_KEY",
      "Paste this and save. GitHub must be able to reach the address, so it cannot be a local one",
    ],
    paste: {
      container: ["mcpServers"],
      entry: {
        type: "http",
        url: URL,
        headers: { Authorization: "Bearer $COPILOT_MCP_LAYERWRIGHT_API_KEY" },
        tools: ["*"],
      },
    },
    sources: ["github upstash/context7 all-clients.mdx"],
  },
  {
    id: "chatgpt",
    name: "ChatGPT",
    signs: {},
    steps: [
      "Turn on Settings > Apps > Developer mode, then choose Create app",
      `Name it ${NAME} and enter the address ${URL}`,
      "ChatGPT accepts no key, so the server must offer a login at an address that OpenAI can reach",
    ],
    sources: ["github upstash/context7 all-clients.mdx"],
  },
];

/** The ids of all agents. */
export const KNOWN_CLIENTS: readonly string[] = [...WRITABLE_CLIENTS, ...MANUAL_CLIENTS]
  .map(({ id }) => id);
