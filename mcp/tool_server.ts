/** Creates the protocol's servers: one for each exchange or connection, on any transport. */

import {
  type Implementation,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { quotable } from "../core/printable.ts";
import { VERSION } from "../core/version.ts";
import { callTool, type Exchange, type ToolServerOptions } from "./call_tool.ts";
import { getPrompt, NO_PROMPTS, PROMPTS } from "./prompts.ts";
import { completeProject, readResource, RESOURCE_TEMPLATES, RESOURCES } from "./resources.ts";
import { reportFault } from "./report_fault.ts";
import { resultFor } from "./tool_result.ts";
import { toolsFor } from "./tools.ts";

/** The server's name and version. */
export const INFO: Implementation = { name: "layerwright", title: "Layerwright", version: VERSION };

const PURPOSE =
  "Layerwright generates layered Flask APIs from a JSON spec, and extends them without overwriting edits.";

const INSTRUCTIONS =
  `${PURPOSE} Create a project with generate_api. Extend it with generate_route and ` +
  "generate_subroute; do not retype generated files. Repeating a call changes nothing.";

const READING_INSTRUCTIONS = `${PURPOSE} This server is read-only.`;

function instructionsFor({ readOnly, remote }: ToolServerOptions): string {
  const local = readOnly ? READING_INSTRUCTIONS : INSTRUCTIONS;
  return remote === undefined ? local : `${local} ${remote.instructions}`;
}

/** Cache hint for results that change only with the version. */
export const STABLE = { ttlMs: 3_600_000, cacheScope: "public" as const };

const CACHE_HINTS = {
  "server/discover": STABLE,
  "tools/list": STABLE,
  "prompts/list": STABLE,
  "resources/list": STABLE,
  "resources/templates/list": STABLE,
};

/** An empty completion. */
const NOTHING = { values: [], hasMore: false };

const CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {} };

/** Creates a server for one exchange or one connection. */
export function createToolServer(options: ToolServerOptions): Server {
  const { projects, readOnly } = options;
  const tools = toolsFor(options);
  const server = new Server(INFO, {
    instructions: instructionsFor(options),
    capabilities: CAPABILITIES,
    cacheHints: CACHE_HINTS,
  });
  server.setRequestHandler("tools/list", () => tools.listing as unknown as ListToolsResult);
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const tool = tools.byName.get(params.name);
    if (tool === undefined) {
      const message = `Unknown tool '${quotable(params.name)}'`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
    const outcome = await callTool(tool, params.arguments, options, exchangeOf(context));
    return resultFor(context.mcpReq._meta, outcome);
  });
  server.setRequestHandler("resources/list", () => RESOURCES);
  server.setRequestHandler("resources/templates/list", () => RESOURCE_TEMPLATES);
  server.setRequestHandler(
    "resources/read",
    ({ params }) => guarded(() => readResource(params.uri, projects), options),
  );
  server.setRequestHandler("prompts/list", () => readOnly ? NO_PROMPTS : PROMPTS);
  server.setRequestHandler(
    "prompts/get",
    ({ params }) => getPrompt(params.name, params.arguments, readOnly),
  );
  server.setRequestHandler(
    "completion/complete",
    ({ params: { ref, argument } }) =>
      guarded(async () => {
        const isProject = ref.type === "ref/resource" && argument.name === "project";
        const completion = isProject ? await completeProject(argument.value, projects) : NOTHING;
        return { completion };
      }, options),
  );
  return server;
}

/** Returns a call's exchange: its cancellation signal and its progress notifications. */
function exchangeOf({ mcpReq }: ServerContext): Exchange {
  const progressToken = mcpReq._meta?.progressToken;
  let progress = 0;
  return {
    signal: mcpReq.signal,
    progress(message) {
      if (progressToken === undefined || mcpReq.signal.aborted) return;
      const params = { progressToken, progress: ++progress, message };
      // Ignores a failure: a client that has disconnected misses only the notification.
      mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
    },
  };
}

/** Runs a handler that is not a tool's, and hides internal details of exceptions from the client. */
async function guarded<Result>(
  work: () => Promise<Result>,
  options: ToolServerOptions,
): Promise<Result> {
  try {
    return await work();
  } catch (problem) {
    if (problem instanceof ProtocolError) throw problem;
    const { message } = reportFault(problem, options);
    throw new ProtocolError(ProtocolErrorCode.InternalError, message);
  }
}
