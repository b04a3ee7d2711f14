import { equal, ok } from "node:assert/strict";
import { emailProblem, parseEmail } from "../../../hosted/accounts/email.ts";
import { fc } from "../../tools/tier.ts";

for (
  const [text, email] of [
    ["ada@example.org", "ada@example.org"],
    [" \tAda@EXAMPLE.org\n", "ada@example.org"],
    ["o'hara+tools@mail.example.co.uk", "o'hara+tools@mail.example.co.uk"],
    ["ops@localhost", "ops@localhost"],
    // The lower-case letter has its two marks in another order than NFC.
    ["\u0130\u0327@example.org", "i\u0327\u0307@example.org"],
    ["Zoe\u0308@example.org", "zo\u00eb@example.org"],
    ["用户@例え.jp", "用户@例え.jp"],
    [`${"a".repeat(242)}@example.org`, `${"a".repeat(242)}@example.org`],
  ] as const
) {
  Deno.test(`parseEmail() accepts ${JSON.stringify(text).slice(0, 40)}`, () => {
    equal(parseEmail(text), email);
  });
}

for (
  const text of [
    "",
    "ada",
    "@example.org",
    "ada@",
    "ada@@example.org",
    "ada@example..org",
    "ada@.org",
    "ada@example.org.",
    "a da@example.org",
    "ada@exam ple.org",
    "ada@example.org\nbcc: bob@example.org",
    "ada\0@example.org",
    "ada\u202e@example.org",
    "ada\ud800@example.org",
    "<script>@example.org",
    '"ada"@example.org',
    "ada,bob@example.org",
    "ada@[192.0.2.7]",
    `${"a".repeat(243)}@example.org`,
  ]
) {
  Deno.test(`parseEmail() rejects ${JSON.stringify(text).slice(0, 40)}`, () => {
    equal(parseEmail(text), null);
    equal(emailProblem(text).code, "account-email");
  });
}

Deno.test("parseEmail() returns its own results unchanged", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), fc.domain(), (local, domain) => {
    const email = parseEmail(`${local}@${domain}`);
    ok(email === null || parseEmail(email) === email && email.isWellFormed());
  }));
});
