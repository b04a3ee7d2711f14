import { equal, rejects, throws } from "node:assert/strict";
import { ClientError, Configuration } from "openid-client";
import { asked, prepare, subjectOf } from "../../../../hosted/accounts/upstream/openid_client.ts";

for (const subject of ["1", "!", "~", "a b".replace(" ", "-"), "x".repeat(255)]) {
  Deno.test(`subjectOf() accepts a subject of ${subject.length} as '${subject.slice(0, 9)}'`, () => {
    equal(subjectOf(subject), subject);
  });
}

for (
  const [what, subject] of [
    ["nothing", ""],
    ["256 characters", "x".repeat(256)],
    ["a blank", "a b"],
    ["a line", "a\n"],
    ["a control character", "a\x7f"],
    ["a NUL", "101\0"],
    ["a letter that is not ASCII", "é"],
  ] as const
) {
  Deno.test(`subjectOf() rejects ${what}`, () => {
    throws(() => subjectOf(subject), { name: "UpstreamError" });
  });
}

Deno.test("asked() wraps a provider's failures and rethrows bugs", async () => {
  equal(await asked(() => Promise.resolve("answer")), "answer");
  for (const problem of [new TypeError("Lost"), new SyntaxError("Lost"), new ClientError("Lost")]) {
    await rejects(asked(() => Promise.reject(problem)), { name: "UpstreamError", message: "Lost" });
  }
  const cause = new Error("refused");
  await rejects(asked(() => Promise.reject(new TypeError("Lost", { cause }))), {
    name: "UpstreamError",
    message: "Lost (refused)",
  });
  await rejects(asked(() => Promise.reject(new RangeError("Ours"))), { name: "RangeError" });
});

Deno.test("prepare() sets a timeout of ten seconds", () => {
  for (const issuer of ["https://id.example", "http://127.0.0.1:1234"]) {
    equal(prepare(new Configuration({ issuer }, "client")).timeout, 10);
  }
});
