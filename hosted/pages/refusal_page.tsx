/** What somebody reads who came with a browser to where there is nothing to see. */

import type { Context } from "hono";
import { Layout, type Visitor } from "./layout.tsx";
import type { Refuse } from "../../http/base_app.ts";
import { refused } from "../http/account_api.ts";
import { type HttpEnv, refuse } from "../../http/exchange.ts";
import { answerPage } from "../http/pages.tsx";

/** Nobody asks the database who it is: it may be what does not answer. */
const SOMEBODY: Visitor = { tokenOf: () => "", person: null };

const TITLES = {
  404: "Not found",
  429: "Too many requests",
  500: "Internal error",
  503: "Try again",
} as const;

/** How programs know what happened. */
const CODES = {
  404: "not-found",
  429: "too-many-requests",
  500: "internal-error",
  503: "unavailable",
} as const;

/** Refuses a request: with a page, if a browser asks for one, and in the API's own way there. */
export const refuseInWords: Refuse = (c, status, message, headers) => {
  if (c.req.path.startsWith("/api/")) {
    return refused(c, status, [{ code: CODES[status], message }], headers);
  }
  if (!wantsPage(c)) return refuse(c, status, message, headers);
  c.set("reason", message);
  const page = (
    <Layout title={TITLES[status]} visitor={SOMEBODY}>
      <p>{status === 404 ? "There is no such page." : `${message}.`}</p>
      <p>
        <a href="/">To the overview</a>
      </p>
    </Layout>
  );
  return answerPage(c, page, status, headers);
};

function wantsPage(c: Context<HttpEnv>): boolean {
  return c.req.header("accept")?.toLowerCase().includes("text/html") ?? false;
}
