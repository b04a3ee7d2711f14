/** The API key that the wizard makes for a person who logged in. */

import { quotable } from "../../core/printable.ts";
import type { Send } from "../probe.ts";
import { LoginFailure } from "./login_failure.ts";

/** An API key that a login made. */
export interface MadeKey {
  /** What the server calls it. */
  readonly id: string;
  readonly key: string;
}

/**
 * A key that is forgotten on some disk shall not be good for ever, and one that a person works with
 * every day not end in the middle of it: a year, after which the wizard makes another.
 */
const DAYS = 365;

const SCOPES = ["tools:read", "tools:write"];

/** Keys' names are shorter than 100 characters. */
const LONGEST_COMPUTER = 60;

/**
 * Makes an API key.
 *
 * @param token An access token that is good for making keys.
 * @param computer What people call this computer; `null` if nobody knows.
 */
export async function makeApiKey(
  send: Send,
  { origin, token, computer }: {
    readonly origin: string;
    readonly token: string;
    readonly computer: string | null;
  },
): Promise<MadeKey> {
  const place = computer === null ? "" : ` on ${nameable(computer)}`;
  const wanted = { name: `Setup${place}`, scopes: SCOPES, expires_in_days: DAYS };
  const response = await send(`${origin}/api/keys`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(wanted),
  });
  const { id, key, errors } = await fieldsOf(response);
  const [problem] = Array.isArray(errors) ? errors : [];
  const { message } = Object(problem);
  if (typeof message === "string") {
    throw new LoginFailure(`it made no API key: ${quotable(message.replace(/\.$/, ""))}`);
  }
  if (response.status === 201 && isText(id, /^[\w-]{1,100}$/) && isText(key, /^lw_\w{20,100}$/)) {
    return { id, key };
  }
  throw new LoginFailure("it made no API key");
}

/**
 * Revokes an API key by the key itself.
 *
 * @returns Why it is not; `null` once it is, or if it was before.
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

/** A computer's name, as far as a key's name may have it. */
function nameable(computer: string): string {
  return computer.replace(/[^ -~]/g, "?").slice(0, LONGEST_COMPUTER).trim();
}

function isText(value: unknown, pattern: RegExp): value is string {
  return typeof value === "string" && pattern.test(value);
}

/** The object that an answer holds; an empty one if there is none. */
async function fieldsOf(response: Response): Promise<Record<string, unknown>> {
  try {
    return Object(await response.json());
  } catch (problem) {
    if (problem instanceof SyntaxError) return {};
    throw problem;
  }
}
