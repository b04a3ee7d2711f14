/** The account page: password and linked identities. */

import type { Context, Hono } from "hono";
import type { Account } from "../accounts/account.ts";
import { changePassword } from "../accounts/change_password.ts";
import { type LinkedIdentity, loginMethods, unlinkIdentity } from "../accounts/identities.ts";
import { AccountPage, type ShownIdentity, UnlinkPage } from "../pages/account.tsx";
import type { HttpEnv } from "../../http/exchange.ts";
import { addAccountForm, addAccountPage } from "./forms.tsx";
import { type Hosted, visitOf } from "./hosted.ts";
import { answerPage } from "./pages.tsx";
import { upstreamLinks } from "./upstream_links.ts";
import { upstreamOf } from "./upstreams.ts";
import type { KnownVisitor } from "./visitors.ts";
import { say } from "./words.ts";
import type { AccountDiagnostic } from "../accounts/diagnostic.ts";

/** Adds the account page to an app. */
export function addAccountRoutes(app: Hono<HttpEnv>, hosted: Hosted): void {
  const { database, upstreams } = hosted;
  const shown = (identity: LinkedIdentity): ShownIdentity => ({
    ...identity,
    name: upstreamOf(upstreams, identity.issuer)?.name ?? identity.issuer,
  });
  const identityWith = async ({ id }: Account, issuer: string, subject: string) => {
    const { identities } = await loginMethods(database, id);
    const found = identities.find((each) => each.issuer === issuer && each.subject === subject);
    return found === undefined ? null : shown(found);
  };
  const show = async (
    c: Context<HttpEnv>,
    { visitor }: KnownVisitor,
    { id }: Account,
    problem: AccountDiagnostic | null = null,
  ) => {
    const { hasPassword, identities } = await loginMethods(database, id);
    const page = (
      <AccountPage
        visitor={visitor}
        hasPassword={hasPassword}
        identities={identities.map(shown)}
        upstreams={upstreamLinks(hosted, visitor, "/account/link")}
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
    if (problem !== null) return show(c, known, account, problem);
    say(c, hosted, known, "Password changed. Other browsers are logged out.");
    return c.redirect("/account", 303);
  });
  addAccountPage(app, "/account/unlink", hosted, async (c, { visitor }, account) => {
    const { issuer = "", subject = "" } = c.req.query();
    const identity = await identityWith(account, issuer, subject);
    if (identity === null) return c.redirect("/account", 303);
    return answerPage(c, <UnlinkPage {...{ visitor, identity }} />);
  });
  addAccountForm(app, "/account/unlink", hosted, async (c, { known, field }, account) => {
    const asked = { issuer: field("issuer"), subject: field("subject") };
    const identity = await identityWith(account, asked.issuer, asked.subject);
    const isTrusted = (issuer: string) => upstreamOf(upstreams, issuer) !== null;
    const visit = visitOf(c, hosted);
    const problem = await unlinkIdentity(database, account.id, asked, isTrusted, visit);
    if (problem !== null && problem.code !== "identity-missing") {
      return show(c, known, account, problem);
    }
    const words = identity === null
      ? "This account was unlinked already."
      : `Unlinked ${identity.name} (${identity.subject}).`;
    say(c, hosted, known, words);
    return c.redirect("/account", 303);
  });
  // A refused password is shown at this address, so a reload must lead to the form.
  addAccountPage(app, "/account/password", hosted, (c) => c.redirect("/account", 303));
}
