/** The owner's page of people and invitations. */

import type { Context, Hono } from "hono";
import type { Account } from "../accounts/account.ts";
import { parseEmail } from "../accounts/email.ts";
import { invite, listInvitations, withdrawInvitation } from "../accounts/invitations.ts";
import { MessagePage } from "../pages/layout.tsx";
import { DeletePersonPage, PeoplePage, WithdrawPage } from "../pages/people.tsx";
import { listPeople, type Person, removePerson } from "../accounts/people.ts";
import type { HttpEnv } from "../../http/exchange.ts";
import { addAccountForm, addAccountPage, type SentForm } from "./forms.tsx";
import { type Hosted, visitOf } from "./hosted.ts";
import { type MadeSecret, madeSecret, showMade } from "./made_secrets.ts";
import { answerPage } from "./pages.tsx";
import { typedIn } from "./typed_forms.ts";
import type { KnownVisitor } from "./visitors.ts";
import { say } from "./words.ts";
import type { AccountDiagnostic } from "../accounts/diagnostic.ts";

/** Adds the owner's page to an app. */
export function addPeopleRoutes(app: Hono<HttpEnv>, hosted: Hosted): void {
  const { database } = hosted;
  const show = async (
    c: Context<HttpEnv>,
    { visitor }: KnownVisitor,
    { id }: Account,
    { made = null, problem = null, email = "" }: {
      readonly made?: MadeSecret | null;
      readonly problem?: string | null;
      /** The address to fill into the form. */
      readonly email?: string | undefined;
    },
  ) => {
    const people = await listPeople(database, id);
    const invitations = await listInvitations(database, id, hosted.time());
    if ("severity" in people || "severity" in invitations) return forbidden(c, visitor);
    const isOpen = invitations.some((each) => each.id === made?.id);
    const link = isOpen ? `${hosted.origin()}/invitation?code=${made?.secret}` : null;
    const page = <PeoplePage {...{ visitor, people, invitations, link, problem, email }} />;
    return answerPage(c, page, problem === null ? 200 : 422);
  };
  /** Says what a form did, or why it did nothing. */
  const after = (
    c: Context<HttpEnv>,
    { known }: SentForm,
    account: Account,
    { problem, words }: { readonly problem: AccountDiagnostic | null; readonly words: string },
  ) => {
    if (problem !== null) return show(c, known, account, { problem: problem.message });
    say(c, hosted, known, words);
    return c.redirect("/people", 303);
  };
  addAccountPage(app, "/people", hosted, (c, known, account) => {
    const made = madeSecret(c, hosted, known, "invitation");
    const { email } = typedIn(c, hosted, known.binding, { ...account, action: "/people" });
    return show(c, known, account, { made, email });
  });
  addAccountForm(app, "/people", hosted, async (c, { known, field }, account) => {
    const email = field("email").trim();
    const made = await invite(database, account.id, email || null, visitOf(c, hosted));
    if ("severity" in made) return show(c, known, account, { problem: made.message, email });
    const { linkCode: secret, invitation: { id } } = made;
    return showMade(c, hosted, known, "invitation", { id, secret });
  }, ["email"]);
  addAccountPage(app, "/people/withdraw", hosted, async (c, { visitor }, account) => {
    const invitations = await listInvitations(database, account.id, hosted.time());
    if ("severity" in invitations) return forbidden(c, visitor);
    const invitation = invitations.find(({ id }) => id === c.req.query("id"));
    if (invitation === undefined) return c.redirect("/people", 303);
    return answerPage(c, <WithdrawPage {...{ visitor, invitation }} />);
  });
  addAccountForm(app, "/people/withdraw", hosted, async (c, form, account) => {
    const id = form.field("id");
    const invitations = await listInvitations(database, account.id, hosted.time());
    const invitation = "severity" in invitations
      ? undefined
      : invitations.find((each) => each.id === id);
    const problem = await withdrawInvitation(database, account.id, id, visitOf(c, hosted));
    const words = `Withdrew the invitation for ${invitation?.email ?? "anyone with the link"}.`;
    return after(c, form, account, { problem, words });
  });
  addAccountPage(app, "/people/remove", hosted, async (c, { visitor }, account) => {
    const people = await listPeople(database, account.id);
    if ("severity" in people) return forbidden(c, visitor);
    const person = memberOf(people, c.req.query("id"));
    if (person === undefined) return c.redirect("/people", 303);
    return answerPage(c, <DeletePersonPage {...{ visitor, person, problem: null }} />);
  });
  addAccountForm(app, "/people/remove", hosted, async (c, form, account) => {
    const { known: { visitor }, field } = form;
    const people = await listPeople(database, account.id);
    if ("severity" in people) return forbidden(c, visitor);
    const person = memberOf(people, field("id"));
    if (person !== undefined && parseEmail(field("email")) !== person.email) {
      const problem = "The email does not match. Nothing was deleted.";
      return answerPage(c, <DeletePersonPage {...{ visitor, person, problem }} />, 422);
    }
    const problem = await removePerson(database, account.id, field("id"), visitOf(c, hosted));
    return after(c, form, account, { problem, words: `Deleted the account of ${person?.email}.` });
  });
}

function memberOf(people: readonly Person[], id: string | undefined): Person | undefined {
  return people.find((each) => each.id === id && each.role !== "owner");
}

function forbidden(c: Context<HttpEnv>, visitor: KnownVisitor["visitor"]) {
  const page = (
    <MessagePage
      title="Only the owner can see this page"
      message="The server's owner manages its accounts."
      visitor={visitor}
    />
  );
  return answerPage(c, page, 403);
}
