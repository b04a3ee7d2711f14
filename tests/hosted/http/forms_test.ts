import { equal } from "node:assert/strict";
import { Hono } from "hono";
import { formToken } from "../../../hosted/accounts/form_tokens.ts";
import { addForm } from "../../../hosted/http/forms.tsx";
import type { Hosted } from "../../../hosted/http/hosted.ts";
import type { HttpEnv } from "../../../http/exchange.ts";

const ORIGIN = "http://localhost:8000";
const VISITOR = "V".repeat(43);
const FORM_TYPE = "application/x-www-form-urlencoded";

/** Sends a form with a valid token, and returns the status. */
async function statusWith(headers: Readonly<Record<string, string>>, path = "/form") {
  const app = new Hono<HttpEnv>();
  const hosted = { origin: () => ORIGIN, secret: "secret" } as Hosted;
  addForm(app, "/form", hosted, (c, { field }) => c.text(field("name")));
  const response = await app.request("/form", {
    method: "POST",
    headers: {
      "host": new URL(ORIGIN).host,
      "origin": ORIGIN,
      "cookie": `visitor=${VISITOR}`,
      "content-type": FORM_TYPE,
      ...headers,
    },
    body: `form_token=${formToken(hosted.secret, path, VISITOR)}&name=Ada`,
  });
  await response.body?.cancel();
  return response.status;
}

for (
  const headers of [
    {},
    { "sec-fetch-site": "same-origin" },
    { "content-type": `${FORM_TYPE};charset=UTF-8` },
    { "content-type": `${FORM_TYPE.toUpperCase()} ; charset=UTF-8` },
  ]
) {
  Deno.test(`addForm() accepts a form with ${JSON.stringify(headers)}`, async () => {
    equal(await statusWith(headers), 200);
  });
}

for (
  const headers of [
    { "origin": "https://evil.example" },
    { "origin": "null" },
    { "sec-fetch-site": "cross-site" },
    { "cookie": `visitor=${"W".repeat(43)}` },
    { "content-type": "text/plain" },
    // Browsers send this type to other sites without a preflight request.
    { "content-type": `text/plain;${FORM_TYPE}` },
    { "content-type": `${FORM_TYPE}x` },
  ]
) {
  Deno.test(`addForm() refuses a form with ${JSON.stringify(headers)}`, async () => {
    equal(await statusWith(headers), 403);
  });
}

Deno.test("addForm() refuses the token of another form", async () => {
  equal(await statusWith({}, "/other"), 403);
});
