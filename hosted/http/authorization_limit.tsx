/** What limits questions that the authorization server has to remember: how many, and how long. */

import type { Context, MiddlewareHandler } from "hono";
import { authorizationCounter, countAttempt } from "../accounts/login_attempts.ts";
import { MessagePage, type Visitor } from "../pages/layout.tsx";
import type { HttpEnv } from "../../http/exchange.ts";
import type { Hosted } from "./hosted.ts";
import { answerPage } from "./pages.tsx";

/** The longest question, in bytes: in an address, or in a body. */
export const AUTHORIZATION_BYTES = 4 * 1024;

/** By all other methods nothing is asked, and nothing remembered. */
const ASKING = new Set(["GET", "HEAD", "POST"]);

/** Where people come with their browsers; all other addresses are for programs. */
const FOR_PEOPLE = ["/device", "/oauth/authorize"];

/** The pages are the same for everybody: to know who looks, the database would be asked. */
const STRANGER: Visitor = { tokenOf: () => "", person: null };

/** Refuses who asks too often, or at too great length. */
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
  c.set("reason", "address too long");
  const description = `The address has more than ${AUTHORIZATION_BYTES} characters after its '?'`;
  if (!isForPeople(c)) {
    return c.json({ error: "invalid_request", error_description: description }, 400);
  }
  const message = `${description}. The app that sent you here has to ask for less.`;
  return answerPage(c, <MessagePage title="Too long" message={message} visitor={STRANGER} />, 400);
}

/** Says when to ask again. */
export function tooManyQuestions(
  c: Context<HttpEnv>,
  seconds: number,
): Response | Promise<Response> {
  c.set("reason", "too many questions to the authorization server");
  const headers = { "Retry-After": String(seconds) };
  if (!isForPeople(c)) {
    const error_description = "Too many requests from this address";
    return c.json({ error: "temporarily_unavailable", error_description }, 429, headers);
  }
  const page = (
    <MessagePage
      title="Too many requests"
      message="Too many apps asked from where you are. Wait a quarter of an hour, and start again where you came from."
      visitor={STRANGER}
    />
  );
  return answerPage(c, page, 429, headers);
}

function isForPeople(c: Context<HttpEnv>): boolean {
  return FOR_PEOPLE.includes(c.req.path);
}
