import { equal, match, ok } from "node:assert/strict";
import { isApiKey, makeApiKey } from "../../../hosted/accounts/api_key_text.ts";
import { fc } from "../../tools/tier.ts";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

Deno.test("makeApiKey() creates unique keys that secret scanners find", () => {
  const keys = new Set(Array.from({ length: 1000 }, makeApiKey));
  equal(keys.size, 1000);
  for (const key of keys) {
    match(`API_KEY="${key}"`, /\blw_[0-9A-Za-z]{49}\b/);
    ok(isApiKey(key));
  }
});

Deno.test("makeApiKey() uses all digits equally often, except in first place", () => {
  const counts = new Map<string, number>();
  for (let round = 0; round < 2000; round++) {
    for (const digit of makeApiKey().slice(4, 46)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  }
  const expected = 2000 * 42 / 62;
  for (const digit of DIGITS) {
    ok(Math.abs((counts.get(digit) ?? 0) - expected) < expected / 4, digit);
  }
});

Deno.test("isApiKey() rejects a key with any digit replaced", () => {
  const key = makeApiKey();
  for (let place = 3; place < key.length; place++) {
    for (const digit of DIGITS) {
      if (digit !== key[place]) ok(!isApiKey(key.slice(0, place) + digit + key.slice(place + 1)));
    }
  }
});

Deno.test("isApiKey() rejects a key with any two neighbors swapped", () => {
  for (let round = 0; round < 20; round++) {
    const key = makeApiKey();
    for (let place = 3; place < key.length - 1; place++) {
      const [first = "", second = ""] = key.slice(place, place + 2);
      const swapped = key.slice(0, place) + second + first + key.slice(place + 2);
      ok(first === second || !isApiKey(swapped));
    }
  }
});

Deno.test("isApiKey() rejects a key with a missing or an additional character", () => {
  const key = makeApiKey();
  for (let place = 0; place < key.length; place++) {
    ok(!isApiKey(key.slice(0, place) + key.slice(place + 1)));
    for (const digit of DIGITS) ok(!isApiKey(key.slice(0, place) + digit + key.slice(place)));
  }
});

Deno.test("isApiKey() rejects arbitrary text", () => {
  fc.assert(fc.property(fc.string(), (text) => !isApiKey(text) && !isApiKey(`lw_${text}`)));
});

for (
  const [what, text] of [
    ["another prefix", (key: string) => `lx_${key.slice(3)}`],
    ["a line break after it", (key: string) => `${key}\n`],
    ["a blank before it", (key: string) => ` ${key}`],
    ["small letters", (key: string) => key.toLowerCase()],
    ["wide letters", (key: string) => key.replace("lw_", "ｌｗ_")],
    ["the key of a local server", () => `lw_${"0".repeat(64)}`],
  ] as const
) {
  Deno.test(`isApiKey() rejects ${what}`, () => ok(!isApiKey(text(makeApiKey()))));
}
