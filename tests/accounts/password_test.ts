import { deepEqual, equal, match, notEqual, ok, rejects } from "node:assert/strict";
import { scryptSync } from "node:crypto";
import { createPasswords, passwordProblem, PasswordsBusy } from "../../accounts/password.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";

const EMAIL = "ada@example.org";

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
  Deno.test(`passwordProblem accepts ${what}`, () => equal(passwordProblem(password, EMAIL), null));
}

for (
  const [what, password] of [
    ["nothing", ""],
    ["nine characters", "012345678"],
    ["nine characters of two code units each", "🙂".repeat(9)],
    ["nine letters with accents of their own", "e\u0301".repeat(9)],
    ["1025 characters", "a".repeat(1025)],
    ["characters that are more than they look", "\ufdfa".repeat(100)],
    ["half a character", "0123456789\ud800"],
    ["the address", EMAIL],
    ["the address in other letters", "ADA@Example.org"],
    ["the address in wide letters", "ａｄａ@example.org"],
  ] as const
) {
  Deno.test(`passwordProblem refuses ${what}, and does not repeat it`, () => {
    const problem = passwordProblem(password, EMAIL);
    equal(problem?.code, "account-password");
    ok(password === "" || !problem.message.includes(password));
  });
}

Deno.test("createPasswords matches what was hashed, however it was composed, and nothing else", async () => {
  const passwords = createPasswords();
  const kept = await passwords.hash("Zoe\u0308s Pferdebatterie");
  match(kept, /^\$scrypt\$ln=15,r=8,p=1\$[0-9A-Za-z+/]{22}\$[0-9A-Za-z+/]{43}$/);
  equal(await passwords.matches("Zo\u00ebs Pferdebatterie", kept), true);
  equal(await passwords.matches("zo\u00ebs Pferdebatterie", kept), false);
  equal(await passwords.matches("", kept), false);
});

Deno.test("createPasswords hashes a password differently each time", async () => {
  const passwords = createPasswords();
  notEqual(await passwords.hash("0123456789"), await passwords.hash("0123456789"));
});

Deno.test("createPasswords matches what was kept at another cost", async () => {
  const hash = scryptSync("0123456789", "salt", 32, { N: 16, r: 4, p: 2 }).toString("base64");
  const kept = `$scrypt$ln=4,r=4,p=2$c2FsdA$${hash.replaceAll("=", "")}`;
  equal(await createPasswords().matches("0123456789", kept), true);
  equal(await createPasswords().matches("012345678", kept), false);
});

Deno.test("createPasswords refuses those who come while too many wait, and serves the others", async () => {
  const passwords = createPasswords();
  // Cheap ones, so that the queue is what takes time.
  const kept = "$scrypt$ln=1,r=1,p=1$c2FsdA$X8uZQ2nSjTCIFYTjfqR6LeyqTKQ8h7J6p6DfYBgkC3E";
  const all = Array.from({ length: 66 }, () => passwords.matches("a", kept));
  await rejects(passwords.matches("a", kept), PasswordsBusy);
  deepEqual(new Set(await Promise.all(all)), new Set([false]));
  equal(await passwords.matches("a", kept), false);
});

Deno.test({
  name: "createPasswords takes as long for people that do not exist",
  ignore: !IS_FULL_TIER,
  async fn() {
    const passwords = createPasswords();
    const kept = await passwords.hash("0123456789");
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    for (let round = 0; round < 21; round++) {
      times.known.push(await timed(() => passwords.matches("wrong password", kept)));
      times.unknown.push(await timed(() => passwords.matches("wrong password", null)));
    }
    const ratio = median(times.known) / median(times.unknown);
    ok(ratio > 0.7 && ratio < 1.4, `${ratio}`);
  },
});

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
