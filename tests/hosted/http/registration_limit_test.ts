/** Limits on the content and size of app registrations. */

import { deepEqual, equal } from "node:assert/strict";
import { withDatabase } from "../storage/on_both.ts";
import { hostedApp, type TestedHostedApp } from "./hosted_app.ts";
import { askToRegister } from "./oauth/played_client.ts";

const URI = "http://127.0.0.1/callback";
const USUAL = { client_name: "Agent", redirect_uris: [URI] };

function withApp(test: (app: TestedHostedApp) => Promise<void>): Promise<void> {
  return withDatabase("sqlite", async (database) => await test(await hostedApp(database)));
}

Deno.test("a registration can have up to 16 KiB", () =>
  withApp(async (app) => {
    const longer = 16 * 1024 - JSON.stringify({ ...USUAL, extra: "" }).length;
    const fitting = await askToRegister(app, { ...USUAL, extra: "x".repeat(longer) });
    equal(fitting.status, 201);
    const larger = await askToRegister(app, { ...USUAL, extra: "x".repeat(longer + 1) });
    equal(larger.status, 413);
  }));

for (
  const [what, metadata, error, description] of [
    [
      "eleven addresses",
      { redirect_uris: Array.from({ length: 11 }, (_, at) => `${URI}/${at}`) },
      "invalid_client_metadata",
      "redirect_uris must have at most 10 entries",
    ],
    [
      "a name that is too long",
      { client_name: "x".repeat(101) },
      "invalid_client_metadata",
      "client_name must have at most 100 printable characters",
    ],
    [
      "an invalid redirect URI",
      { redirect_uris: [URI, "http://evil.example/callback"] },
      "invalid_redirect_uri",
      "redirect_uris must use https, http to a loopback address, or a private-use scheme",
    ],
  ] as const
) {
  Deno.test(`registering an app with ${what} fails with the reason`, () =>
    withApp(async (app) => {
      const { status, body } = await askToRegister(app, { ...USUAL, ...metadata });
      equal(status, 400);
      deepEqual(body, { error, error_description: description });
    }));
}
