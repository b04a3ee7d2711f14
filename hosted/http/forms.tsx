/** Handles forms. Refuses forms that do not come from our own pages. */

import type { Context, Hono } from "hono";
import type { Account } from "../accounts/account.ts";
import { MessagePage } from "../pages/layout.tsx";
import type { HttpEnv } from "../../http/exchange.ts";
import { limitBody } from "../../http/guards.ts";
import type { Hosted } from "./hosted.ts";
import { HOME, localPath } from "./local_path.ts";
import { answerPage } from "./pages.tsx";
import { inPageTurn } from "./page_turns.tsx";
import { ACCOUNT_FIELD, forgetTyped, keepTyped } from "./typed_forms.ts";
import { isFromOurPages, type KnownVisitor, visitorOf } from "./visitors.ts";
import { hearing, say } from "./words.ts";

/** Returns a field's value, or an empty string if the field is missing. */
export type Fields = (name: string) => string;

/** A submitted form and the visitor who sent it. */
export interface SentForm {
  readonly known: KnownVisitor;
  readonly field: Fields;
}

type Answer = Response | Promise<Response>;

/** Maximum size of a form in bytes. */
const FORM_LIMIT = 64 * 1024;

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/**
 * Adds a form that anyone may send.
 *
 * @param refuseToken Answers a form of our own pages whose token is invalid.
 */
export function addForm(
  app: Hono<HttpEnv>,
  path: string,
  hosted: Hosted,
  handle: (c: Context<HttpEnv>, form: SentForm) => Answer,
  refuseToken: (c: Context<HttpEnv>, form: SentForm) => Answer = (c, { known }) =>
    notOurs(c, known),
): void {
  app.post(path, limitBody(FORM_LIMIT), async (c) => {
    const known = await visitorOf(c, hosted);
    const sent = new URLSearchParams(
      FORM_TYPE.test(c.req.header("content-type") ?? "") ? await c.req.text() : "",
    );
    const field: Fields = (name) => sent.get(name) ?? "";
    if (!isFromOurPages(c, hosted)) return notOurs(c, known);
    const form = { known, field };
    if (!known.isToken(field("form_token"), c.req.path)) return await refuseToken(c, form);
    return await handle(c, form);
  });
}

/**
 * Adds a form for people who are logged in.
 *
 * @param kept The names of the fields that outlive the session of their page, so that no one types them twice.
 */
export function addAccountForm(
  app: Hono<HttpEnv>,
  path: string,
  hosted: Hosted,
  handle: (c: Context<HttpEnv>, form: SentForm, account: Account) => Answer,
  kept: readonly string[] = [],
): void {
  const refuse = (c: Context<HttpEnv>, form: SentForm) => outlived(c, hosted, form, kept);
  addForm(app, path, hosted, (c, form) => {
    const { account } = form.known;
    if (account === null) return refuse(c, form);
    if (kept.length > 0) forgetTyped(c, hosted);
    return inPageTurn(c, form.known, account, async () => await handle(c, form, account));
  }, refuse);
}

/** Answers a form whose session has ended. Keeps what was typed until the person is logged in again. */
function outlived(
  c: Context<HttpEnv>,
  hosted: Hosted,
  { known, field }: SentForm,
  kept: readonly string[],
): Answer {
  const { binding, account } = known;
  if (kept.length > 0) {
    const typed = Object.fromEntries(kept.map((name) => [name, field(name)]));
    const email = field(ACCOUNT_FIELD);
    keepTyped(c, hosted, binding, { action: c.req.path, email, typed });
  }
  const page = pageBefore(c);
  if (account !== null) return notOurs(c, known, page);
  c.set("reason", "session has ended");
  say(c, hosted, known, "Your session has ended. Nothing was changed. Log in to continue.");
  return c.redirect(loginPath(page), 303);
}

/** Returns the address of the page that a form was on, or the home page. */
function pageBefore(c: Context<HttpEnv>): string {
  const page = URL.parse(c.req.header("referer") ?? "");
  return page === null ? HOME : localPath(page.pathname + page.search);
}

function loginPath(next: string): string {
  return next === HOME ? "/login" : `/login?next=${encodeURIComponent(next)}`;
}

/** Adds a page for people who are logged in. The pages of an account take turns. */
export function addAccountPage(
  app: Hono<HttpEnv>,
  path: string,
  hosted: Hosted,
  show: (c: Context<HttpEnv>, known: KnownVisitor, account: Account) => Answer,
): void {
  addAccountDownload(app, path, hosted, (c, known, account) => {
    return inPageTurn(c, known, account, async () => {
      return await show(c, hearing(c, hosted, known), account);
    });
  });
}

/**
 * Adds a download for people who are logged in. Other visitors are sent to the login page, and return after
 * the login.
 *
 * @param show Limits the downloads of an account itself.
 */
export function addAccountDownload(
  app: Hono<HttpEnv>,
  path: string,
  hosted: Hosted,
  show: (c: Context<HttpEnv>, known: KnownVisitor, account: Account) => Answer,
): void {
  app.get(path, async (c) => {
    const known = await visitorOf(c, hosted);
    const { account } = known;
    if (account !== null) return await show(c, known, account);
    const { pathname, search } = new URL(c.req.url);
    return c.redirect(loginPath(pathname + search), 303);
  });
}

/**
 * Refuses a request that did not come from our own page.
 *
 * @param page The address of a page with the same form and a valid token; by default, none.
 */
export function notOurs(
  c: Context<HttpEnv>,
  { visitor }: KnownVisitor,
  page?: string,
): Response | Promise<Response> {
  c.set("reason", "invalid form token");
  const title = "This page has expired";
  const message = "Nothing was changed. " +
    (page === undefined
      ? "Go back, reload the page and try again."
      : "You have logged in again since you opened it. Open it again and send the form once more.");
  const link = page === undefined ? undefined : { href: page, words: "Open the page again" };
  return answerPage(c, <MessagePage {...{ title, message, visitor, link }} />, 403);
}
