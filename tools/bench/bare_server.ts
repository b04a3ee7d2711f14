/** A minimal MCP server: the SDK as in its documentation, with one empty tool. */

import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: "bare", version: "1.0.0" });
  server.registerTool(
    "nothing",
    { description: "Does nothing", inputSchema: z.object({}) },
    () => ({ content: [{ type: "text", text: "" }] }),
  );
  return server;
});

Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ port }) => console.error(JSON.stringify({ mcp: `http://127.0.0.1:${port}/mcp` })),
}, (request) => handler.fetch(request));
