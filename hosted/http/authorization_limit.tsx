/**
 * Limits the number and size of requests that the authorization server stores. Refusing a request must be
 * cheap, so the error pages do not look up the session.
 */

import type { Context, MiddlewareHandler } from "hono";
import { authorizationCounter, countAttempt } from "../accounts/login_attempts.ts";
import { ANONYMOUS, MessagePage } from "../pages/layout.tsx";
import type { HttpEnv } from "../../http/exchange.ts";
import type { Hosted } from "./hosted.ts";
import { answerPage } from "./pages.tsx";

/** Maximum bytes of a query string or a body. */
export const AUTHORIZATION_BYTES = 4 * 1024;

/** Methods of requests that the server may store. Requests with other methods store nothing. */
const STORING = new Set(["GET", "HEAD", "POST"]);

/** Paths that people open in a browser. All other paths are for programs. */
const FOR_PEOPLE = ["/device", "/oauth/authorize"];

/**
 * Creates a middleware that refuses requests with a long URL, and requests from networks that send too many
 * of them.
 */
export function limitAuthorization(hosted: Hosted): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    if (new URL(c.req.url).search.length > AUTHORIZATION_BYTES) return tooLong(c);
    if (!STORING.has(c.req.method)) return await next();
    const counter = authorizationCounter(c.var.client);
    const seconds = await countAttempt(hosted.database, counter, hosted.time());
    return seconds === null ? await next() : tooManyRequests(c, seconds);
  };
}

function tooLong(c: Context<HttpEnv>): Response | Promise<Response> {
  c.set("reason", "URL too long");
  const description = `The query string is longer than ${AUTHORIZATION_BYTES} characters`;
  if (!isForPeople(c)) {
    return c.json({ error: "invalid_request", error_description: description }, 400);
  }
  const message = `${description}. Report this to the developers of the app that sent you here.`;
  const page = <MessagePage title="Request too long" message={message} visitor={ANONYMOUS} />;
  return answerPage(c, page, 400);
}

/** Refuses a request with status 429. The response says how long to wait before the next request. */
export function tooManyRequests(
  c: Context<HttpEnv>,
  seconds: number,
): Response | Promise<Response> {
  c.set("reason", "too many authorization requests");
  const headers = { "Retry-After": String(seconds) };
  if (!isForPeople(c)) {
    const error_description = "Too many requests from this address";
    return c.json({ error: "temporarily_unavailable", error_description }, 429, headers);
  }
  const page = (
    <MessagePage
      title="Too many requests"
      message="Your network has sent too many requests. Wait 15 minutes, then start again in the app that sent you here."
      visitor={ANONYMOUS}
    />
  );
  return answerPage(c, page, 429, headers);
}

function isForPeople(c: Context<HttpEnv>): boolean {
  return FOR_PEOPLE.includes(c.req.path);
}
