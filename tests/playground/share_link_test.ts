/** Links that contain a spec: valid ones, broken ones, and hostile ones. */

import { deepEqual, equal } from "node:assert/strict";
import { deflateSync } from "node:zlib";
import { MAX_CHARACTERS, MAX_LINK } from "../../playground/limits.ts";
import { makeLink, openLink } from "../../playground/share_link.ts";
import { EXAMPLE_SPEC } from "../../hosted/http/playground_example.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";

async function fragmentOf(text: string): Promise<string> {
  const made = await makeLink(text);
  if (made.kind === "refused") throw new Error(made.reason);
  return made.fragment;
}

function packed(bytes: Uint8Array): string {
  return `#spec=${deflateSync(bytes).toString("base64url")}`;
}

Deno.test("openLink() returns the text of makeLink()", async () => {
  const texts = fc.string({ unit: "binary", maxLength: 300 }).filter((text) => text.isWellFormed());
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      deepEqual(await openLink(await fragmentOf(text)), { kind: "spec", text });
    }),
    { numRuns: IS_FULL_TIER ? 300 : 20 },
  );
  for (const text of ["", "\ufeff{}", EXAMPLE_SPEC, "\u{1f600}".repeat(MAX_CHARACTERS / 2)]) {
    deepEqual(await openLink(await fragmentOf(text)), { kind: "spec", text });
  }
});

Deno.test("the link of the first spec is short", async () => {
  equal((await fragmentOf(EXAMPLE_SPEC)).length < 600, true);
});

const TOO_LONG = "The spec is too long for a link. Share it as a file.";

const UNLINKED: readonly (readonly [text: string, reason: string])[] = [
  [" ".repeat(MAX_CHARACTERS + 1), TOO_LONG],
  [crypto.getRandomValues(new Uint8Array(40_000)).join(), TOO_LONG],
  ["\ud800", "The spec contains a lone surrogate, which a link cannot contain."],
];

Deno.test("makeLink() refuses specs that no link can contain", async () => {
  for (const [text, reason] of UNLINKED) {
    deepEqual(await makeLink(text), { kind: "refused", reason });
  }
});

const BROKEN = "The link is broken. Part of it may be missing.";

const TOO_LARGE = "The link's spec is too large. The playground accepts up to 200,000 characters.";

const REFUSED: readonly (readonly [what: string, fragment: string, reason: string])[] = [
  ["nothing", "#spec=", BROKEN],
  ["HTML", "#spec=<img src=x onerror=alert(1)>", BROKEN],
  ["escapes", "#spec=%22%7B%7D", BROKEN],
  ["other base64", "#spec=eJwDAAAAAAE=", BROKEN],
  ["one character", "#spec=e", BROKEN],
  ["no compressed data", "#spec=AAAA", BROKEN],
  ["data after the end", `${packed(new Uint8Array(3))}AAAA`, BROKEN],
  ["no UTF-8", packed(Uint8Array.of(0xff, 0xfe)), BROKEN],
  ["too many characters", packed(new Uint8Array(MAX_CHARACTERS + 1)), TOO_LARGE],
  ["too many bytes", packed(new Uint8Array(20_000_000)), TOO_LARGE],
  ["too long a fragment", `#spec=${"A".repeat(MAX_LINK)}`, TOO_LARGE],
];

for (const [what, fragment, reason] of REFUSED) {
  Deno.test(`openLink() refuses a link with ${what}`, async () => {
    deepEqual(await openLink(fragment), { kind: "refused", reason });
  });
}

Deno.test("openLink() leaves other fragments alone", async () => {
  for (const fragment of ["", "#", "#main", "#SPEC=AAAA", "#specs"]) {
    deepEqual(await openLink(fragment), { kind: "none" });
  }
});
