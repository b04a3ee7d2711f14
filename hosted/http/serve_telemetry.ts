/** Telemetry by Deno's own support of OpenTelemetry, which the variable `OTEL_DENO` turns on. */

import type { Span, Tracer } from "@opentelemetry/api";
import type { Environment } from "../../core/user_folders.ts";
import { VERSION } from "../../core/version.ts";
import type { Log } from "../../http/log.ts";
import type { Telemetry } from "../../http/telemetry.ts";

/** Opens it; `null` if the variable is not set, and nothing was loaded. */
export async function openTelemetry(env: Environment, log: Log): Promise<Telemetry | null> {
  // Which values turn it on is Deno's to say: where one does, nothing may be told that is secret.
  if (!env("OTEL_DENO")) return null;
  if (Deno.build.standalone) {
    // https://github.com/denoland/deno/issues/28839
    const message = "OTEL_DENO does nothing in an executable: run server.ts by Deno for traces";
    log("warn", { message });
    return null;
  }
  const { context, metrics, SpanKind, SpanStatusCode, trace } = await import("@opentelemetry/api");
  const tracer = trace.getTracer("layerwright", VERSION);
  keepSecrets(tracer);
  // Deno's own histogram does not know routes.
  const durations = metrics.getMeter("layerwright")
    .createHistogram("layerwright.request.duration", { unit: "s" });
  return {
    answered(method, route, status, ms) {
      durations.record(ms / 1000, {
        "http.request.method": method,
        "http.route": route,
        "http.response.status_code": status,
      });
    },
    inRequest(response, work) {
      const span = spanOf(response);
      return span === null ? work() : context.with(trace.setSpan(context.active(), span), work);
    },
    nameRoute(method, route) {
      trace.getActiveSpan()?.setAttribute("http.route", route).updateName(`${method} ${route}`);
    },
    trace: (name, attributes, work) => {
      const kind = "db.system.name" in attributes ? SpanKind.CLIENT : SpanKind.INTERNAL;
      return tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
        try {
          return await work();
        } catch (problem) {
          // Its message may quote what somebody sent.
          if (problem instanceof Error) span.setAttribute("error.type", problem.name);
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw problem;
        } finally {
          span.end();
        }
      });
    },
  };
}

/** Returns the span that Deno keeps with each response of its server, and activates nowhere. */
function spanOf(response: object): Span | null {
  const symbol = Object.getOwnPropertySymbols(response)
    .find(({ description }) => description === "kOtelSpan");
  return symbol === undefined
    ? null
    : (response as Record<symbol, Span | undefined>)[symbol] ?? null;
}

/** What Deno tells of requests that quotes what somebody sent: paths have the names of projects in them. */
const QUOTES: ReadonlySet<string> = new Set([
  "exception.message",
  "exception.stacktrace",
  "url.path",
  "url.query",
]);

/**
 * Keeps out of all spans what has secrets in it: addresses, with the codes of links, of invitations and of
 * people who log in elsewhere, and the messages of failures that quote them. Deno writes each request's
 * whole address into a span of its own, before anybody else sees it, and takes no attribute of a span back:
 * so what sets them is replaced for all spans.
 */
function keepSecrets(tracer: Tracer): void {
  // A span that never ends is never told.
  const spans: Span = Object.getPrototypeOf(tracer.startSpan("never"));
  const { setAttribute, setStatus } = spans;
  spans.setAttribute = function (name, value) {
    if (QUOTES.has(name)) return this;
    const shown = name === "url.full" ? URL.parse(String(value))?.origin ?? "" : value;
    return setAttribute.call(this, name, shown);
  };
  spans.setStatus = function ({ code }) {
    return setStatus.call(this, { code });
  };
}
