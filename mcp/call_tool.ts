/** Calls tools with a timeout, and keeps internal details of exceptions out of the results. */

import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { error } from "../core/diagnostic.ts";
import { report } from "../core/report.ts";
import type { Projects } from "../workspace/projects.ts";
import type { Links } from "./links.ts";
import { type FaultListener, reportFault } from "./report_fault.ts";
import type { Answer, Call, Tool } from "./tool.ts";
import type { Toolbox } from "./toolbox.ts";
import { type Outcome, outcomeOf } from "./tool_result.ts";

/** The tools of a server whose projects are not on the caller's disk. */
export interface RemoteTools {
  readonly tools: Toolbox;
  /** The read-only tools. */
  readonly readingTools: Toolbox;
  /** Additional instructions for agents. */
  readonly instructions: string;
  /** Creates download links for changes. */
  readonly links: Links;
}

/** The options of a tool server. */
export interface ToolServerOptions extends FaultListener {
  /** The projects that the caller may access. */
  readonly projects: Projects;
  /** Whether to offer only the tools that read. */
  readonly readOnly: boolean;
  /** Omitted if projects are on the caller's disk. */
  readonly remote?: RemoteTools;
  /** Aborted when the server stops, which cancels all calls that have not begun to write. */
  readonly stopping?: AbortSignal;
  /** Time in milliseconds after which a call is cancelled, unless the call has begun to write. */
  readonly timeoutMs: number;
  /** Runs the tools. The default runs them on the caller's thread. */
  readonly run?: RunTool;
}

/** Runs a tool. */
export type RunTool = (tool: Tool, args: unknown, call: Call) => Promise<Outcome>;

/** Runs a tool on the caller's thread. */
export const runHere: RunTool = async (tool, args, call) => outcomeOf(await tool.run(args, call));

/** The default timeout of a call, in milliseconds. */
export const CALL_TIMEOUT_MS = 60_000;

/** A call's exchange with the client. */
export interface Exchange {
  /** Aborted when the client cancels the call; `null` if clients cannot cancel. */
  readonly signal: AbortSignal | null;
  /** Reports progress to the client. */
  progress(message: string): void;
}

const NO_EXCHANGE: Exchange = { signal: null, progress: () => {} };

/**
 * Calls a tool. Exceptions and timeouts become outcomes.
 *
 * @throws {ProtocolError} If the call is cancelled.
 */
export async function callTool(
  tool: Tool,
  args: unknown,
  options: ToolServerOptions,
  { signal, progress }: Exchange = NO_EXCHANGE,
): Promise<Outcome> {
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
    if (problem instanceof TimedOut) return outcomeOf(timedOut(tool, timeoutMs));
    if (problem instanceof Cancelled) throw problem;
    const diagnostics = [reportFault(problem, options)];
    return outcomeOf({ report: report(tool.name, "failed", { diagnostics }) });
  } finally {
    clearTimeout(timer);
    stopping?.removeEventListener("abort", cancel);
  }
}

/** The reason for aborting a call that took too long. */
class TimedOut extends Error {}

/** The reason for aborting a call that the client or the server cancelled. */
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
