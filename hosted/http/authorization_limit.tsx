/** Limits the number and size of requests that the authorization server stores. */

import type { Context, MiddlewareHandler } from "hono";
import { authorizationCounter, countAttempt } from "../accounts/login_attempts.ts";
import { MessagePage, type Visitor } from "../pages/layout.tsx";
import type { HttpEnv } from "../../http/exchange.ts";
import type { Hosted } from "./hosted.ts";
import { answerPage } from "./pages.tsx";

/** Maximum size of a request's query or body, in bytes. */
export const AUTHORIZATION_BYTES = 4 * 1024;

/** The methods whose requests are stored. */
const ASKING = new Set(["GET", "HEAD", "POST"]);

/** Paths that people open in browsers. All other paths are for programs. */
const FOR_PEOPLE = ["/device", "/oauth/authorize"];

/** The pages are the same for everyone, because finding the visitor would need a query. */
const STRANGER: Visitor = { tokenOf: () => "", person: null };

/** Refuses requests that are too frequent or too long. */
export function limitAuthorization(hosted: Hosted): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    if (new URL(c.req.url).search.length > AUTHORIZATION_BYTES) return tooLong(c);
    if (!ASKING.has(c.req.method)) return await next();
    const counter = authorizationCounter(c.var.client);
    const seconds = await countAttempt(hosted.database, counter, hosted.time());
    return seconds === null ? await next() : tooManyQuestions(c, seconds);
  };
}

function tooLong(c: Context<HttpEnv>): Response | Promise<Response> {
  c.set("reason", "URL too long");
  const description = `The URL has more than ${AUTHORIZATION_BYTES} characters after its '?'`;
  if (!isForPeople(c)) {
    return c.json({ error: "invalid_request", error_description: description }, 400);
  }
  const message = `${description}. The app that sent you here must send a shorter request.`;
  const page = <MessagePage title="Request too long" message={message} visitor={STRANGER} />;
  return answerPage(c, page, 400);
}

/** Returns the refusal of a request that may be repeated after some seconds. */
export function tooManyQuestions(
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
      message="Too many requests came from your network. Wait 15 minutes, then start again from the app."
      visitor={STRANGER}
    />
  );
  return answerPage(c, page, 429, headers);
}

function isForPeople(c: Context<HttpEnv>): boolean {
  return FOR_PEOPLE.includes(c.req.path);
}
