/** Logging in with a browser that comes back to this computer (RFC 8252). */

import * as oauth from "oauth4webapi";
import type { LocalServer, SetupHost } from "../host.ts";
import { type AuthorizationServer, CLIENT } from "./authorization_server.ts";
import { bearerToken } from "./bearer_token.ts";
import { answerCallback, type PendingLogin } from "./callback.ts";
import { LoginFailure } from "./login_failure.ts";
import { pause } from "./pause.ts";
import type { Tell } from "./tell.ts";

/** How long a person is waited for. */
const LONGEST_WAIT_MS = 600_000;

/** How long the browser has to fetch its last page. */
const LAST_PAGE_MS = 1000;

/**
 * Gets an access token.
 *
 * @returns `null` if the browser could not come back: nothing may listen here.
 */
export async function logInByBrowser(
  host: SetupHost,
  server: AuthorizationServer,
  tell: Tell,
): Promise<string | null> {
  const verifier = oauth.generateRandomCodeVerifier();
  const challenge = await oauth.calculatePKCECodeChallenge(verifier);
  const state = oauth.generateRandomState();
  const waiting = waitForBrowser(host, (redirectUri) => ({
    address: authorizationAddress(server, { redirectUri, challenge, state }),
    state,
  }));
  if (waiting === null) return null;
  const { redirectUri, loginAddress, arrived, close } = waiting;
  try {
    tell("Log in in your browser; if none opened:", [loginAddress]);
    // Not the address that it leads to: other users of this computer see what programs are started with.
    host.openBrowser(loginAddress);
    const late = pause(LONGEST_WAIT_MS).then(() => null);
    const parameters = await Promise.race([arrived, late]);
    if (parameters === null) throw new LoginFailure("nobody logged in within 10 minutes");
    return await tokenFor(server, parameters, { state, redirectUri, verifier });
  } finally {
    await close();
  }
}

interface Wait {
  readonly redirectUri: string;
  /** A short address, which leads to the long one. */
  readonly loginAddress: string;
  readonly arrived: Promise<URLSearchParams>;
  close(): Promise<void>;
}

/** Listens for the browser. */
function waitForBrowser(
  host: SetupHost,
  pendingAt: (redirectUri: string) => Omit<PendingLogin, "place">,
): Wait | null {
  const arrival = Promise.withResolvers<URLSearchParams>();
  const lastPage = Promise.withResolvers<void>();
  let hasArrived = false;
  const local: LocalServer | null = host.listen((request) => {
    const { response, event } = answerCallback(request, pending);
    if (event.kind === "arrived") {
      hasArrived = true;
      arrival.resolve(event.parameters);
    } else if (event.kind === "seen") {
      lastPage.resolve();
    }
    return response;
  });
  if (local === null) return null;
  const place = `127.0.0.1:${local.port}`;
  const redirectUri = `http://${place}/callback`;
  const pending: PendingLogin = { ...pendingAt(redirectUri), place };
  return {
    redirectUri,
    loginAddress: `http://${place}/login`,
    arrived: arrival.promise,
    async close() {
      if (hasArrived) await Promise.race([lastPage.promise, pause(LAST_PAGE_MS)]);
      await local.close();
    },
  };
}

function authorizationAddress(
  { authorizationEndpoint, wanted }: AuthorizationServer,
  { redirectUri, challenge, state }: Record<"redirectUri" | "challenge" | "state", string>,
): string {
  const address = new URL(authorizationEndpoint);
  const parameters = {
    ...wanted,
    client_id: CLIENT.client_id,
    redirect_uri: redirectUri,
    response_type: "code",
    code_challenge: challenge,
    code_challenge_method: "S256",
    state,
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
}

async function tokenFor(
  { metadata, wanted: { resource }, options }: AuthorizationServer,
  parameters: URLSearchParams,
  { state, redirectUri, verifier }: Record<"state" | "redirectUri" | "verifier", string>,
): Promise<string> {
  const callback = oauth.validateAuthResponse(metadata, CLIENT, parameters, state);
  const response = await oauth.authorizationCodeGrantRequest(
    metadata,
    CLIENT,
    oauth.None(),
    callback,
    redirectUri,
    verifier,
    { ...options, additionalParameters: { resource } },
  );
  return bearerToken(await oauth.processAuthorizationCodeResponse(metadata, CLIENT, response));
}
