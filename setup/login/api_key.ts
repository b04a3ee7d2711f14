/** The API key that a login creates. */

import { quotable } from "../../core/printable.ts";
import type { Send } from "../server.ts";
import { LoginFailure } from "./login_failure.ts";

/** An API key that a login created. */
export interface MadeKey {
  /** The server's id of the key. */
  readonly id: string;
  readonly key: string;
}

/** Lifetime of a key in days: a forgotten key expires, and one in use rarely does. */
const DAYS = 365;

const SCOPES = ["tools:read", "tools:write"];

/** Maximum length of the computer's name in a key's name, which has at most 100 characters. */
const LONGEST_COMPUTER = 60;

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
 * @returns The reason for a failure. `null` if the key is revoked, or was before.
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

/** Shortens a computer's name to characters that a key's name may have. */
function asKeyName(computer: string): string {
  return computer.replace(/[^ -~]/g, "?").slice(0, LONGEST_COMPUTER).trim();
}

function isText(value: unknown, pattern: RegExp): value is string {
  return typeof value === "string" && pattern.test(value);
}

/** Reads the object in a response. Returns an empty object for anything but JSON. */
async function readFields(response: Response): Promise<Record<string, unknown>> {
  try {
    return Object(await response.json());
  } catch (problem) {
    if (problem instanceof SyntaxError) return {};
    throw problem;
  }
}
