/** Telemetry by Deno's own support of OpenTelemetry, which the variable `OTEL_DENO` turns on. */

import type { Span, Tracer } from "@opentelemetry/api";
import type { Environment } from "../core/user_folders.ts";
import { VERSION } from "../core/version.ts";
import type { Log } from "./log.ts";
import type { Telemetry } from "./telemetry.ts";
import { withoutKeys } from "./watch.ts";

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
  const { SpanKind, SpanStatusCode, trace } = await import("@opentelemetry/api");
  const tracer = trace.getTracer("layerwright", VERSION);
  keepSecrets(tracer);
  return {
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

/**
 * Keeps out of all spans what addresses have of secrets: the codes of links, of invitations and of people who
 * log in elsewhere. Deno writes each request's whole address into a span of its own, before anybody else
 * sees it, and takes no attribute of a span back: so what sets them is replaced for all spans.
 */
function keepSecrets(tracer: Tracer): void {
  // A span that never ends is never told.
  const spans: Span = Object.getPrototypeOf(tracer.startSpan("never"));
  const { setAttribute } = spans;
  spans.setAttribute = function (name, value) {
    if (name === "url.query") return this;
    const isAddress = name === "url.full" || name === "url.path";
    const shown = isAddress ? withoutKeys(String(value).replace(/[?#].*/s, "")) : value;
    return setAttribute.call(this, name, shown);
  };
}
