/** Forms that people send: read only if they are ours. */

import type { Context, Hono } from "hono";
import type { Account } from "../accounts/account.ts";
import { MessagePage } from "../pages/layout.tsx";
import type { HttpEnv } from "../../http/exchange.ts";
import { limitBody } from "../../http/guards.ts";
import type { Hosted } from "./hosted.ts";
import { answerPage } from "./pages.tsx";
import { isFromOurPages, type KnownVisitor, visitorOf } from "./visitors.ts";

/** A field's value; empty if it was left out. */
export type Fields = (name: string) => string;

/** What was sent, and by whom. */
export interface SentForm {
  readonly known: KnownVisitor;
  readonly field: Fields;
}

type Answer = Response | Promise<Response>;

/** The longest form, in bytes. */
const FORM_LIMIT = 64 * 1024;

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** Adds a form that anybody may send. */
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

/** Adds a form for those who are logged in. */
export function addAccountForm(
  app: Hono<HttpEnv>,
  path: string,
  hosted: Hosted,
  handle: (c: Context<HttpEnv>, form: SentForm, account: Account) => Answer,
): void {
  addForm(app, path, hosted, (c, form) => {
    const { account } = form.known;
    return account === null ? c.redirect("/login", 303) : handle(c, form, account);
  });
}

/** Adds a page for those who are logged in; others are led to logging in, and then back. */
export function addAccountPage(
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

/** Refuses what did not come from our page. */
export function notOurs(
  c: Context<HttpEnv>,
  { visitor }: KnownVisitor,
): Response | Promise<Response> {
  c.set("reason", "form of another page");
  const page = (
    <MessagePage
      title="Not done"
      message="This form was not sent from the page that it belongs to, or the page was open for too long. Go back, reload it, and try again."
      visitor={visitor}
    />
  );
  return answerPage(c, page, 403);
}
