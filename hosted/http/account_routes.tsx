/** The account page: password and linked identities. */

import type { Context, Hono } from "hono";
import type { Account } from "../accounts/account.ts";
import { changePassword } from "../accounts/change_password.ts";
import { loginMethods, unlinkIdentity } from "../accounts/identities.ts";
import { AccountPage } from "../pages/account.tsx";
import type { HttpEnv } from "../../http/exchange.ts";
import { addAccountForm, addAccountPage } from "./forms.tsx";
import { type Hosted, visitOf } from "./hosted.ts";
import { answerPage } from "./pages.tsx";
import { upstreamLinks } from "./upstream_links.ts";
import { upstreamOf } from "./upstreams.ts";
import type { KnownVisitor } from "./visitors.ts";
import type { AccountDiagnostic } from "../accounts/diagnostic.ts";

/** The result of a form. */
type Outcome =
  | { readonly said: string | null; readonly problem: null }
  | { readonly said: null; readonly problem: AccountDiagnostic };

/** Adds the account page to an app. */
export function addAccountRoutes(app: Hono<HttpEnv>, hosted: Hosted): void {
  const { database, upstreams } = hosted;
  const show = async (
    c: Context<HttpEnv>,
    { visitor }: KnownVisitor,
    { id }: Account,
    { said, problem }: Outcome = { said: null, problem: null },
  ) => {
    const { hasPassword, identities } = await loginMethods(database, id);
    const shown = identities.map((identity) => ({
      ...identity,
      name: upstreamOf(upstreams, identity.issuer)?.name ?? identity.issuer,
    }));
    const page = (
      <AccountPage
        visitor={visitor}
        hasPassword={hasPassword}
        identities={shown}
        upstreams={upstreamLinks(hosted, visitor, "/account/link")}
        said={said}
        problem={problem?.message ?? null}
      />
    );
    return answerPage(c, page, problem === null ? 200 : 422);
  };
  addAccountPage(app, "/account", hosted, show);
  addAccountForm(app, "/account/password", hosted, async (c, { known, field }, account) => {
    const session = known.session ?? "";
    const change = { current: field("current"), next: field("next"), session };
    const problem = await changePassword(hosted, account, change, visitOf(c, hosted));
    const outcome: Outcome = problem === null
      ? { said: "Password changed. Other browsers are logged out.", problem }
      : { said: null, problem };
    return show(c, known, account, outcome);
  });
  addAccountForm(app, "/account/unlink", hosted, async (c, { known, field }, account) => {
    const identity = { issuer: field("issuer"), subject: field("subject") };
    const isTrusted = (issuer: string) => upstreamOf(upstreams, issuer) !== null;
    const visit = visitOf(c, hosted);
    const problem = await unlinkIdentity(database, account.id, identity, isTrusted, visit);
    if (problem === null || problem.code === "identity-missing") return c.redirect("/account", 303);
    return show(c, known, account, { said: null, problem });
  });
}
