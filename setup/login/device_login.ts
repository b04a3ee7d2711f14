/** Logging in with a code that is typed on any device (RFC 8628). */

import * as oauth from "oauth4webapi";
import { type AuthorizationServer, CLIENT } from "./authorization_server.ts";
import { bearerToken } from "./bearer_token.ts";
import { LoginFailure, namesOthers } from "./login_failure.ts";
import { pause } from "./pause.ts";
import type { Tell } from "./tell.ts";

/** Seconds between two questions, unless the server says otherwise (RFC 8628, 3.2). */
const USUAL_INTERVAL = 5;

const SHORTEST_INTERVAL = 0.1;
const LONGEST_INTERVAL = 60;

/** Seconds that codes are waited for at most. */
const LONGEST_WAIT = 1800;

/** Unanswered questions in a row after which the server counts as gone. */
const MOST_UNANSWERED = 3;

/** Gets an access token. */
export async function logInByDevice(server: AuthorizationServer, tell: Tell): Promise<string> {
  const { metadata, wanted, options } = server;
  const code = await oauth.processDeviceAuthorizationResponse(
    metadata,
    CLIENT,
    await oauth.deviceAuthorizationRequest(metadata, CLIENT, oauth.None(), wanted, options),
  );
  const seconds = Math.min(code.expires_in, LONGEST_WAIT);
  const minutes = Math.max(1, Math.round(seconds / 60));
  tell("Log in from any device", [
    `Open  ${pageIn(code, server)}`,
    `Code  ${userCodeIn(code)} (${minutes} minute${minutes === 1 ? "" : "s"})`,
  ]);
  return await tokenFor(code, server, AbortSignal.timeout(seconds * 1000));
}

/** Where the code is typed: nobody is sent elsewhere than to the server. */
function pageIn(
  { verification_uri: page }: oauth.DeviceAuthorizationResponse,
  { origin }: AuthorizationServer,
): string {
  const url = URL.parse(page);
  if (url?.origin !== origin) throw namesOthers();
  return url.href;
}

function userCodeIn({ user_code: code }: oauth.DeviceAuthorizationResponse): string {
  if (!/^[A-Za-z0-9-]{4,20}$/.test(code)) throw new LoginFailure("its code cannot be typed");
  return code;
}

/** Asks again and again until somebody typed the code. */
async function tokenFor(
  { device_code: code, interval = USUAL_INTERVAL }: oauth.DeviceAuthorizationResponse,
  { metadata, wanted: { resource }, options }: AuthorizationServer,
  expired: AbortSignal,
): Promise<string> {
  const additionalParameters = { resource };
  let seconds = Math.min(Math.max(interval, SHORTEST_INTERVAL), LONGEST_INTERVAL);
  let unanswered = 0;
  while (true) {
    await pause(seconds * 1000);
    if (expired.aborted) throw new LoginFailure("the code has expired");
    try {
      const response = await oauth.deviceCodeGrantRequest(metadata, CLIENT, oauth.None(), code, {
        ...options,
        additionalParameters,
      });
      return bearerToken(await oauth.processDeviceCodeResponse(metadata, CLIENT, response));
    } catch (problem) {
      // A server that starts anew is back in a moment.
      if (problem instanceof LoginFailure && ++unanswered < MOST_UNANSWERED) continue;
      if (!(problem instanceof oauth.ResponseBodyError)) throw problem;
      unanswered = 0;
      if (problem.error === "slow_down") seconds += USUAL_INTERVAL;
      else if (problem.error !== "authorization_pending") throw problem;
    }
  }
}
