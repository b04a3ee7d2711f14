/** The tool server's side of the protocol: one server for each exchange, whatever carries it. */

import {
  type CallToolResult,
  type Implementation,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { report } from "../core/report.ts";
import { VERSION } from "../core/version.ts";
import { internalError } from "../presentation/internal_error.ts";
import type { Projects } from "../workspace/projects.ts";
import { getPrompt, PROMPTS } from "./prompts.ts";
import { completeProject, readResource, RESOURCE_TEMPLATES, RESOURCES } from "./resources.ts";
import type { Answer, Tool } from "./tool.ts";
import { toolResult } from "./tool_result.ts";
import { ALL_TOOLS, READING_TOOLS } from "./tools.ts";

/** What a tool server is made of. */
export interface ToolServerOptions {
  /** What the caller may reach. */
  readonly projects: Projects;
  /** Whether the tools that write are left out. */
  readonly readOnly: boolean;
  /** After so long, a call that has not begun to write is given up. */
  readonly timeoutMs: number;
  /** Hears of mistakes of Layerwright's own. */
  onBug(trace: string): void;
}

/** What a server gives a call, unless somebody has reason to give it less. */
export const CALL_TIMEOUT_MS = 60_000;

const INFO: Implementation = { name: "layerwright", title: "Layerwright", version: VERSION };

const INSTRUCTIONS =
  "Layerwright writes layered Flask APIs from a JSON spec and grows them beside " +
  "what people edit. Make a project with generate_api, add to it with generate_route and " +
  "generate_subroute; do not retype generated files. Running a call twice changes nothing.";

const STABLE = { ttlMs: 3_600_000, cacheScope: "public" as const };

const CACHE_HINTS = {
  "server/discover": STABLE,
  "tools/list": STABLE,
  "prompts/list": STABLE,
  "resources/list": STABLE,
  "resources/templates/list": STABLE,
};

const CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {} };

/** Makes a server, for one exchange or one connection. */
export function createToolServer(options: ToolServerOptions): Server {
  const { projects, readOnly } = options;
  const tools = readOnly ? READING_TOOLS : ALL_TOOLS;
  const server = new Server(INFO, {
    instructions: INSTRUCTIONS,
    capabilities: CAPABILITIES,
    cacheHints: CACHE_HINTS,
  });
  server.setRequestHandler("tools/list", () => tools.listing as unknown as ListToolsResult);
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const tool = tools.byName.get(params.name);
    if (tool === undefined) {
      const message = `No tool '${quotable(params.name)}'`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
    return await callTool(tool, params.arguments, context, options);
  });
  server.setRequestHandler("resources/list", () => RESOURCES);
  server.setRequestHandler("resources/templates/list", () => RESOURCE_TEMPLATES);
  server.setRequestHandler(
    "resources/read",
    ({ params }) => guarded(() => readResource(params.uri, projects), options),
  );
  server.setRequestHandler("prompts/list", () => PROMPTS);
  server.setRequestHandler("prompts/get", ({ params }) => getPrompt(params.name, params.arguments));
  server.setRequestHandler(
    "completion/complete",
    ({ params: { ref, argument } }) =>
      guarded(async () => {
        const isProject = ref.type === "ref/resource" && argument.name === "project";
        const values = isProject ? await completeProject(argument.value, projects) : [];
        return { completion: { values, hasMore: false } };
      }, options),
  );
  return server;
}

async function callTool(
  tool: Tool,
  args: unknown,
  context: ServerContext,
  options: ToolServerOptions,
): Promise<CallToolResult> {
  const { projects, timeoutMs } = options;
  const given = new AbortController();
  const timer = setTimeout(() => given.abort(new TimedOut()), timeoutMs);
  context.mcpReq.signal.addEventListener("abort", () => given.abort(new Cancelled()), {
    once: true,
  });
  try {
    const call = { projects, signal: given.signal, progress: progressOf(context) };
    return toolResult(await tool.run(args, call));
  } catch (problem) {
    if (problem instanceof TimedOut) return toolResult(timedOut(tool, timeoutMs));
    if (problem instanceof Cancelled) throw problem;
    const { diagnostic, trace } = internalError(problem, "see the server's log");
    options.onBug(trace);
    return toolResult({ report: report(tool.name, "failed", { diagnostics: [diagnostic] }) });
  } finally {
    clearTimeout(timer);
  }
}

/** The call took too long. */
class TimedOut extends Error {}

/** Nobody waits for the answer any more. */
class Cancelled extends ProtocolError {
  constructor() {
    super(ProtocolErrorCode.InvalidRequest, "Cancelled");
  }
}

function timedOut(tool: Tool, timeoutMs: number): Answer {
  const seconds = timeoutMs / 1000;
  const message = `Gave up after ${seconds} s of waiting for the project; nothing was written.`;
  const diagnostics = [error("conflict-busy", message)];
  return { report: report(tool.name, "refused", { diagnostics }) };
}

/** Tells the client how far a call is, if it asked. */
function progressOf({ mcpReq }: ServerContext): (message: string) => void {
  const progressToken = mcpReq._meta?.progressToken;
  let progress = 0;
  return (message) => {
    if (progressToken === undefined || mcpReq.signal.aborted) return;
    const params = { progressToken, progress: ++progress, message };
    // A client that went away loses nothing but news.
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  };
}

/** Runs what answers no tool's call; a client never sees what only the log should say. */
async function guarded<Result>(
  work: () => Promise<Result>,
  { onBug }: ToolServerOptions,
): Promise<Result> {
  try {
    return await work();
  } catch (problem) {
    if (problem instanceof ProtocolError) throw problem;
    const { diagnostic, trace } = internalError(problem, "see the server's log");
    onBug(trace);
    throw new ProtocolError(ProtocolErrorCode.InternalError, diagnostic.message);
  }
}
