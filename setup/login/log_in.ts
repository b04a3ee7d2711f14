/** Login: from a server's address to an API key. */

import * as oauth from "oauth4webapi";
import type { SetupHost } from "../host.ts";
import type { Ui } from "../ui.ts";
import { type MadeKey, makeApiKey, revokeApiKey } from "./api_key.ts";
import {
  type AuthorizationServer,
  CLIENT,
  findAuthorizationServer,
} from "./authorization_server.ts";
import { logInByBrowser } from "./browser_login.ts";
import { logInByDevice } from "./device_login.ts";
import { failureAt, LoginFailure, toLoginFailure } from "./login_failure.ts";
import type { SetupDiagnostic } from "../diagnostic.ts";

/** The means of a login. */
export interface LoginJob {
  readonly host: SetupHost;
  /** Whether to log in by a code on any device. */
  readonly device: boolean;
  readonly tell: Ui["tell"];
  /** Saves a key. Returns the problem if that fails. */
  keep(made: MadeKey): SetupDiagnostic | null;
}

/** The outcome of a login. */
export type Login =
  | { readonly kind: "made"; readonly made: MadeKey }
  /** The server has no login. */
  | { readonly kind: "none" }
  | { readonly kind: "failed"; readonly problem: SetupDiagnostic };

/**
 * Logs a person in, then creates and saves an API key.
 *
 * @param url The address of the MCP endpoint.
 */
export async function logIn(job: LoginJob, url: string): Promise<Login> {
  try {
    const server = await findAuthorizationServer(job.host, url);
    if (server === null) return { kind: "none" };
    const token = await accessToken(job, server);
    // An interruption between creating and saving would leave an unknown key on the server.
    return await job.host.uninterrupted(() => keyFor(job, server, token));
  } catch (problem) {
    return { kind: "failed", problem: failureAt(new URL(url).origin, toLoginFailure(problem)) };
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
    await revokeToken(server, token);
  }
}

/** Revokes the access token. If that fails, the token expires within the hour. */
async function revokeToken(
  { metadata, options }: AuthorizationServer,
  token: string,
): Promise<void> {
  try {
    await oauth.revocationRequest(metadata, CLIENT, oauth.None(), token, options);
  } catch (problem) {
    if (!(problem instanceof LoginFailure || problem instanceof oauth.OperationProcessingError)) {
      throw problem;
    }
  }
}
