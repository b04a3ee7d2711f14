/** Logins at identity providers: the redirect and the way back. */

import type { Context, Hono } from "hono";
import { acceptByIdentity, loginByIdentity } from "../accounts/identity_login.ts";
import { linkIdentity } from "../accounts/identities.ts";
import { MessagePage } from "../pages/layout.tsx";
import { UpstreamError, type UpstreamPerson } from "../accounts/upstream/upstream.ts";
import { logVisitorIn } from "./visitor_login.ts";
import type { HttpEnv } from "../../http/exchange.ts";
import { notOurs } from "./forms.tsx";
import { type Hosted, visitOf } from "./hosted.ts";
import { HOME, localPath } from "./local_path.ts";
import { answerPage } from "./pages.tsx";
import { beginPending, type PendingLogin, type Purpose, takePending } from "./pending_logins.ts";
import type { LateUpstream } from "./upstreams.ts";
import { isFromOurPages, type KnownVisitor, visitorOf } from "./visitors.ts";
import type { AccountDiagnostic } from "../accounts/diagnostic.ts";

/** Returns the purpose of a new login; `null` if the person must log in here first. */
type PurposeOf = (c: Context<HttpEnv>, known: KnownVisitor) => Purpose | null;

/** Adds the routes of all identity providers. */
export function addUpstreamRoutes(app: Hono<HttpEnv>, hosted: Hosted): void {
  for (const upstream of hosted.upstreams) {
    addBegin(app, hosted, upstream, "/login", (c) => {
      const code = c.req.query("code");
      if (code !== undefined) return { kind: "join", code };
      return { kind: "login", next: localPath(c.req.query("next") ?? "") };
    });
    addBegin(app, hosted, upstream, "/account/link", (_, { account }) => {
      return account === null ? null : { kind: "link", accountId: account.id };
    });
    addCallback(app, hosted, upstream);
  }
}

function callbackPath({ kind }: LateUpstream): string {
  return `/login/${kind}/callback`;
}

function addBegin(
  app: Hono<HttpEnv>,
  hosted: Hosted,
  upstream: LateUpstream,
  base: "/login" | "/account/link",
  purposeOf: PurposeOf,
): void {
  app.get(`${base}/${upstream.kind}`, async (c) => {
    const known = await visitorOf(c, hosted);
    const token = c.req.query("form_token") ?? "";
    if (!isFromOurPages(c, hosted) || !known.isToken(token, c.req.path)) return notOurs(c, known);
    const purpose = purposeOf(c, known);
    if (purpose === null) return c.redirect("/login", 303);
    return await orFailure(c, known, upstream, async () => {
      const opened = await upstream.open();
      const { attempt } = beginPending(c, hosted, known, { upstream: upstream.kind, purpose });
      const redirectUri = `${hosted.origin()}${callbackPath(upstream)}`;
      const wantsEmails = purpose.kind === "join";
      return c.redirect((await opened.begin(attempt, { redirectUri, wantsEmails })).href, 303);
    });
  });
}

function addCallback(app: Hono<HttpEnv>, hosted: Hosted, upstream: LateUpstream): void {
  const path = callbackPath(upstream);
  app.get(path, async (c) => {
    const known = await visitorOf(c, hosted);
    const pending = takePending(c, hosted, known);
    const isExpected = pending?.upstream === upstream.kind &&
      c.req.query("state") === pending.attempt.state;
    if (!isExpected) {
      c.set("reason", "login that was not started here");
      return answerPage(
        c,
        failure(known, upstream, "The login was not started in this browser, or took too long."),
        400,
      );
    }
    return await orFailure(c, known, upstream, async () => {
      const answer = new URL(`${hosted.origin()}${path}${new URL(c.req.url).search}`);
      const person = await (await upstream.open()).finish(answer, pending.attempt);
      return await finish(c, hosted, { known, upstream, pending, person });
    });
  });
}

interface Finished {
  readonly known: KnownVisitor;
  readonly upstream: LateUpstream;
  readonly pending: PendingLogin;
  readonly person: UpstreamPerson;
}

async function finish(
  c: Context<HttpEnv>,
  hosted: Hosted,
  { known, upstream, pending: { purpose }, person }: Finished,
): Promise<Response> {
  const { database } = hosted;
  const visit = visitOf(c, hosted);
  const refuse = ({ code, message, hint }: AccountDiagnostic) => {
    c.set("reason", code);
    return answerPage(c, failure(known, upstream, hint ? `${message} ${hint}.` : message), 403);
  };
  if (purpose.kind === "link") {
    const problem = await linkIdentity(database, purpose.accountId, person, visit);
    return problem === null ? c.redirect("/account", 303) : refuse(problem);
  }
  const result = purpose.kind === "join"
    ? await acceptByIdentity(database, purpose.code, person, visit)
    : await loginByIdentity(database, person, visit);
  if (result.kind === "refused") return refuse(result.problem);
  await logVisitorIn(c, hosted, known, result.session);
  return c.redirect(purpose.kind === "join" ? HOME : purpose.next, 303);
}

/** Runs work that may fail at the identity provider. If it fails, logs the reason and answers with a page. */
async function orFailure(
  c: Context<HttpEnv>,
  known: KnownVisitor,
  upstream: LateUpstream,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (problem) {
    if (!(problem instanceof UpstreamError)) throw problem;
    c.set("reason", `${upstream.kind}: ${problem.message}`);
    return answerPage(
      c,
      failure(known, upstream, "The identity provider did not complete the login."),
      400,
    );
  }
}

function failure({ visitor }: KnownVisitor, { name }: LateUpstream, message: string) {
  return <MessagePage title={`Cannot continue with ${name}`} message={message} visitor={visitor} />;
}
