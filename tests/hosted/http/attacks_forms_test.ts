/** Cross-site request forgery (CSRF) on every form. */

import { deepEqual, equal, notDeepEqual, ok } from "node:assert/strict";
import { createBaseApp } from "../../../http/base_app.ts";
import { addHostedRoutes } from "../../../hosted/http/app.ts";
import { forEachServed } from "../storage/on_both.ts";
import { IS_FULL_TIER } from "../../tools/tier.ts";
import { firstForms, laterForms, type OpenForm, routeOf } from "./every_form.ts";
import { hostedApp, ORIGIN, OWNER, type TestedHostedApp } from "./hosted_app.ts";
import { storedRows } from "./stored_rows.ts";

type Fields = Readonly<Record<string, string>>;

/** Values for fields that are initially empty. */
const FILLED: Readonly<Record<string, Fields>> = {
  "/owner": OWNER,
  "/invitation": { email: "guest@example.com", password: "a guest in a library" },
  "/login": OWNER,
  "/reset": { password: OWNER.password },
  "/keys": { name: "Planted" },
  "/people": { email: "planted@example.com" },
  "/people/remove": { email: "member@example.com" },
  "/account/password": { current: OWNER.password, next: OWNER.password },
  "/dashboard/projects/:name/delete": { name: "shop" },
  "/oauth/consent/:uid": { answer: "allow" },
};

/** A forged version of a form. */
interface Attack {
  readonly behaviour: string;
  readonly fields?: (fields: Fields) => Fields;
  readonly query?: (fields: Fields) => Fields;
  /** `null` leaves out a header. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: (fields: Fields) => BodyInit;
}

function withToken(behaviour: string, token: (own: string) => string): Attack {
  return {
    behaviour,
    fields: ({ form_token = "", ...fields }) => ({ ...fields, form_token: token(form_token) }),
  };
}

function withoutToken({ form_token: _, ...fields }: Fields): Fields {
  return fields;
}

function multipart(fields: Fields): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

const ORIGINS = [
  "https://evil.example",
  "null",
  "file://",
  "http://localhost:9999",
  "http://localhost.evil.example:8000",
  "http://localhost:8000.evil.example",
];

const TYPES = ["text/plain", "application/json", "application/x-www-form-urlencodedx", ""];

const ATTACKS: readonly Attack[] = [
  { behaviour: "no token", fields: withoutToken },
  withToken("an empty token", () => ""),
  withToken("a made-up token", () => "A".repeat(43)),
  withToken("the token in capitals", (own) => own.toUpperCase()),
  withToken("a token that was cut", (own) => own.slice(0, -1)),
  withToken("a token with more", (own) => `${own}=`),
  {
    behaviour: "the token in the query",
    fields: withoutToken,
    query: ({ form_token = "" }) => ({ form_token }),
  },
  { behaviour: "everything in the query", query: (fields) => fields, body: () => "" },
  ...ORIGINS.map((origin) => ({ behaviour: `the origin ${origin}`, headers: { origin } })),
  ...["cross-site", "same-site", "", "same-origin, cross-site"].map((site) => ({
    behaviour: `Sec-Fetch-Site '${site}'`,
    headers: { "sec-fetch-site": site },
  })),
  ...TYPES.map((type) => ({
    behaviour: `the content type '${type}'`,
    headers: { "content-type": type },
  })),
  { behaviour: "a form in parts", headers: { "content-type": null }, body: multipart },
  { behaviour: "bytes without a type", headers: { "content-type": null }, body: bytes },
  {
    behaviour: "the form as JSON",
    headers: { "content-type": "application/json" },
    body: (fields) => JSON.stringify(fields),
  },
];

function bytes(fields: Fields): BodyInit {
  return new TextEncoder().encode(new URLSearchParams(fields).toString());
}

async function send(form: OpenForm, attack: Attack): Promise<Response> {
  const { action, fields, browser } = form;
  const { query = () => ({}), headers = {}, body } = attack;
  const filled = { ...fields, ...FILLED[routeOf(form)] };
  const sent = attack.fields?.(filled) ?? filled;
  const all = {
    "origin": ORIGIN,
    "content-type": "application/x-www-form-urlencoded",
    ...headers,
  };
  const given = Object.entries(all).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const]
  );
  return await browser.request(`${action}?${new URLSearchParams(query(filled))}`, {
    method: "POST",
    headers: Object.fromEntries(given),
    body: body?.(sent) ?? new URLSearchParams(sent).toString(),
  });
}

const HONEST: Attack = { behaviour: "the form as it is" };

/**
 * Tries all attacks on a form: in the quick tier, every second one, and the others on the next form. Then
 * sends the real form, which must take effect.
 */
async function attack(
  { database }: TestedHostedApp,
  form: OpenForm,
  index: number,
): Promise<void> {
  const before = await storedRows(database);
  const strange = Object.entries(form.strange).map(([of, token]) =>
    withToken(`the token of ${of}`, () => token)
  );
  const attacks = [...ATTACKS, ...strange]
    .filter((_, each) => IS_FULL_TIER || (each + index) % 2 === 0);
  for (const each of attacks) {
    const { status } = await send(form, each);
    equal(status, 403, `${form.action} with ${each.behaviour}`);
  }
  deepEqual(await storedRows(database), before, `${form.action} with any forgery`);
  const got = await form.browser.request(
    `${form.action}?${new URLSearchParams({ ...form.fields, ...FILLED[routeOf(form)] })}`,
  );
  ok(got.status < 500);
  deepEqual(await storedRows(database), before, `GET ${form.action}`);
  const { cookies } = form.browser;
  const kept = [...cookies];
  const { status } = await send(form, HONEST);
  // Restores the cookies, because other forms are still open in this browser.
  cookies.clear();
  for (const [name, value] of kept) cookies.set(name, value);
  equal(status, 303, `${form.action} redirects, so that a reload does not send it again`);
  notDeepEqual(await storedRows(database), before, `${form.action} does something`);
}

forEachServed("forms take effect only from their own page", async (database) => {
  const tested = await hostedApp(database);
  const attacked = new Set<string>();
  for (const formsOf of [firstForms, laterForms]) {
    const forms = await formsOf(tested);
    // These forms come last, because they invalidate the others.
    const lateness = ({ action }: OpenForm) => ["/logout", "/reset"].indexOf(action);
    for (const form of forms.toSorted((a, b) => lateness(a) - lateness(b))) {
      await attack(tested, form, attacked.size);
      attacked.add(routeOf(form));
    }
  }
  deepEqual([...attacked].sort(), formRoutes(tested).sort());
});

/** Returns the routes that accept forms. */
function formRoutes({ options }: TestedHostedApp): string[] {
  const { app, watch } = createBaseApp(options);
  addHostedRoutes(app, watch, options);
  const posts = app.routes.filter(({ method }) => method === "POST").map(({ path }) => path);
  return [...new Set(posts)].filter((path) => path !== "/mcp" && !path.startsWith("/api/"));
}
