/** The keys that a person has, by the servers that they are for. */

import type { MadeKey } from "./login/api_key.ts";

/** What is kept in the folder for settings, in a file for its owner alone. */
export interface Credentials {
  /** The server that was connected last; `null` for none. */
  readonly last: string | null;
  /** Keys by addresses. */
  readonly keys: Readonly<Record<string, string>>;
  /** What servers call the keys that logging in made, by addresses. */
  readonly made: Readonly<Record<string, string>>;
}

/** The file, in the folder for settings. */
export const CREDENTIALS_FILE = "credentials.json";

export const NO_CREDENTIALS: Credentials = { last: null, keys: {}, made: {} };

const VERSION = 1;

/** Reads credentials; `null` for a text that holds none. */
export function parseCredentials(text: string): Credentials | null {
  try {
    const { version, last = null, keys, made = {} } = Object(JSON.parse(text));
    const isRight = version === VERSION && (last === null || typeof last === "string") &&
      isTexts(keys) && isTexts(made);
    return isRight ? { last, keys, made } : null;
  } catch (problem) {
    if (problem instanceof SyntaxError) return null;
    throw problem;
  }
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    Object.values(value).every((each) => typeof each === "string");
}

/** The credentials with a key for a server, which was connected last. */
export function withKey(credentials: Credentials, url: string, key: string | null): Credentials {
  const { keys, made } = credentials;
  if (key === null || key === keys[url]) return { last: url, keys, made };
  const others = withoutKey(credentials, url);
  return { last: url, keys: { ...keys, [url]: key }, made: others.made };
}

/** The credentials with a key that logging in to a server made. */
export function withMadeKey(
  credentials: Credentials,
  url: string,
  { id, key }: MadeKey,
): Credentials {
  const { last, keys, made } = withKey(credentials, url, key);
  return { last, keys, made: { ...made, [url]: id } };
}

/** The credentials without the key for a server. */
export function withoutKey({ last, keys, made }: Credentials, url: string): Credentials {
  const others = (texts: Credentials["keys"]) =>
    Object.fromEntries(Object.entries(texts).filter(([address]) => address !== url));
  return { last, keys: others(keys), made: others(made) };
}

export function formatCredentials({ last, keys, made }: Credentials): string {
  const logins = Object.keys(made).length === 0 ? {} : { made };
  return `${JSON.stringify({ version: VERSION, last, keys, ...logins }, null, 2)}\n`;
}
