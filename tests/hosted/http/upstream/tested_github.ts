/**
 * A stand-in for GitHub, because tests reach no network. The stand-in answers as GitHub's
 * documentation says, and checks clients as GitHub does: id, secret, redirect URI and PKCE.
 */

import { createHash } from "node:crypto";
import { ADA, tampered, type TestedUpstream, type UpstreamUser } from "./tested_upstream.ts";

const CLIENT_ID = "Iv1.0123456789abcdef";
const CLIENT_SECRET = "0123456789abcdef0123456789abcdef01234567";

interface Code {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly scope: string;
  readonly user: UpstreamUser;
}

type Asked = URLSearchParams;

export function openTestedGitHub(appOrigin: string): TestedUpstream {
  const codes = new Map<string, Code>();
  const tokens = new Map<string, Code>();
  const callback = `${appOrigin}/login/github/callback`;
  const authorize = (asked: Asked): Response => {
    const code = crypto.randomUUID();
    const redirectUri = asked.get("redirect_uri") ?? callback;
    if (asked.get("client_id") !== CLIENT_ID || redirectUri !== callback) {
      return new Response("Not found", { status: 404 });
    }
    codes.set(code, {
      redirectUri,
      challenge: asked.get("code_challenge") ?? "",
      scope: asked.get("scope") ?? "",
      user: upstream.user,
    });
    const answer = new URLSearchParams({ code, state: asked.get("state") ?? "", iss: issuer });
    return Response.redirect(`${callback}?${answer}`, 302);
  };
  const exchange = (asked: Asked): Response => {
    const code = codes.get(asked.get("code") ?? "");
    codes.delete(asked.get("code") ?? "");
    const verifier = createHash("sha256").update(asked.get("code_verifier") ?? "");
    const isRight = asked.get("client_id") === CLIENT_ID &&
      asked.get("client_secret") === CLIENT_SECRET &&
      code?.redirectUri === asked.get("redirect_uri") &&
      code?.challenge === verifier.digest("base64url");
    // GitHub answers errors with status 200, too.
    if (!isRight || code === undefined) return Response.json({ error: "bad_verification_code" });
    const token = `gho_${crypto.randomUUID()}`;
    tokens.set(token, code);
    return Response.json({ access_token: token, scope: code.scope, token_type: "bearer" });
  };
  const emails = ({ user, scope }: Code): Response => {
    if (scope !== "user:email") return Response.json({ message: "Not Found" }, { status: 404 });
    return Response.json([
      { email: "old@example.com", primary: false, verified: false },
      { email: user.email, primary: true, verified: user.isConfirmed },
    ]);
  };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const bearer = request.headers.get("authorization")?.replace(/^bearer /i, "") ?? "";
    const held = tokens.get(bearer);
    switch (pathname) {
      case "/login/oauth/authorize":
        return authorize(searchParams);
      case "/login/oauth/access_token": {
        const answer = exchange(new URLSearchParams(await request.text()));
        return await tampered(answer, upstream.tamper);
      }
      case "/api/v3/user":
        return held === undefined
          ? Response.json({ message: "Bad credentials" }, { status: 401 })
          : Response.json({ id: Number(held.user.id), login: `user${held.user.id}` });
      case "/api/v3/user/emails":
        return held === undefined ? new Response(null, { status: 401 }) : emails(held);
      default:
        return new Response("Not found", { status: 404 });
    }
  });
  const address = `http://127.0.0.1:${server.addr.port}`;
  const issuer = `${address}/login/oauth`;
  const upstream: TestedUpstream = {
    settings: {
      kind: "github",
      name: "GitHub",
      address,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
    },
    issuer,
    user: ADA,
    tamper: (answer) => answer,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
  return upstream;
}
