/** Figures for operators, in Prometheus' text format. */

import type { Context } from "hono";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { ALL_TOOLS } from "../mcp/tools.ts";

/** What is known of a request once it is answered. */
export interface Answered {
  /** The protocol's method, if it was a call. */
  readonly rpc: string | undefined;
  readonly tool: string | undefined;
  readonly status: number;
  /** Milliseconds. */
  readonly ms: number;
}

/** The figures of one server. */
export interface Metrics {
  answered(request: Answered): void;
  /** Counts a call that was ended, by what it had too much of. */
  ended(reason: string): void;
  /** Answers with the text that Prometheus reads. */
  answer(c: Context): Promise<Response>;
}

// Names that clients make up must not become series of their own.
const RPCS = new Set([
  "completion/complete",
  "initialize",
  "notifications/initialized",
  "ping",
  "prompts/get",
  "prompts/list",
  "resources/list",
  "resources/read",
  "resources/templates/list",
  "server/discover",
  "tools/call",
  "tools/list",
]);

/**
 * Makes the figures.
 *
 * @param inFlight How many calls are being answered.
 */
export function createMetrics(inFlight: () => number): Metrics {
  const registry = new Registry();
  const requests = new Counter({
    name: "layerwright_requests_total",
    help: "Requests answered, by protocol method and HTTP status",
    labelNames: ["rpc", "status"],
    registers: [registry],
  });
  const calls = new Histogram({
    name: "layerwright_tool_call_seconds",
    help: "Time to answer a tool's call",
    labelNames: ["tool"],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
    registers: [registry],
  });
  const ended = new Counter({
    name: "layerwright_calls_ended_total",
    help: "Calls ended because of their time or memory, or because their thread failed",
    labelNames: ["reason"],
    registers: [registry],
  });
  new Gauge({
    name: "layerwright_calls_in_flight",
    help: "Calls being answered",
    registers: [registry],
    collect() {
      this.set(inFlight());
    },
  });
  return {
    answered({ rpc = "none", tool, status, ms }) {
      requests.inc({ rpc: RPCS.has(rpc) || rpc === "none" ? rpc : "other", status });
      if (tool !== undefined && ALL_TOOLS.byName.has(tool)) calls.observe({ tool }, ms / 1000);
    },
    ended: (reason) => ended.inc({ reason }),
    answer: async (c) =>
      c.body(await registry.metrics(), 200, { "Content-Type": registry.contentType }),
  };
}
