/** Logs in with a code that the person enters on any device (RFC 8628). */

import * as oauth from "oauth4webapi";
import { sleep } from "../../core/sleep.ts";
import type { Ui } from "../ui.ts";
import {
  type AuthorizationServer,
  bearerToken,
  CLIENT,
  LoginFailure,
  otherOrigin,
} from "./authorization_server.ts";

/** Default polling interval in seconds (RFC 8628, 3.2). */
const DEFAULT_INTERVAL_SECONDS = 5;

const MIN_INTERVAL_SECONDS = 0.1;
const MAX_INTERVAL_SECONDS = 60;

/** Maximum lifetime of a code in seconds. */
const MAX_WAIT_SECONDS = 1800;

/** Number of consecutive failed requests after which the login fails. */
const MAX_UNANSWERED = 3;

/**
 * Gets an access token.
 *
 * @throws {LoginFailure} If the code is unusable or expires, or if the server stops responding.
 */
export async function logInByDevice(
  server: AuthorizationServer,
  tell: Ui["tell"],
): Promise<string> {
  const { metadata, wanted, options } = server;
  const code = await oauth.processDeviceAuthorizationResponse(
    metadata,
    CLIENT,
    await oauth.deviceAuthorizationRequest(metadata, CLIENT, oauth.None(), wanted, options),
  );
  const seconds = Math.min(code.expires_in, MAX_WAIT_SECONDS);
  const minutes = Math.max(1, Math.round(seconds / 60));
  tell("Log in from any device", [
    `Open  ${pageIn(code, server)}`,
    `Code  ${userCodeIn(code)} (${minutes} minute${minutes === 1 ? "" : "s"})`,
  ]);
  return await tokenFor(code, server, AbortSignal.timeout(seconds * 1000));
}

/** Returns the address of the page where the person enters the code. It must be on the server. */
function pageIn(
  { verification_uri: page }: oauth.DeviceAuthorizationResponse,
  { origin }: AuthorizationServer,
): string {
  const url = URL.parse(page);
  if (url?.origin !== origin) throw otherOrigin();
  return url.href;
}

function userCodeIn({ user_code: code }: oauth.DeviceAuthorizationResponse): string {
  if (!/^[A-Za-z0-9-]{4,20}$/.test(code)) throw new LoginFailure("its code is invalid");
  return code;
}

/** Polls the server until the person has entered the code. */
async function tokenFor(
  { device_code: code, interval = DEFAULT_INTERVAL_SECONDS }: oauth.DeviceAuthorizationResponse,
  { metadata, wanted: { resource }, options }: AuthorizationServer,
  expired: AbortSignal,
): Promise<string> {
  const additionalParameters = { resource };
  let seconds = Math.min(Math.max(interval, MIN_INTERVAL_SECONDS), MAX_INTERVAL_SECONDS);
  let unanswered = 0;
  while (true) {
    await sleep(seconds * 1000);
    if (expired.aborted) throw new LoginFailure("the code has expired");
    try {
      const response = await oauth.deviceCodeGrantRequest(metadata, CLIENT, oauth.None(), code, {
        ...options,
        additionalParameters,
      });
      return bearerToken(await oauth.processDeviceCodeResponse(metadata, CLIENT, response));
    } catch (problem) {
      // The server may be restarting.
      if (problem instanceof LoginFailure && ++unanswered < MAX_UNANSWERED) continue;
      if (!(problem instanceof oauth.ResponseBodyError)) throw problem;
      unanswered = 0;
      if (problem.error === "slow_down") seconds += DEFAULT_INTERVAL_SECONDS;
      else if (problem.error !== "authorization_pending") throw problem;
    }
  }
}
