/** Logging in, from a server's address to an API key. */

import * as oauth from "oauth4webapi";
import type { Diagnostic } from "../../core/diagnostic.ts";
import type { SetupHost } from "../host.ts";
import { type MadeKey, makeApiKey, revokeApiKey } from "./api_key.ts";
import {
  type AuthorizationServer,
  CLIENT,
  findAuthorizationServer,
} from "./authorization_server.ts";
import { logInByBrowser } from "./browser_login.ts";
import { logInByDevice } from "./device_login.ts";
import { loginFailure } from "./library_failure.ts";
import { failureAt, LoginFailure } from "./login_failure.ts";
import type { Tell } from "./tell.ts";

/** What a login works with. */
export interface LoginJob {
  readonly host: SetupHost;
  /** Whether the code is typed on another device. */
  readonly device: boolean;
  readonly tell: Tell;
  /** Keeps a key; what keeps it from being kept is what comes back. */
  keep(made: MadeKey): Diagnostic | null;
}

/** How a login ended. */
export type Login =
  | { readonly kind: "made"; readonly made: MadeKey }
  /** The server lets nobody in this way. */
  | { readonly kind: "none" }
  | { readonly kind: "failed"; readonly problem: Diagnostic };

/**
 * Logs a person in, and makes an API key, which is kept before anything else is done.
 *
 * @param url The address of the protocol's endpoint.
 */
export async function logIn(job: LoginJob, url: string): Promise<Login> {
  try {
    const server = await findAuthorizationServer(job.host, url);
    if (server === null) return { kind: "none" };
    const token = await accessToken(job, server);
    // Else a key could stay behind that nobody knows of.
    return await job.host.uninterrupted(() => keyFor(job, server, token));
  } catch (problem) {
    return { kind: "failed", problem: failureAt(new URL(url).origin, loginFailure(problem)) };
  }
}

async function accessToken(
  { host, device, tell }: LoginJob,
  server: AuthorizationServer,
): Promise<string> {
  const token = device ? null : await logInByBrowser(host, server, tell);
  return token ?? await logInByDevice(server, tell);
}

async function keyFor(
  { host, keep }: LoginJob,
  server: AuthorizationServer,
  token: string,
): Promise<Login> {
  const { send, origin } = server;
  try {
    const made = await makeApiKey(send, { origin, token, computer: host.computerName() });
    const problem = keep(made);
    if (problem === null) return { kind: "made", made };
    await revokeApiKey(send, { origin, key: made.key });
    return { kind: "failed", problem };
  } finally {
    await giveBack(server, token);
  }
}

/** Nobody needs the token any more; if it cannot be revoked, it ends by itself within the hour. */
async function giveBack({ metadata, options }: AuthorizationServer, token: string): Promise<void> {
  try {
    await oauth.revocationRequest(metadata, CLIENT, oauth.None(), token, options);
  } catch (problem) {
    if (!(problem instanceof LoginFailure || problem instanceof oauth.OperationProcessingError)) {
      throw problem;
    }
  }
}
