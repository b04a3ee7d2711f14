/** How people come in: the owner's link, invitations, logging in; and how they leave. */

import type { Context, Hono } from "hono";
import { acceptInvitation } from "../accounts/accept_invitation.ts";
import { findInvitation } from "../accounts/invitations.ts";
import { login } from "../accounts/login.ts";
import { LoginPage, WelcomePage } from "../accounts/pages/entrance.tsx";
import { MessagePage } from "../accounts/pages/layout.tsx";
import { endSession, startSession } from "../accounts/sessions.ts";
import type { HttpEnv } from "./exchange.ts";
import { addForm } from "./forms.tsx";
import { type Hosted, visitOf } from "./hosted.ts";
import { answerPage } from "./pages.tsx";
import { forgetSession, keepSession, type KnownVisitor, visitorOf } from "./visitors.ts";

/** Where people go who are in. */
const HOME = "/keys";

/** Adds the ways in and out to an app. */
export function addEntranceRoutes(app: Hono<HttpEnv>, hosted: Hosted): void {
  app.get("/", async (c) => {
    const { account } = await visitorOf(c, hosted);
    return c.redirect(account === null ? "/login" : HOME, 303);
  });
  addWelcome(app, "/owner", hosted);
  addWelcome(app, "/invitation", hosted);
  app.get("/login", async (c) => {
    const known = await visitorOf(c, hosted);
    const next = localPath(c.req.query("next") ?? "");
    if (known.account !== null) return c.redirect(next, 303);
    const page = <LoginPage visitor={known.visitor} email="" problem={null} next={next} />;
    return answerPage(c, page);
  });
  addForm(app, "/login", hosted, async (c, { known, field }) => {
    const email = field("email");
    const next = localPath(field("next"));
    const credentials = { email, password: field("password") };
    const result = await login(hosted, credentials, visitOf(c, hosted));
    if (result.kind === "in") {
      await leave(c, hosted, known);
      keepSession(c, hosted, result.session);
      return c.redirect(next, 303);
    }
    const { problem, retryAfterSeconds } = result;
    c.set("reason", problem.code);
    const { visitor } = known;
    const page = (
      <LoginPage visitor={visitor} email={email} problem={problem.message} next={next} />
    );
    return retryAfterSeconds === null
      ? answerPage(c, page, 422)
      : answerPage(c, page, 429, { "Retry-After": String(retryAfterSeconds) });
  });
  addForm(app, "/logout", hosted, async (c, { known }) => {
    await leave(c, hosted, known);
    forgetSession(c, hosted);
    return c.redirect("/login", 303);
  });
}

/** Adds the page and the form behind a link with a code. */
function addWelcome(app: Hono<HttpEnv>, path: "/owner" | "/invitation", hosted: Hosted): void {
  const isOwner = path === "/owner";
  const welcome = async (code: string) => {
    const open = await findInvitation(hosted.database, code, hosted.time());
    return open !== null && (open.role === "owner") === isOwner ? open : null;
  };
  app.get(path, async (c) => {
    const known = await visitorOf(c, hosted);
    const code = c.req.query("code") ?? "";
    const open = await welcome(code);
    if (open === null) return answerPage(c, goneLink(known), 410);
    const { visitor } = known;
    const email = open.email ?? "";
    const shown = { visitor, email, code, isOwner, problem: null };
    return answerPage(c, <WelcomePage {...shown} />);
  });
  addForm(app, path, hosted, async (c, { known, field }) => {
    const [code, email] = [field("code"), field("email")];
    if (await welcome(code) === null) return answerPage(c, goneLink(known), 410);
    const visit = visitOf(c, hosted);
    const result = await acceptInvitation(hosted, code, {
      email,
      password: field("password"),
    }, visit);
    if (result.kind === "made") {
      await leave(c, hosted, known);
      const session = await hosted.database.transaction((queries) =>
        startSession(queries, result.account.id, visit.now)
      );
      keepSession(c, hosted, session);
      return c.redirect(HOME, 303);
    }
    const problem = result.problems.map(({ message }) => message).join(" ");
    const { visitor } = known;
    const page = <WelcomePage {...{ visitor, email, code, isOwner, problem }} />;
    return answerPage(c, page, 422);
  });
}

/** Ends the session that somebody comes with. */
async function leave(
  c: Context<HttpEnv>,
  hosted: Hosted,
  { session }: KnownVisitor,
): Promise<void> {
  if (session !== null) await endSession(hosted.database, session, visitOf(c, hosted));
}

function goneLink({ visitor }: KnownVisitor) {
  return (
    <MessagePage
      title="This link is not good any more"
      message="It was used, or has expired. Ask the server's owner for another; the owner's own link is printed when the server starts."
      visitor={visitor}
    />
  );
}

/** A path of this server; anything else leads home. */
function localPath(path: string): string {
  const base = "http://localhost";
  const url = path.startsWith("/") ? URL.parse(path, base) : null;
  // `/.//evil.example` is a path, of which two slashes are left: then comes a server's name.
  const isLocal = url?.origin === base && !url.pathname.startsWith("//");
  return isLocal ? url.pathname + url.search : HOME;
}
