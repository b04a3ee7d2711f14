/** The page where people enter the codes that their devices show. */

import type { Context, Hono } from "hono";
import { getCookie } from "hono/cookie";
import { countAttempt, deviceCounter, uncountAttempt } from "../accounts/login_attempts.ts";
import { hasProviderSession, PROVIDER_COOKIE } from "../oauth/provider_sessions.ts";
import { MessagePage } from "../pages/layout.tsx";
import { AUTHORIZATION_BYTES, limitAuthorization } from "./authorization_limit.tsx";
import type { HttpEnv } from "../../http/exchange.ts";
import { goneRequest } from "./gone_request.tsx";
import { limitBody } from "../../http/guards.ts";
import { type Hosted, visitOf } from "./hosted.ts";
import { answerPage } from "./pages.tsx";
import { type KnownVisitor, visitorOf } from "./visitors.ts";

/** The library's cookie with the id of the authorization request that a person comes back to. */
const RESUME_COOKIE = "_interaction_resume";

/** Lets the library answer, as if the request were for the given URL. */
type Answer = (c: Context<HttpEnv>, url?: string) => Promise<Response>;

/** Adds the page for codes, and the page to which people return after the consent page. */
export function addDeviceRoutes(app: Hono<HttpEnv>, hosted: Hosted, answer: Answer): void {
  app.all("/device", limitAuthorization(hosted), limitBody(AUTHORIZATION_BYTES), async (c) => {
    if (c.req.method !== "POST") return await answer(c, withCodeToShow(c.req.url));
    if (!await isKnown(c, hosted)) return c.redirect(await pageAgain(c), 303);
    return await typed(c, hosted, answer);
  });
  app.get("/device/:uid", async (c) => {
    if (await isAsked(c, hosted)) return await answer(c);
    return answerPage(c, goneRequest(await visitorOf(c, hosted)), 410);
  });
}

/** Reports whether the browser has a session of the library. Without one, the library rejects forms. */
async function isKnown(c: Context<HttpEnv>, { database, time }: Hosted): Promise<boolean> {
  const id = getCookie(c, PROVIDER_COOKIE);
  return id !== undefined && await hasProviderSession(database, id, time());
}

/** Returns the URL of the page whose form already contains the entered code. */
async function pageAgain(c: Context<HttpEnv>): Promise<string> {
  const code = new URLSearchParams(await c.req.text()).get("user_code") ?? "";
  return code === "" ? "/device" : `/device?${new URLSearchParams({ user_code: code })}`;
}

/** Answers a form with a code, and limits the number of wrong codes. */
async function typed(c: Context<HttpEnv>, hosted: Hosted, answer: Answer): Promise<Response> {
  const { database } = hosted;
  const { now, client } = visitOf(c, hosted);
  const counter = deviceCounter(client ?? "");
  const seconds = await countAttempt(database, counter, now);
  if (seconds !== null) {
    const page = tooManyCodes(await visitorOf(c, hosted));
    return answerPage(c, page, 429, { "Retry-After": String(seconds) });
  }
  const response = await answer(c);
  if (response.status !== 422) await uncountAttempt(database, counter);
  return response;
}

/**
 * Reports whether the authorization request exists and belongs to this browser. Otherwise, the library would
 * fail.
 */
async function isAsked(c: Context<HttpEnv>, hosted: Hosted): Promise<boolean> {
  const uid = c.req.param("uid") ?? "";
  if (getCookie(c, RESUME_COOKIE) !== uid) return false;
  const provider = await hosted.provider();
  return await provider.Interaction.find(uid) !== undefined;
}

/**
 * Moves a code in the URL to another parameter, so that the code only appears in the form. The library must
 * not treat the code as entered, because the person has not confirmed it.
 */
function withCodeToShow(address: string): string {
  const url = new URL(address);
  const code = url.searchParams.get("user_code");
  url.searchParams.delete("user_code");
  if (code !== null) url.searchParams.set("code", code);
  return url.href;
}

function tooManyCodes({ visitor }: KnownVisitor) {
  return (
    <MessagePage
      title="Too many wrong codes"
      message="Wait 15 minutes, then start again on your device to get a new code."
      visitor={visitor}
    />
  );
}
