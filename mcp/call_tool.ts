/** Calling a tool: within its time, and without a word of what only the log should say. */

import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { error } from "../core/diagnostic.ts";
import { report } from "../core/report.ts";
import type { Projects } from "../workspace/projects.ts";
import type { Links } from "./links.ts";
import { type FaultListener, reportFault } from "./report_fault.ts";
import type { Answer, Call, Tool } from "./tool.ts";
import type { Toolbox } from "./toolbox.ts";
import { type ToolResult, toolResult } from "./tool_result.ts";

/** What a server offers whose projects are not on the caller's disk. */
export interface RemoteTools {
  readonly tools: Toolbox;
  /** Those that change nothing. */
  readonly readingTools: Toolbox;
  /** What agents have to know besides. */
  readonly instructions: string;
  /** Makes the addresses of what a tool changed. */
  readonly links: Links;
}

/** What a tool server is made of. */
export interface ToolServerOptions extends FaultListener {
  /** What the caller may reach. */
  readonly projects: Projects;
  /** Whether the tools that write are left out. */
  readonly readOnly: boolean;
  /** Left out where projects are on the caller's disk. */
  readonly remote?: RemoteTools;
  /** Aborted when the server stops: calls that have not begun to write are given up. */
  readonly stopping?: AbortSignal;
  /** After so long, a call that has not begun to write is given up. */
  readonly timeoutMs: number;
  /** Runs the tools; on the thread of the caller, if left out. */
  readonly run?: RunTool;
}

/** Runs a tool. */
export type RunTool = (tool: Tool, args: unknown, call: Call) => Promise<ToolResult>;

/** Runs a tool on the thread of the caller. */
export const runHere: RunTool = async (tool, args, call) => toolResult(await tool.run(args, call));

/** What a server gives a call, unless somebody has reason to give it less. */
export const CALL_TIMEOUT_MS = 60_000;

/** What carries a call. */
export interface Exchange {
  /** Aborted when nobody waits for the answer any more; `null` where that is not known. */
  readonly signal: AbortSignal | null;
  /** Says how far the call is. */
  progress(message: string): void;
}

const NO_EXCHANGE: Exchange = { signal: null, progress: () => {} };

/** Calls a tool. Whatever happens, there is an answer, unless the call is cancelled. */
export async function callTool(
  tool: Tool,
  args: unknown,
  options: ToolServerOptions,
  { signal, progress }: Exchange = NO_EXCHANGE,
): Promise<ToolResult> {
  const { projects, readOnly, remote, stopping, timeoutMs, run = runHere } = options;
  const given = new AbortController();
  const timer = setTimeout(() => given.abort(new TimedOut()), timeoutMs);
  const cancel = () => given.abort(new Cancelled());
  for (const each of [signal, stopping]) each?.addEventListener("abort", cancel, { once: true });
  try {
    const call = {
      projects,
      readOnly,
      links: remote?.links ?? null,
      signal: given.signal,
      progress,
    };
    return await run(tool, args, call);
  } catch (problem) {
    if (problem instanceof TimedOut) return toolResult(timedOut(tool, timeoutMs));
    if (problem instanceof Cancelled) throw problem;
    const diagnostics = [reportFault(problem, options)];
    return toolResult({ report: report(tool.name, "failed", { diagnostics }) });
  } finally {
    clearTimeout(timer);
    stopping?.removeEventListener("abort", cancel);
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
