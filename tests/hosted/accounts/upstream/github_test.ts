import { deepEqual, equal, rejects } from "node:assert/strict";
import { openGitHub } from "../../../../hosted/accounts/upstream/github.ts";
import type { UpstreamPerson } from "../../../../hosted/accounts/upstream/upstream.ts";

const ATTEMPT = {
  state: "a-state-that-nobody-knows-beforehand",
  nonce: "unused",
  verifier: "a-verifier-of-fifty-characters-or-so-as-it-should-be",
};

/** Finishes a login at a GitHub that always gives these answers. */
async function finish(
  { user, emails = "[]" }: { readonly user: string; readonly emails?: string },
  test: (person: Promise<UpstreamPerson>) => Promise<void>,
): Promise<void> {
  const answers: Readonly<Record<string, string>> = {
    "/login/oauth/access_token": '{ "access_token": "gho_1", "token_type": "bearer" }',
    "/api/v3/user": user,
    "/api/v3/user/emails": emails,
  };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    const headers = { "content-type": "application/json" };
    return new Response(answers[new URL(request.url).pathname] ?? "null", { headers });
  });
  try {
    const address = `http://127.0.0.1:${server.addr.port}`;
    const { finish, issuer } = openGitHub({
      kind: "github",
      name: "GitHub",
      address,
      clientId: "client",
      clientSecret: "secret",
    });
    const asked = new URLSearchParams({ code: "code", state: ATTEMPT.state, iss: issuer });
    await test(finish(new URL(`http://localhost/login/github/callback?${asked}`), ATTEMPT));
  } finally {
    await server.shutdown();
  }
}

for (
  const [id, subject] of [["101", "101"], ["0", "0"], ["9007199254740991", "9007199254740991"]]
) {
  Deno.test(`GitHub's user id ${id} is the subject ${subject}`, () =>
    finish({ user: `{ "id": ${id} }` }, async (person) => {
      equal((await person).subject, subject);
    }));
}

for (
  const user of [
    "null",
    "[]",
    "{}",
    '{ "id": null }',
    // GitHub's ids are numbers, but a text could be anything.
    '{ "id": "101" }',
    '{ "id": 101.5 }',
    // JavaScript rounds it to the id of another user.
    '{ "id": 9007199254740993 }',
    '{ "id": 1e300 }',
    "no JSON",
  ]
) {
  Deno.test(`a GitHub user of ${user} is rejected`, () =>
    finish({ user }, async (person) => {
      await rejects(person, { name: "UpstreamError" });
    }));
}

for (
  const [behaviour, emails, found] of [
    [
      "the primary one first",
      [
        { email: "a@example.com", verified: true, primary: false },
        { email: "b@example.com", verified: true, primary: true },
        { email: "c@example.com", verified: true, primary: false },
      ],
      ["b@example.com", "a@example.com", "c@example.com"],
    ],
    [
      "none that is not confirmed",
      [
        { email: "a@example.com", verified: false, primary: true },
        { email: "b@example.com", verified: "true", primary: true },
        { email: "c@example.com", primary: true },
        { email: ["d@example.com"], verified: true, primary: true },
        null,
        "e@example.com",
      ],
      [],
    ],
    ["none in what is no list", { email: "a@example.com", verified: true }, []],
  ] as const
) {
  Deno.test(`GitHub's email addresses are ${behaviour}`, () =>
    finish({ user: '{ "id": 101 }', emails: JSON.stringify(emails) }, async (person) => {
      deepEqual(await (await person).emails(), found);
    }));
}

Deno.test("github.com has its API at another host", async () => {
  const asked: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (input) => {
    const url = String(input);
    asked.push(url);
    const token = { access_token: "gho_1", token_type: "bearer" };
    return Promise.resolve(Response.json(url.endsWith("/access_token") ? token : { id: 101 }));
  };
  try {
    const { finish, issuer } = openGitHub({
      kind: "github",
      name: "GitHub",
      address: "https://github.com",
      clientId: "client",
      clientSecret: "secret",
    });
    const query = new URLSearchParams({ code: "code", state: ATTEMPT.state, iss: issuer });
    await finish(new URL(`http://localhost/login/github/callback?${query}`), ATTEMPT);
  } finally {
    globalThis.fetch = fetch;
  }
  deepEqual(asked, [
    "https://github.com/login/oauth/access_token",
    "https://api.github.com/user",
  ]);
});

for (const clientSecret of ["secret", null]) {
  Deno.test(`GitHub gets ${clientSecret === null ? "no secret without one" : "the secret"}`, async () => {
    let sent = new URLSearchParams();
    const { fetch } = globalThis;
    globalThis.fetch = (_input, init) => {
      sent = new URLSearchParams(String(init?.body));
      return Promise.resolve(Response.json({ error: "bad_verification_code" }, { status: 400 }));
    };
    try {
      const { finish, issuer } = openGitHub({
        kind: "github",
        name: "GitHub",
        address: "https://github.com",
        clientId: "client",
        clientSecret,
      });
      const query = new URLSearchParams({ code: "code", state: ATTEMPT.state, iss: issuer });
      const person = finish(new URL(`http://localhost/login/github/callback?${query}`), ATTEMPT);
      await rejects(person, { name: "UpstreamError" });
    } finally {
      globalThis.fetch = fetch;
    }
    deepEqual([sent.get("client_id"), sent.get("client_secret")], ["client", clientSecret]);
  });
}
