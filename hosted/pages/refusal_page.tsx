/** Error responses: a page for browsers, JSON for the API, text for everything else. */

import type { Context } from "hono";
import { ANONYMOUS, Layout } from "./layout.tsx";
import type { Refuse } from "../../http/base_app.ts";
import { refused } from "../http/account_api.ts";
import { type HttpEnv, refuse } from "../../http/exchange.ts";
import { answerPage } from "../http/pages.tsx";

const TITLES = {
  404: "Page not found",
  429: "Too many requests",
  500: "Something went wrong",
  503: "Temporarily unavailable",
} as const;

/** Error codes of the API. */
const CODES = {
  404: "not-found",
  429: "too-many-requests",
  500: "internal-error",
  503: "unavailable",
} as const;

/** Refuses a request with a page if it accepts HTML, and with JSON below `/api/`. */
export const refuseInWords: Refuse = (c, status, message, headers) => {
  if (c.req.path.startsWith("/api/")) {
    return refused(c, status, [{ code: CODES[status], message }], headers);
  }
  const said = status === 404 ? "No page exists at this address" : message;
  return refuseVisitor(c, status, { title: TITLES[status], message, said, headers });
};

/** The words of a refusal. */
interface Refusal {
  /** The title of the page. */
  readonly title: string;
  /** The message for programs and the log. */
  readonly message: string;
  /** The message on the page; by default, the same. */
  readonly said?: string;
  readonly headers?: Record<string, string> | undefined;
}

/** Refuses a request with a page if it accepts HTML, and with JSON otherwise. */
export function refuseVisitor(
  c: Context<HttpEnv>,
  status: keyof typeof TITLES,
  { title, message, said = message, headers }: Refusal,
): Response | Promise<Response> {
  if (!wantsPage(c)) return refuse(c, status, message, headers);
  c.set("reason", message);
  // The page is for an anonymous visitor: looking up the session could fail, because the database may be
  // down.
  const page = (
    <Layout title={title} visitor={ANONYMOUS}>
      <p>{said}.</p>
      <p>
        <a href="/">Go to the home page</a>
      </p>
    </Layout>
  );
  return answerPage(c, page, status, headers);
}

function wantsPage(c: Context<HttpEnv>): boolean {
  return c.req.header("accept")?.toLowerCase().includes("text/html") ?? false;
}
