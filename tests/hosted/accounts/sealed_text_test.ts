import { equal, notEqual } from "node:assert/strict";
import { type Seal, sealText, unsealText } from "../../../hosted/accounts/sealed_text.ts";

const SEAL: Seal = { secret: "secret", purpose: "made-key", binding: "session" };

const TEXTS = ["", "a", "key_1 lw_secret", "two  spaces ", "ünïcödé ☕ \0", "x".repeat(5_000)];

for (const text of TEXTS) {
  Deno.test(`a sealed text is read back: ${JSON.stringify(text.slice(0, 20))}`, () => {
    const sealed = sealText(SEAL, text, 1_000);
    equal(/^[\w-]+$/.test(sealed), true);
    equal(unsealText(SEAL, sealed, 999), text);
    equal(unsealText(SEAL, sealed, 1_000), null);
    notEqual(sealText(SEAL, text, 1_000), sealed);
  });
}

const OTHERS: readonly Partial<Seal>[] = [
  { secret: "other" },
  { purpose: "typed" },
  { binding: "other session" },
  { purpose: "made-key session", binding: "" },
];

for (const other of OTHERS) {
  Deno.test(`a sealed text is unreadable with ${JSON.stringify(other)}`, () => {
    equal(unsealText({ ...SEAL, ...other }, sealText(SEAL, "text", 1_000), 0), null);
  });
}

Deno.test("a sealed text has a nonce of 96 bits and a tag of 128 bits", () => {
  const bytes = atob(sealText(SEAL, "text", 0).replaceAll("-", "+").replaceAll("_", "/"));
  equal(bytes.length, 12 + 16 + "0 text".length);
});

Deno.test("a sealed text is unreadable after any change", () => {
  const sealed = sealText(SEAL, "text", 1_000);
  for (let at = 0; at < sealed.length; at++) {
    const changed = sealed.slice(0, at) + (sealed[at] === "A" ? "B" : "A") + sealed.slice(at + 1);
    // The last character has bits that encode nothing.
    if (at < sealed.length - 1) equal(unsealText(SEAL, changed, 0), null, `${at}`);
  }
  for (const text of ["", "A", "A".repeat(38), sealed.slice(0, -2), `${sealed}AA`]) {
    equal(unsealText(SEAL, text, 0), null, text);
  }
});
