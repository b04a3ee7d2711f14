/** The keys that a person has, by the servers that they are for. */

/** What is kept in the folder for settings, in a file for its owner alone. */
export interface Credentials {
  /** The server that was connected last; `null` for none. */
  readonly last: string | null;
  /** Keys by addresses. */
  readonly keys: Readonly<Record<string, string>>;
}

/** The file, in the folder for settings. */
export const CREDENTIALS_FILE = "credentials.json";

export const NO_CREDENTIALS: Credentials = { last: null, keys: {} };

const VERSION = 1;

/** Reads credentials; `null` for a text that holds none. */
export function parseCredentials(text: string): Credentials | null {
  try {
    const { version, last = null, keys } = Object(JSON.parse(text));
    const isRight = version === VERSION && (last === null || typeof last === "string") &&
      typeof keys === "object" && keys !== null && !Array.isArray(keys) &&
      Object.values(keys).every((key) => typeof key === "string");
    return isRight ? { last, keys } : null;
  } catch (problem) {
    if (problem instanceof SyntaxError) return null;
    throw problem;
  }
}

/** The credentials with a key for a server, which was connected last. */
export function withKey({ keys }: Credentials, url: string, key: string | null): Credentials {
  return { last: url, keys: key === null ? keys : { ...keys, [url]: key } };
}

export function formatCredentials(credentials: Credentials): string {
  return `${JSON.stringify({ version: VERSION, ...credentials }, null, 2)}\n`;
}
