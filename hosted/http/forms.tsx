/** Handles forms. Refuses forms that do not come from our own pages. */

import type { Context, Hono } from "hono";
import type { Account } from "../accounts/account.ts";
import { MessagePage } from "../pages/layout.tsx";
import type { HttpEnv } from "../../http/exchange.ts";
import { limitBody } from "../../http/guards.ts";
import type { Hosted } from "./hosted.ts";
import { answerPage } from "./pages.tsx";
import { inPageTurn } from "./page_turns.tsx";
import { isFromOurPages, type KnownVisitor, visitorOf } from "./visitors.ts";

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

/** Adds a form that anyone may send. */
export function addForm(
  app: Hono<HttpEnv>,
  path: string,
  hosted: Hosted,
  handle: (c: Context<HttpEnv>, form: SentForm) => Answer,
): void {
  app.post(path, limitBody(FORM_LIMIT), async (c) => {
    const known = await visitorOf(c, hosted);
    const sent = new URLSearchParams(
      FORM_TYPE.test(c.req.header("content-type") ?? "") ? await c.req.text() : "",
    );
    const field: Fields = (name) => sent.get(name) ?? "";
    if (!isFromOurPages(c, hosted) || !known.isToken(field("form_token"), c.req.path)) {
      return notOurs(c, known);
    }
    return await handle(c, { known, field });
  });
}

/** Adds a form for people who are logged in. */
export function addAccountForm(
  app: Hono<HttpEnv>,
  path: string,
  hosted: Hosted,
  handle: (c: Context<HttpEnv>, form: SentForm, account: Account) => Answer,
): void {
  addForm(app, path, hosted, (c, form) => {
    const { account } = form.known;
    if (account === null) return c.redirect("/login", 303);
    return inPageTurn(c, form.known, account, async () => await handle(c, form, account));
  });
}

/** Adds a page for people who are logged in. The pages of an account take turns. */
export function addAccountPage(
  app: Hono<HttpEnv>,
  path: string,
  hosted: Hosted,
  show: (c: Context<HttpEnv>, known: KnownVisitor, account: Account) => Answer,
): void {
  addAccountDownload(app, path, hosted, (c, known, account) => {
    return inPageTurn(c, known, account, async () => await show(c, known, account));
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
    return c.redirect(`/login?next=${encodeURIComponent(pathname + search)}`, 303);
  });
}

/** Refuses a request that did not come from our own page. */
export function notOurs(
  c: Context<HttpEnv>,
  { visitor }: KnownVisitor,
): Response | Promise<Response> {
  c.set("reason", "invalid form token");
  const page = (
    <MessagePage
      title="This page has expired"
      message="Nothing was changed. Go back, reload the page and try again."
      visitor={visitor}
    />
  );
  return answerPage(c, page, 403);
}
