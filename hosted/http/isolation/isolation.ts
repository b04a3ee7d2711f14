/** Runs work on callers' input so that it cannot block the server. */

import { type Diagnostic, error } from "../../../core/diagnostic.ts";
import { report } from "../../../core/report.ts";
import { runHere, type RunTool } from "../../../mcp/call_tool.ts";
import type { Call, Tool } from "../../../mcp/tool.ts";
import { type Outcome, outcomeOf } from "../../../mcp/tool_result.ts";
import { type ProjectBudget, ProjectTooLarge } from "../../projects/snapshot.ts";
import type { Projects } from "../../../workspace/projects.ts";
import { type JsonBody, refusedBody } from "../../../http/json_body.ts";
import { CallHost } from "./call_host.ts";
import { JobEnded, type JobLimit, runJob } from "./conversation.ts";
import type { Job } from "./messages.ts";
import { isSmallCall } from "./small_call.ts";
import { PoolBusy, ThreadPool } from "./thread_pool.ts";
import { createThreadStarter } from "./thread_starter.ts";

/** The limits of a call. */
export interface CallLimits {
  /** Seconds of computing. */
  readonly seconds: number;
  /** MiB of memory. */
  readonly megabytes: number;
}

/** The options of isolation. */
export interface IsolationOptions {
  /** The module that threads run. This module must load `role.ts`. */
  readonly module: string;
  /** Maximum number of threads, 3 or more. */
  readonly threads: number;
  readonly limits: CallLimits;
}

/** The account and message of a call. */
export interface Caller {
  readonly account: string;
  /** The account's projects. Work on a large project throws {@linkcode ProjectTooLarge}. */
  readonly smallProjects: Projects;
  /** The text of the message if it is too long for the server's thread; otherwise `null`. */
  readonly message: string | null;
  /** Receives the reason if a call was ended. */
  onEnded(reason: JobLimit, tool: string): void;
}

/** Runs work on callers' input. */
export interface Isolation {
  /**
   * Reads a long message on another thread, and leaves out the arguments of its tool.
   *
   * @returns `busy` if too many jobs wait.
   */
  read(text: string, account: string): Promise<JsonBody | { readonly kind: "busy" }>;
  /**
   * Creates a function that runs a caller's small calls on the server's thread, and all other calls on a
   * worker thread.
   */
  runnerFor(caller: Caller): RunTool;
  /** Ends all threads. */
  close(): Promise<void>;
}

/**
 * The largest project that the server's thread works on itself. A call on such a project takes at most about
 * 50 ms, even if its Python is as slow as possible to parse. On another thread, the call would also need some
 * milliseconds to fetch the files.
 */
export const SMALL_PROJECT: ProjectBudget = { files: 100, bytes: 49_152 };

/** Creates isolation. Threads start on demand. */
export function createIsolation({ module, threads, limits }: IsolationOptions): Isolation {
  const starter = createThreadStarter(module, limits.megabytes);
  const pool = new ThreadPool({ size: threads, start: () => starter.start() });
  const computingMs = limits.seconds * 1000;
  return {
    close: () => starter.close(),
    async read(text, account) {
      try {
        return await pool.use(account, null, (thread) =>
          runJob(thread, { kind: "read", text }, {
            computingMs,
            host: null,
            progress() {},
          })) as JsonBody;
      } catch (problem) {
        if (problem instanceof PoolBusy) return { kind: "busy" };
        if (problem instanceof JobEnded) return refusedBody(tooMuch(limits));
        throw problem;
      }
    },
    runnerFor: (caller) => async (tool, args, call) => {
      if (caller.message === null && isSmallCall(tool, args)) {
        try {
          return await runHere(tool, args, { ...call, projects: caller.smallProjects });
        } catch (problem) {
          if (!(problem instanceof ProjectTooLarge)) throw problem;
        }
      }
      const source = caller.message === null
        ? { kind: "arguments" as const, text: JSON.stringify(args ?? {}) }
        : { kind: "message" as const, text: caller.message };
      return await onThread({ tool: tool.name, source, ...factsOf(call) }, tool, call, caller);
    },
  };

  async function onThread(
    job: Job,
    tool: Tool,
    call: Call,
    { account, onEnded }: Caller,
  ): Promise<Outcome> {
    const host = new CallHost(call);
    const { progress } = call;
    try {
      return await pool.use(
        account,
        call.signal,
        (thread) => runJob(thread, { kind: "call", job }, { computingMs, host, progress }),
      ) as Outcome;
    } catch (problem) {
      if (problem instanceof PoolBusy) return busy(tool);
      if (!(problem instanceof JobEnded)) throw problem;
      onEnded(problem.reason, tool.name);
      if (problem.reason === "crash") throw problem;
      return ended(tool, limits, problem.reason, host.hasApplied);
    }
  }
}

function tooMuch({ seconds, megabytes }: CallLimits): string {
  return `Reading the message took more than ${seconds} s or ${megabytes} MiB of memory`;
}

function factsOf({ readOnly, projects: { foldsCase } }: Call) {
  return { readOnly, foldsCase };
}

function busy(tool: Tool): Outcome {
  const message = "Too many large calls are waiting; nothing was written.";
  return refused(tool, error("call-busy", message, { hint: "Call again in a few seconds" }));
}

function ended(
  tool: Tool,
  { seconds, megabytes }: CallLimits,
  reason: "time" | "memory",
  hasApplied: boolean,
): Outcome {
  const rest = hasApplied ? "its earlier changes stay" : "nothing was written";
  const message = reason === "time"
    ? `Ended '${tool.name}' after ${seconds} s of computing; ${rest}.`
    : `Ended '${tool.name}' at its limit of ${megabytes} MiB of memory; ${rest}.`;
  const hint = "Send less in one call, or use a smaller project";
  return refused(tool, error("call-limit", message, { hint }));
}

function refused(tool: Tool, diagnostic: Diagnostic): Outcome {
  return outcomeOf({ report: report(tool.name, "refused", { diagnostics: [diagnostic] }) });
}
