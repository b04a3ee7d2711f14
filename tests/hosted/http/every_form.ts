/** All forms of a hosted server, each with tokens that are invalid for it. */

import { ownerCode } from "../../../hosted/accounts/invitations.ts";
import { resetCode } from "../../../hosted/accounts/reset_password.ts";
import { type Browser, type FoundForm, unescaped } from "./browser.ts";
import { keyOf, OWNER, type TestedHostedApp } from "./hosted_app.ts";

/** A form in a browser. */
export interface OpenForm extends FoundForm {
  readonly browser: Browser;
  /** Tokens that are invalid for this form, by their origin. */
  readonly strange: Readonly<Record<string, string>>;
}

/** Returns the forms of a server without an owner. */
export async function firstForms(app: TestedHostedApp): Promise<readonly OpenForm[]> {
  const code = await ownerCode(app.database, Date.now());
  return await formsOf(app, () => Promise.resolve([`/owner?code=${code}`, "/login"]));
}

/** Returns the forms of a server in use: the owner's, then a guest's. */
export async function laterForms(app: TestedHostedApp): Promise<readonly OpenForm[]> {
  const owner = app.browser();
  await owner.send(await owner.open("/login"), "/login", OWNER);
  await app.member(owner, "member@example.com");
  const key = await keyOf(owner);
  const spec = { routes: { ping: { type: "GET" } } };
  await app.call(key, "generate_api", { project: "shop", spec });
  for (const route of ["users", "orders"]) {
    await app.call(key, "generate_route", { project: "shop", route });
  }
  await app.call(key, "change_project", { project: "shop", action: "undo" });
  const link = await invitation(owner);
  const asking = await openConsent(app);
  const consent = await owner.open(asking);
  await owner.send(consent, consent.forms.at(-1)?.action ?? "", { answer: "allow" });
  await linkIdentity(app);
  await invitation(owner);
  const forms = await formsOf(app, async (browser) => {
    await browser.send(await browser.open("/login"), "/login", OWNER);
    return ["/", asking];
  });
  const reset = `/reset?code=${await resetCode(app.database, Date.now())}`;
  const guests = await formsOf(app, () => Promise.resolve([link, "/login", reset]));
  return [...forms, ...guests];
}

/** Links an identity to the owner, which no form can do. */
async function linkIdentity({ database }: TestedHostedApp): Promise<void> {
  await database.transaction((queries) =>
    queries.all(
      `INSERT INTO identities (issuer, subject, account_id, created_at)
       SELECT 'https://issuer.example', '1', id, created_at FROM accounts WHERE role = 'owner'`,
    )
  );
}

async function invitation(owner: Browser): Promise<string> {
  const { html } = await owner.send(await owner.open("/people"), "/people");
  return /id="invitation-link">([^<]+)</.exec(html)?.[1] ?? "";
}

/** Returns the URL of a program's authorization request. */
export async function openConsent(app: TestedHostedApp): Promise<string> {
  const redirectUri = "http://127.0.0.1/callback";
  const registered = await app.send(
    new Request(`${app.origin}/oauth/register`, {
      method: "POST",
      headers: { "host": "localhost", "content-type": "application/json" },
      body: JSON.stringify({
        client_name: "Agent",
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: "none",
      }),
    }),
  );
  const { client_id } = await registered.json();
  const query = new URLSearchParams({
    client_id,
    response_type: "code",
    redirect_uri: redirectUri,
    code_challenge: "A".repeat(43),
    code_challenge_method: "S256",
    resource: `${app.origin}/mcp`,
  });
  return `/oauth/authorize?${query}`;
}

/** @param enter Logs in. Returns the paths to start from. */
async function formsOf(
  app: TestedHostedApp,
  enter: (browser: Browser) => Promise<readonly string[]>,
): Promise<readonly OpenForm[]> {
  const [browser, other] = [app.browser(), app.browser()];
  const visit = async (by: Browser) => await formsFrom(by, await enter(by));
  const former = await visit(browser);
  if (former.has("/logout")) await browser.send(await browser.open("/keys"), "/logout");
  else browser.cookies.clear();
  const strangers = await visit(other);
  const current = await visit(browser);
  return [...current.values()].map((form) => ({
    ...form,
    browser,
    strange: {
      "another form": tokenOf([...current.values()].find(({ action }) => action !== form.action)),
      "another visitor": tokenOf(strangers.get(routeOf(form))),
      "a session that was ended": tokenOf(former.get(routeOf(form))),
    },
  }));
}

/** Returns the route of a form. */
export function routeOf({ action }: FoundForm): string {
  return action.replace(/(?<=^\/oauth\/consent\/).+/, ":uid")
    .replace(/(?<=^\/dashboard\/projects\/)[^/]+/, ":name");
}

/** Returns the first form for each route, on all linked pages. */
async function formsFrom(
  browser: Browser,
  starts: readonly string[],
): Promise<ReadonlyMap<string, FoundForm>> {
  const forms = new Map<string, FoundForm>();
  const paths = new Set(starts);
  for (const path of paths) {
    const page = await browser.open(path);
    for (const form of page.forms) {
      const route = routeOf(form);
      if (!forms.has(route)) forms.set(route, form);
    }
    for (const [, next = ""] of page.html.matchAll(/<a\b[^>]*\bhref="(\/[^"]*)"/g)) {
      paths.add(unescaped(next));
    }
  }
  return forms;
}

function tokenOf(form: FoundForm | undefined): string {
  const token = form?.fields["form_token"];
  if (token === undefined) throw new Error("There is no such form");
  return token;
}
