/** The access token in a server's answer. */

import type { TokenEndpointResponse } from "oauth4webapi";
import { LoginFailure } from "./login_failure.ts";

/** Takes the token out of an answer: one that whoever has it may use, and that fits a header (RFC 6750, 2.1). */
export function bearerToken({ token_type: type, access_token: token }: TokenEndpointResponse) {
  if (type === "bearer" && /^[A-Za-z0-9._~+/-]+=*$/.test(token)) return token;
  throw new LoginFailure("it gave no token that can be used");
}
