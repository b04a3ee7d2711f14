/** The owner's page of people and invitations. */

import type { Context, Hono } from "hono";
import type { Account } from "../accounts/account.ts";
import { parseEmail } from "../accounts/email.ts";
import { invite, listInvitations, withdrawInvitation } from "../accounts/invitations.ts";
import { MessagePage } from "../pages/layout.tsx";
import { DeletePersonPage, PeoplePage } from "../pages/people.tsx";
import { listPeople, type Person, removePerson } from "../accounts/people.ts";
import type { HttpEnv } from "../../http/exchange.ts";
import { addAccountForm, addAccountPage } from "./forms.tsx";
import { type Hosted, visitOf } from "./hosted.ts";
import { answerPage, type PageStatus } from "./pages.tsx";
import type { KnownVisitor } from "./visitors.ts";
import type { AccountDiagnostic } from "../accounts/diagnostic.ts";

/** The result of a form. */
interface FormResult {
  readonly link: string | null;
  readonly problem: string | null;
  readonly status: PageStatus;
}

const NO_RESULT: FormResult = { link: null, problem: null, status: 200 };

/** Adds the owner's page to an app. */
export function addPeopleRoutes(app: Hono<HttpEnv>, hosted: Hosted): void {
  const { database } = hosted;
  const show = async (
    c: Context<HttpEnv>,
    { visitor }: KnownVisitor,
    { id }: Account,
    { link, problem, status } = NO_RESULT,
  ) => {
    const people = await listPeople(database, id);
    const invitations = await listInvitations(database, id, hosted.time());
    if ("severity" in people || "severity" in invitations) return forbidden(c, visitor);
    const page = <PeoplePage {...{ visitor, people, invitations, link, problem }} />;
    return answerPage(c, page, status);
  };
  const after = (
    c: Context<HttpEnv>,
    known: KnownVisitor,
    account: Account,
    problem: AccountDiagnostic | null,
  ) => {
    if (problem === null) return c.redirect("/people", 303);
    return show(c, known, account, { link: null, problem: problem.message, status: 422 });
  };
  addAccountPage(app, "/people", hosted, show);
  addAccountForm(app, "/people", hosted, async (c, { known, field }, account) => {
    const email = field("email").trim();
    const made = await invite(database, account.id, email || null, visitOf(c, hosted));
    if ("severity" in made) return after(c, known, account, made);
    const link = `${hosted.origin()}/invitation?code=${made.linkCode}`;
    return show(c, known, account, { link, problem: null, status: 201 });
  });
  addAccountForm(app, "/people/withdraw", hosted, async (c, { known, field }, account) => {
    const visit = visitOf(c, hosted);
    const problem = await withdrawInvitation(database, account.id, field("id"), visit);
    return after(c, known, account, problem);
  });
  addAccountPage(app, "/people/remove", hosted, async (c, { visitor }, account) => {
    const people = await listPeople(database, account.id);
    if ("severity" in people) return forbidden(c, visitor);
    const person = memberOf(people, c.req.query("id"));
    if (person === undefined) return c.redirect("/people", 303);
    return answerPage(c, <DeletePersonPage {...{ visitor, person, problem: null }} />);
  });
  addAccountForm(app, "/people/remove", hosted, async (c, { known, field }, account) => {
    const people = await listPeople(database, account.id);
    if ("severity" in people) return forbidden(c, known.visitor);
    const person = memberOf(people, field("id"));
    if (person !== undefined && parseEmail(field("email")) !== person.email) {
      const problem = "The email does not match. Nothing was deleted.";
      const { visitor } = known;
      return answerPage(c, <DeletePersonPage {...{ visitor, person, problem }} />, 422);
    }
    const problem = await removePerson(database, account.id, field("id"), visitOf(c, hosted));
    return after(c, known, account, problem);
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
