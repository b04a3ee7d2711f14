/** Reads the project's name and the account from a request for a page of a project. */

import type { Context } from "hono";
import type { HttpEnv } from "../../http/exchange.ts";
import type { Actor } from "../../http/gate.ts";
import type { Account } from "../accounts/account.ts";
import { MessagePage } from "../pages/layout.tsx";
import type { HostedPlace } from "../projects/snapshot.ts";
import { answerPage } from "./pages.tsx";
import type { KnownVisitor } from "./visitors.ts";

/** The path of a project's page. */
export const PROJECT = "/dashboard/projects/:name";

/** Returns the account and name of the requested project, which need not exist. */
export function placeOf(c: Context<HttpEnv>, { id }: Account): HostedPlace {
  return { accountId: id, name: c.req.param("name") ?? "" };
}

/** Returns the actor of a person who is logged in. */
export function userOf(c: Context<HttpEnv>, { id, email }: Account): Actor {
  return { id, client: c.var.client, author: { account: email, credential: "dashboard" } };
}

/** Answers with a page which says that a project, a file or a change does not exist. */
export function missing(
  c: Context<HttpEnv>,
  { visitor }: KnownVisitor,
  what: "Project" | "File" | "Change",
): Response | Promise<Response> {
  const page = (
    <MessagePage
      title={`${what} not found`}
      message="It does not exist, or it was deleted."
      visitor={visitor}
    />
  );
  return answerPage(c, page, 404);
}
