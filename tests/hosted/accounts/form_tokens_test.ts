import { equal, match } from "node:assert/strict";
import { formToken, isFormToken } from "../../../hosted/accounts/form_tokens.ts";
import { fc } from "../../tools/tier.ts";

const TOKEN = formToken("secret", "login", "cookie");

Deno.test("formToken() is safe in HTML", () => match(TOKEN, /^[\w-]{43}$/));

for (
  const [what, token, secret, purpose, cookie] of [
    ["of another server", TOKEN, "another", "login", "cookie"],
    ["of another form", TOKEN, "secret", "keys", "cookie"],
    ["of another visitor", TOKEN, "secret", "login", "another"],
    [
      "whose parts are drawn differently",
      formToken("secret", "log", "incookie"),
      "secret",
      "login",
      "cookie",
    ],
    ["of no visitor", TOKEN, "secret", "login", ""],
    ["that is empty", "", "secret", "login", "cookie"],
    ["that is longer", `${TOKEN}a`, "secret", "login", "cookie"],
    ["that is shorter", TOKEN.slice(1), "secret", "login", "cookie"],
  ] as const
) {
  Deno.test(`isFormToken() rejects a token ${what}`, () => {
    equal(isFormToken(token, secret, purpose, cookie), false);
  });
}

Deno.test("isFormToken() accepts a token only for its own secret, purpose and cookie", () => {
  const parts = fc.tuple(fc.string(), fc.string());
  fc.assert(fc.property(parts, parts, ([purpose, cookie], [otherPurpose, otherCookie]) => {
    const token = formToken("secret", purpose, cookie);
    const isSame = purpose === otherPurpose && cookie === otherCookie;
    equal(isFormToken(token, "secret", purpose, cookie), true);
    equal(isFormToken(token, "secret", otherPurpose, otherCookie), isSame);
  }));
});

Deno.test("isFormToken() rejects a token with any character changed", () => {
  for (let place = 0; place < TOKEN.length; place++) {
    for (const character of "aZ0-_=\0é") {
      if (character === TOKEN[place]) continue;
      const altered = TOKEN.slice(0, place) + character + TOKEN.slice(place + 1);
      equal(isFormToken(altered, "secret", "login", "cookie"), false);
    }
  }
});
