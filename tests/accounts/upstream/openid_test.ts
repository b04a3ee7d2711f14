/** Logging in with OpenID Connect: what an issuer has to answer. */

import { rejects } from "node:assert/strict";
import { openIssuer } from "../../../accounts/upstream/openid.ts";

const ATTEMPT = {
  state: "a-state-that-nobody-knows-beforehand",
  nonce: "a-nonce-that-nobody-knows-beforehand",
  verifier: "a-verifier-of-fifty-characters-or-so-as-it-should-be",
};

Deno.test("an issuer that gives no ID token names nobody", async () => {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    const { origin, pathname } = new URL(request.url);
    return Response.json(
      pathname === "/token" ? { access_token: "token_1", token_type: "bearer" } : {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        jwks_uri: `${origin}/keys`,
      },
    );
  });
  try {
    const address = `http://127.0.0.1:${server.addr.port}`;
    const { finish } = await openIssuer({
      kind: "oidc",
      name: "Example ID",
      address,
      clientId: "client",
      clientSecret: "secret",
    });
    const asked = new URLSearchParams({ code: "code", state: ATTEMPT.state });
    const back = new URL(`http://localhost/login/oidc/callback?${asked}`);
    await rejects(finish(back, ATTEMPT), { name: "UpstreamError", message: /id_token/ });
  } finally {
    await server.shutdown();
  }
});
