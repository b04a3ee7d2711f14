import { equal, match, notEqual, ok } from "node:assert/strict";
import { scryptSync } from "node:crypto";
import { createPasswords, passwordProblem } from "../../../hosted/accounts/password.ts";
import { IS_FULL_TIER } from "../../tools/tier.ts";
import { median } from "../../../tools/bench/median.ts";

const EMAIL = "ada@example.org";

const ASKER = { account: EMAIL, client: "192.0.2.7" };

for (
  const [what, password] of [
    ["ten characters", "0123456789"],
    ["1024 characters", "a".repeat(1024)],
    ["ten characters of two code units each", "🙂".repeat(10)],
    ["blanks", "          "],
    ["NUL characters", "\0".repeat(10)],
    ["SQL", "'; DROP TABLE accounts; --"],
    ["an address of somebody else", "bob@example.org"],
  ] as const
) {
  Deno.test(`passwordProblem() accepts ${what}`, () =>
    equal(passwordProblem(password, EMAIL), null));
}

for (
  const [what, password] of [
    ["nothing", ""],
    ["nine characters", "012345678"],
    ["nine characters of two code units each", "🙂".repeat(9)],
    ["nine letters with accents of their own", "e\u0301".repeat(9)],
    ["1025 characters", "a".repeat(1025)],
    ["characters that are more than they look", "\ufdfa".repeat(100)],
    ["a lone surrogate", "0123456789\ud800"],
    ["the address", EMAIL],
    ["the address in other letters", "ADA@Example.org"],
    ["the address in wide letters", "ａｄａ@example.org"],
  ] as const
) {
  Deno.test(`passwordProblem() rejects ${what} without quoting it`, () => {
    const problem = passwordProblem(password, EMAIL);
    equal(problem?.code, "account-password");
    ok(password === "" || !problem.message.includes(password));
  });
}

Deno.test("matches() accepts only the hashed password, in any Unicode composition", async () => {
  const passwords = createPasswords();
  const kept = await passwords.hash("Zoe\u0308s Pferdebatterie", ASKER);
  match(kept, /^\$scrypt\$ln=15,r=8,p=3\$[0-9A-Za-z+/]{22}\$[0-9A-Za-z+/]{43}$/);
  equal(await passwords.matches("Zo\u00ebs Pferdebatterie", kept, ASKER), true);
  equal(await passwords.matches("zo\u00ebs Pferdebatterie", kept, ASKER), false);
  equal(await passwords.matches("", kept, ASKER), false);
});

Deno.test("hash() returns a different hash each time", async () => {
  const passwords = createPasswords();
  notEqual(await passwords.hash("0123456789", ASKER), await passwords.hash("0123456789", ASKER));
});

Deno.test("matches() accepts a hash of another cost", async () => {
  const hash = scryptSync("0123456789", "salt", 32, { N: 16, r: 4, p: 2 }).toString("base64");
  const kept = `$scrypt$ln=4,r=4,p=2$c2FsdA$${hash.replaceAll("=", "")}`;
  equal(await createPasswords().matches("0123456789", kept, ASKER), true);
  equal(await createPasswords().matches("012345678", kept, ASKER), false);
});

/** Hashes a password as the first edition did. */
function keptBefore(password: string): string {
  const salt = new TextEncoder().encode("sixteen letters.");
  const options = { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 };
  const hash = scryptSync(password, salt, 32, options);
  const text = (bytes: Uint8Array) => bytes.toBase64({ omitPadding: true });
  return `$scrypt$ln=15,r=8,p=1$${text(salt)}$${text(new Uint8Array(hash))}`;
}

Deno.test("a hash of the first edition matches and is outdated", async () => {
  const passwords = createPasswords();
  const before = keptBefore("0123456789");
  equal(await passwords.matches("0123456789", before, ASKER), true);
  equal(await passwords.matches("012345678", before, ASKER), false);
  equal(passwords.isOutdated(before), true);
  equal(passwords.isOutdated(await passwords.hash("0123456789", ASKER)), false);
});

Deno.test("matches() does the same work for every account, and for none", async () => {
  let work = 0;
  const passwords = createPasswords((_password, _salt, { log2N, r, p }) => {
    work += 2 ** log2N * r * p;
    return Promise.resolve(new Uint8Array(32));
  });
  const workFor = async (kept: string | null) => {
    work = 0;
    await passwords.matches("0123456789", kept, ASKER);
    return work;
  };
  const today = await passwords.hash("0123456789", ASKER);
  // OWASP recommends N = 2^17, r = 8, p = 1, or as much work with less memory.
  ok(await workFor(null) >= 2 ** 15 * 8 * 3);
  equal(await workFor(today), await workFor(null));
  equal(await workFor(keptBefore("0123456789")), await workFor(null));
  // If the memory cost differs, or the work is not lower, there is no second derivation.
  for (const [log2N, r, p] of [[17, 8, 1], [15, 16, 2], [15, 8, 4]] as const) {
    const kept = keptBefore("0123456789").replace("ln=15,r=8,p=1", `ln=${log2N},r=${r},p=${p}`);
    equal(await workFor(kept), 2 ** log2N * r * p);
  }
});

Deno.test({
  name: "matches() takes as long for unknown accounts and for hashes of the first edition",
  ignore: !IS_FULL_TIER,
  async fn() {
    const passwords = createPasswords();
    const kept = await passwords.hash("0123456789", ASKER);
    const before = keptBefore("0123456789");
    const times = {
      known: new Array<number>(),
      before: new Array<number>(),
      unknown: new Array<number>(),
    };
    for (let round = 0; round < 21; round++) {
      times.known.push(await timed(() => passwords.matches("wrong password", kept, ASKER)));
      times.before.push(await timed(() => passwords.matches("wrong password", before, ASKER)));
      times.unknown.push(await timed(() => passwords.matches("wrong password", null, ASKER)));
    }
    for (const known of [times.known, times.before]) {
      const ratio = median(known) / median(times.unknown);
      ok(ratio > 0.7 && ratio < 1.4, `${ratio}`);
    }
  },
});

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
