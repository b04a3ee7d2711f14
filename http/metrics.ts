/** Metrics in Prometheus' text format. */

import type { Context } from "hono";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { ALL_TOOLS } from "../mcp/tools.ts";

/** An answered request. */
export interface Answered {
  /** The protocol method of a call. */
  readonly rpc: string | undefined;
  readonly tool: string | undefined;
  readonly status: number;
  /** Duration in milliseconds. */
  readonly ms: number;
}

/** The metrics of one server. */
export interface Metrics {
  /** Counts an answered request. */
  answered(request: Answered): void;
  /** Counts a terminated call by reason. */
  ended(reason: string): void;
  /** Creates the response to a scrape by Prometheus. */
  answer(c: Context): Promise<Response>;
}

// The methods that can be values of a label. All other names count as `other`, because each name that a
// client invents would create a time series.
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
 * Creates the metrics.
 *
 * @param inFlight Returns the number of requests in flight.
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
    help: "Duration of tool calls in seconds",
    labelNames: ["tool"],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
    registers: [registry],
  });
  const ended = new Counter({
    name: "layerwright_calls_ended_total",
    help: "Calls terminated by a time or memory limit, or by a failed thread",
    labelNames: ["reason"],
    registers: [registry],
  });
  new Gauge({
    name: "layerwright_calls_in_flight",
    help: "Requests in flight",
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
