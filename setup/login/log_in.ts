/** Logs in to a server to create an API key. */

import * as oauth from "oauth4webapi";
import { quotable } from "../../core/printable.ts";
import type { SetupDiagnostic } from "../diagnostic.ts";
import type { SetupHost } from "../host.ts";
import type { Send } from "../server.ts";
import type { Ui } from "../ui.ts";
import {
  type AuthorizationServer,
  CLIENT,
  failureAt,
  findAuthorizationServer,
  LoginFailure,
  toLoginFailure,
} from "./authorization_server.ts";
import { logInByBrowser } from "./browser_login.ts";
import { logInByDevice } from "./device_login.ts";

/** The context of a login. */
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
  /** The server offers no login. */
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

/** An API key that a login created. */
export interface MadeKey {
  /** The server's id of the key. */
  readonly id: string;
  readonly key: string;
}

/** Lifetime of a key in days. A forgotten key expires, but a key in use rarely has to be renewed. */
const DAYS = 365;

const SCOPES = ["tools:read", "tools:write"];

/** Maximum length of the computer's name in a key's name. A key's name has at most 100 characters. */
const MAX_COMPUTER_LENGTH = 60;

/**
 * Creates an API key.
 *
 * @param options The server's `origin`, an access `token` with the scope `keys`, and the `computer`'s
 * name, or `null` if it is unknown.
 * @throws {LoginFailure} If the server creates no key.
 */
export async function makeApiKey(
  send: Send,
  { origin, token, computer }: {
    readonly origin: string;
    readonly token: string;
    readonly computer: string | null;
  },
): Promise<MadeKey> {
  const where = computer === null ? "" : ` on ${asKeyName(computer)}`;
  const wanted = { name: `Setup${where}`, scopes: SCOPES, expires_in_days: DAYS };
  const response = await send(`${origin}/api/keys`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(wanted),
  });
  const { id, key, errors } = await readFields(response);
  const [problem] = Array.isArray(errors) ? errors : [];
  const { message } = Object(problem);
  if (typeof message === "string") {
    throw new LoginFailure(`it created no API key: ${quotable(message.replace(/\.$/, ""))}`);
  }
  if (response.status === 201 && isText(id, /^[\w-]{1,100}$/) && isText(key, /^lw_\w{20,100}$/)) {
    return { id, key };
  }
  throw new LoginFailure("it created no API key");
}

/**
 * Revokes an API key, authenticated by that key.
 *
 * @returns The reason for a failure; `null` if the key is revoked, or was already invalid.
 */
export async function revokeApiKey(
  send: Send,
  { origin, key }: { readonly origin: string; readonly key: string },
): Promise<string | null> {
  try {
    const { status } = await send(`${origin}/api/keys/current`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${key}` },
    });
    return status === 204 || status === 401 ? null : `it answered ${status}`;
  } catch (problem) {
    if (problem instanceof LoginFailure) return problem.message;
    throw problem;
  }
}

/** Shortens a computer's name, and replaces characters that a key's name must not have. */
function asKeyName(computer: string): string {
  return computer.replace(/[^ -~]/g, "?").slice(0, MAX_COMPUTER_LENGTH).trim();
}

function isText(value: unknown, pattern: RegExp): value is string {
  return typeof value === "string" && pattern.test(value);
}

/** Reads the JSON object in a response. Returns an empty object if there is none. */
async function readFields(response: Response): Promise<Record<string, unknown>> {
  try {
    return Object(await response.json());
  } catch (problem) {
    if (problem instanceof SyntaxError) return {};
    throw problem;
  }
}
