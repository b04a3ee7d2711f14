/** Telemetry with Deno's own support for OpenTelemetry, which the variable `OTEL_DENO` enables. */

import type { Span, Tracer } from "@opentelemetry/api";
import type { Environment } from "../../core/user_folders.ts";
import { VERSION } from "../../core/version.ts";
import type { Log } from "../../http/log.ts";
import type { Telemetry } from "../../http/telemetry.ts";

/** Opens telemetry; returns `null` without loading anything if the variable is not set or has no effect. */
export async function openTelemetry(env: Environment, log: Log): Promise<Telemetry | null> {
  // Any value counts as enabled: if Deno creates spans, secrets must be kept out of them.
  if (!env("OTEL_DENO")) return null;
  if (Deno.build.standalone) {
    // https://github.com/denoland/deno/issues/28839
    const message = "OTEL_DENO has no effect in an executable: run server.ts with Deno for traces";
    log("warn", { message });
    return null;
  }
  const { context, metrics, SpanKind, SpanStatusCode, trace } = await import("@opentelemetry/api");
  const tracer = trace.getTracer("layerwright", VERSION);
  keepSecrets(tracer);
  // Deno's own histogram does not record routes.
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
          // The error's message may quote user input.
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

/** Returns the span that Deno has attached to a response. Deno does not make this span the active one. */
function spanOf(response: object): Span | null {
  const symbol = Object.getOwnPropertySymbols(response)
    .find(({ description }) => description === "kOtelSpan");
  return symbol === undefined
    ? null
    : (response as Record<symbol, Span | undefined>)[symbol] ?? null;
}

/** Attributes in which Deno quotes user input, such as paths, which contain the names of projects. */
const QUOTES: ReadonlySet<string> = new Set([
  "exception.message",
  "exception.stacktrace",
  "url.path",
  "url.query",
]);

/**
 * Keeps secrets out of all spans: URLs that contain codes of links, invitations and logins, and error
 * messages that quote such URLs. Deno writes each request's full URL into its own span before any other
 * code runs, and attributes cannot be removed from a span. So this function replaces the setters of all
 * spans.
 */
function keepSecrets(tracer: Tracer): void {
  // This span is only a way to get its prototype: a span that never ends is never exported.
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
