import { equal, match } from "node:assert/strict";
import { isMacOf, macOf, type MacPurpose } from "../../../hosted/accounts/mac.ts";

const PURPOSES: readonly MacPurpose[] = ["form", "link", "cookie", "upstream"];

Deno.test("macOf may stand in addresses", () => {
  match(macOf("secret", "form", "a text with / and ="), /^[\w-]{43}$/);
});

for (const purpose of PURPOSES) {
  Deno.test(`a code for '${purpose}' is good for its text, secret and purpose alone`, () => {
    const mac = macOf("secret", purpose, "text");
    equal(isMacOf(mac, "secret", purpose, "text"), true);
    equal(isMacOf(mac, "secret", purpose, "texts"), false);
    equal(isMacOf(mac, "Secret", purpose, "text"), false);
    for (const other of PURPOSES) {
      equal(isMacOf(mac, "secret", other, "text"), other === purpose, other);
      equal(isMacOf(mac, "secret", other, `${purpose}text`), false, other);
    }
    for (const wrong of ["", mac.slice(1), `${mac}A`, mac.toLowerCase(), `é${mac.slice(2)}`]) {
      equal(isMacOf(wrong, "secret", purpose, "text"), false, wrong);
    }
  });
}
