/** Limits the pages of an account: a page can take long, and its text uses much memory. */

import type { Context } from "hono";
import { type HttpEnv, refuse } from "../../http/exchange.ts";
import type { Account } from "../accounts/account.ts";
import { MessagePage } from "../pages/layout.tsx";
import { AccountBusy, createAccountQueue } from "./account_queue.ts";
import { answerPage } from "./pages.tsx";
import type { KnownVisitor } from "./visitors.ts";

/** Maximum number of an account's pages that a server prepares at the same time. */
export const PAGES_AT_ONCE = 2;

/** Maximum number of an account's pages that wait, are prepared, or are being received. */
export const MAX_PAGES_PER_ACCOUNT = 16;

const inTurn = createAccountQueue({
  // Accounts do not wait for each other, because the pages of a few slow projects would delay everybody.
  atOnce: Infinity,
  atOncePerAccount: PAGES_AT_ONCE,
  waiting: Infinity,
  perAccount: MAX_PAGES_PER_ACCOUNT,
});

/** Makes a page or the answer to a form when it is its turn, unless the account has too many requests. */
export async function inPageTurn(
  c: Context<HttpEnv>,
  { visitor }: KnownVisitor,
  { id: account }: Account,
  make: () => Promise<Response>,
): Promise<Response> {
  const { signal: gone } = c.req.raw;
  const whenSent = (done: () => void) => void c.var.whenSent.push(done);
  let isMade = false;
  try {
    return await inTurn({ account, gone, whenSent }, async () => {
      // SQLite answers at once. Without a pause, the pages of an account would follow each other
      // without a turn for other requests.
      await new Promise((resolve) => setTimeout(resolve, 0));
      gone.throwIfAborted();
      isMade = true;
      return await make();
    });
  } catch (problem) {
    if (problem instanceof AccountBusy) return await tooMany(c, visitor);
    if (!isMade && gone.aborted) return refuse(c, 408, "The client disconnected");
    throw problem;
  }
}

function tooMany(
  c: Context<HttpEnv>,
  visitor: KnownVisitor["visitor"],
): Response | Promise<Response> {
  c.set("reason", "too many pages at once");
  const page = (
    <MessagePage
      title="Too many requests"
      message="Your account has too many open requests, so this one did nothing. Wait a few seconds and try again."
      visitor={visitor}
    />
  );
  return answerPage(c, page, 429, { "Retry-After": "1" });
}
