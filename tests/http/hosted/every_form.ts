/** Every form that a hosted server shows anybody, and tokens that are good for other forms alone. */

import { ownerCode } from "../../../accounts/invitations.ts";
import type { Browser, FoundForm } from "./browser.ts";
import { keyOf, OWNER, type TestedHostedApp } from "./hosted_app.ts";

/** A form in somebody's browser. */
export interface OpenForm extends FoundForm {
  readonly browser: Browser;
  /** Tokens that are none of this form's, by whose they are. */
  readonly strange: Readonly<Record<string, string>>;
}

/** The forms of a server that has no owner yet. */
export async function firstForms(app: TestedHostedApp): Promise<readonly OpenForm[]> {
  const code = await ownerCode(app.database, Date.now());
  return await formsOf(app, () => Promise.resolve([`/owner?code=${code}`, "/login"]));
}

/** The forms of a server with people, keys and invitations: the owner's, then those of a guest. */
export async function laterForms(app: TestedHostedApp): Promise<readonly OpenForm[]> {
  const owner = app.browser();
  await owner.send(await owner.open("/login"), "/login", OWNER);
  await app.member(owner, "member@example.com");
  await keyOf(owner);
  const link = await invitation(owner);
  await invitation(owner);
  const forms = await formsOf(app, async (browser) => {
    await browser.send(await browser.open("/login"), "/login", OWNER);
    return ["/"];
  });
  const guests = await formsOf(app, () => Promise.resolve([link, "/login"]));
  return [...forms, ...guests];
}

async function invitation(owner: Browser): Promise<string> {
  const { html } = await owner.send(await owner.open("/people"), "/people");
  return /id="invitation-link">([^<]+)</.exec(html)?.[1] ?? "";
}

/** @param enter Comes in, and says where to look from. */
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
      "another visitor": tokenOf(strangers.get(form.action)),
      "a session that was ended": tokenOf(former.get(form.action)),
    },
  }));
}

/** The first form for each action, on all pages that links lead to. */
async function formsFrom(
  browser: Browser,
  starts: readonly string[],
): Promise<ReadonlyMap<string, FoundForm>> {
  const forms = new Map<string, FoundForm>();
  const paths = new Set(starts);
  for (const path of paths) {
    const page = await browser.open(path);
    for (const form of page.forms) if (!forms.has(form.action)) forms.set(form.action, form);
    for (const [, next = ""] of page.html.matchAll(/<a\b[^>]*\bhref="(\/[^"]*)"/g)) paths.add(next);
  }
  return forms;
}

function tokenOf(form: FoundForm | undefined): string {
  const token = form?.fields["form_token"];
  if (token === undefined) throw new Error("There is no such form");
  return token;
}
