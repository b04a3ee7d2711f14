/** Limits the number and content of app registrations (RFC 7591). */

import type { Context, MiddlewareHandler } from "hono";
import { countAttempt, registrationCounter } from "../accounts/login_attempts.ts";
import { clientNameProblem } from "../oauth/client_names.ts";
import { isRedirectUri, MAX_REDIRECT_URIS } from "../oauth/redirect_uris.ts";
import type { HttpEnv } from "../../http/exchange.ts";
import type { Hosted } from "./hosted.ts";
import { readJsonBody } from "../../http/json_body.ts";

/** Maximum size of a registration in bytes. */
export const REGISTRATION_BYTES = 16 * 1024;

/** Refuses registrations that are too frequent or have invalid names or redirect URIs. */
export function limitRegistration(hosted: Hosted): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    if (c.req.method !== "POST") return await next();
    const counter = registrationCounter(c.var.client);
    const seconds = await countAttempt(hosted.database, counter, hosted.time());
    if (seconds !== null) {
      c.set("reason", "too many registrations");
      const error_description = "Too many apps registered from this address";
      return c.json({ error: "temporarily_unavailable", error_description }, 429, {
        "Retry-After": String(seconds),
      });
    }
    const problem = problemOf(readJsonBody(await c.req.text()));
    return problem === null ? await next() : refuse(c, problem);
  };
}

interface Problem {
  readonly error: "invalid_client_metadata" | "invalid_redirect_uri";
  readonly error_description: string;
}

function refuse(c: Context<HttpEnv>, problem: Problem): Response {
  c.set("reason", problem.error);
  return c.json(problem, 400);
}

/** @returns The problem; `null` if the registration is valid, or has a problem that the library itself detects. */
function problemOf(body: ReturnType<typeof readJsonBody>): Problem | null {
  if (body.kind === "refused") return null;
  const { client_name: name, redirect_uris: redirects } = Object(body.message);
  const nameProblem = typeof name === "string" ? clientNameProblem(name) : null;
  if (nameProblem !== null) return metadata(`client_name ${nameProblem}`);
  if (!Array.isArray(redirects)) return null;
  if (redirects.length > MAX_REDIRECT_URIS) {
    return metadata(`redirect_uris must have at most ${MAX_REDIRECT_URIS} entries`);
  }
  return redirects.every(isRedirectUri) ? null : {
    error: "invalid_redirect_uri",
    error_description: "redirect_uris must use https, http to a loopback address, " +
      "or a private-use scheme",
  };
}

function metadata(error_description: string): Problem {
  return { error: "invalid_client_metadata", error_description };
}
