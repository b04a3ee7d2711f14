/** Routes for the owner's link, invitations, login and logout. */

import type { Hono } from "hono";
import { acceptInvitation } from "../accounts/accept_invitation.ts";
import { findInvitation } from "../accounts/invitations.ts";
import { login } from "../accounts/login.ts";
import { LoginPage, ResetPage, WelcomePage } from "../pages/entrance.tsx";
import { emailToReset, resetPassword } from "../accounts/reset_password.ts";
import { MessagePage } from "../pages/layout.tsx";
import { startSession } from "../accounts/sessions.ts";
import { logVisitorIn, logVisitorOut } from "./visitor_login.ts";
import type { HttpEnv } from "../../http/exchange.ts";
import { addForm } from "./forms.tsx";
import { type Hosted, visitOf } from "./hosted.ts";
import { HOME, localPath } from "./local_path.ts";
import { answerPage } from "./pages.tsx";
import { upstreamLinks } from "./upstream_links.ts";
import { type KnownVisitor, visitorOf } from "./visitors.ts";
import { hearing } from "./words.ts";

/** Adds these routes to an app. */
export function addEntranceRoutes(app: Hono<HttpEnv>, hosted: Hosted): void {
  addWelcome(app, "/owner", hosted);
  addWelcome(app, "/invitation", hosted);
  addReset(app, hosted);
  app.get("/login", async (c) => {
    const known = hearing(c, hosted, await visitorOf(c, hosted));
    const next = localPath(c.req.query("next") ?? "");
    if (known.account !== null) return c.redirect(next, 303);
    return answerPage(c, loginPage(hosted, known, { email: "", problem: null, next }));
  });
  addForm(app, "/login", hosted, async (c, { known, field }) => {
    const email = field("email");
    const next = localPath(field("next"));
    const credentials = { email, password: field("password") };
    const result = await login(hosted, credentials, visitOf(c, hosted));
    if (result.kind === "in") {
      await logVisitorIn(c, hosted, known, result.session);
      return c.redirect(next, 303);
    }
    const { problem, retryAfterSeconds } = result;
    c.set("reason", problem.code);
    const page = loginPage(hosted, known, { email, problem: problem.message, next });
    return retryAfterSeconds === null
      ? answerPage(c, page, 422)
      : answerPage(c, page, 429, { "Retry-After": String(retryAfterSeconds) });
  });
  addForm(app, "/logout", hosted, async (c, { known }) => {
    await logVisitorOut(c, hosted, known);
    return c.redirect("/login", 303);
  });
}

/** The email address to show in a form again, and the error to show with it. */
interface Typed {
  readonly email: string;
  readonly problem: string | null;
}

function loginPage(
  hosted: Hosted,
  { visitor }: KnownVisitor,
  typed: Typed & { readonly next: string },
) {
  const upstreams = upstreamLinks(hosted, visitor, "/login", { next: typed.next });
  return <LoginPage {...{ visitor, upstreams, ...typed }} />;
}

/** Adds the page that a link with a code opens, and the page's form. */
function addWelcome(app: Hono<HttpEnv>, path: "/owner" | "/invitation", hosted: Hosted): void {
  const isOwner = path === "/owner";
  const welcome = async (code: string) => {
    const open = await findInvitation(hosted.database, code, hosted.time());
    return open !== null && (open.role === "owner") === isOwner ? open : null;
  };
  const page = ({ visitor }: KnownVisitor, typed: Typed & { readonly code: string }) => {
    const upstreams = upstreamLinks(hosted, visitor, "/login", { code: typed.code });
    return <WelcomePage {...{ visitor, upstreams, isOwner, ...typed }} />;
  };
  app.get(path, async (c) => {
    const known = await visitorOf(c, hosted);
    const code = c.req.query("code") ?? "";
    const open = await welcome(code);
    if (open === null) return answerPage(c, goneLink(known), 410);
    return answerPage(c, page(known, { email: open.email ?? "", code, problem: null }));
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
      const session = await hosted.database.transaction((queries) =>
        startSession(queries, result.account.id, visit.now)
      );
      await logVisitorIn(c, hosted, known, session);
      return c.redirect(HOME, 303);
    }
    const problem = result.problems.map(({ message }) => message).join(" ");
    const shown = page(known, { email, code, problem });
    const isBusy = result.problems.some(({ code }) => code === "account-busy");
    return isBusy ? answerPage(c, shown, 503, { "Retry-After": "5" }) : answerPage(c, shown, 422);
  });
}

/** Adds the page on which the owner sets a new password, and the page's form. */
function addReset(app: Hono<HttpEnv>, hosted: Hosted): void {
  const { database, time } = hosted;
  app.get("/reset", async (c) => {
    const known = await visitorOf(c, hosted);
    const code = c.req.query("code") ?? "";
    const email = await emailToReset(database, code, time());
    if (email === null) return answerPage(c, goneLink(known), 410);
    const { visitor } = known;
    return answerPage(c, <ResetPage {...{ visitor, email, code, problem: null }} />);
  });
  addForm(app, "/reset", hosted, async (c, { known, field }) => {
    const code = field("code");
    const asked = { code, password: field("password") };
    const result = await resetPassword(hosted, asked, visitOf(c, hosted));
    if (result.kind === "in") {
      await logVisitorIn(c, hosted, known, result.session);
      return c.redirect(HOME, 303);
    }
    const email = await emailToReset(database, code, time());
    if (email === null) return answerPage(c, goneLink(known), 410);
    const { visitor } = known;
    const { message: problem } = result.problem;
    const page = <ResetPage {...{ visitor, email, code, problem }} />;
    return result.problem.code === "account-busy"
      ? answerPage(c, page, 503, { "Retry-After": "5" })
      : answerPage(c, page, 422);
  });
}

function goneLink({ visitor }: KnownVisitor) {
  return (
    <MessagePage
      title="This link has expired"
      message="The link was already used, or it is too old. Ask the server's owner for a new link. If you are the owner, run layerwright-server --owner to get one."
      visitor={visitor}
    />
  );
}
