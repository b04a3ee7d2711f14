/** Reads and writes the API keys that setup saves, by server. */

import { join } from "node:path";
import { error } from "../core/diagnostic.ts";
import { configFolder, LOCAL_KEY_FILE } from "../core/user_folders.ts";
import type { SetupDiagnostic } from "./diagnostic.ts";
import { readProblem, shown, writeProblem } from "./files.ts";
import type { SetupHost } from "./host.ts";
import type { MadeKey } from "./login/log_in.ts";

/** The contents of the credentials file, which only its owner can read. */
export interface Credentials {
  /** The server connected last, or `null`. */
  readonly last: string | null;
  /** Keys by server address. */
  readonly keys: Readonly<Record<string, string>>;
  /** The ids of keys that a login created, by server address. */
  readonly made: Readonly<Record<string, string>>;
}

/** Name of the file in the configuration folder. */
const CREDENTIALS_FILE = "credentials.json";

const NO_CREDENTIALS: Credentials = { last: null, keys: {}, made: {} };

const VERSION = 1;

/**
 * Parses credentials.
 *
 * @returns `null` if the text is not in this format.
 */
function parseCredentials(text: string): Credentials | null {
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

/**
 * Returns the credentials after connecting to a server.
 *
 * @param key The server's new key; `null` to keep the saved one.
 */
export function withKey(credentials: Credentials, url: string, key: string | null): Credentials {
  const { keys, made } = credentials;
  if (key === null || key === keys[url]) return { last: url, keys, made };
  const others = withoutKey(credentials, url);
  return { last: url, keys: { ...keys, [url]: key }, made: others.made };
}

/** Returns the credentials with a key that a login created. */
export function withMadeKey(
  credentials: Credentials,
  url: string,
  { id, key }: MadeKey,
): Credentials {
  const { last, keys, made } = withKey(credentials, url, key);
  return { last, keys, made: { ...made, [url]: id } };
}

/** Returns the credentials without the key for a server. */
export function withoutKey({ last, keys, made }: Credentials, url: string): Credentials {
  const others = (texts: Credentials["keys"]) =>
    Object.fromEntries(Object.entries(texts).filter(([address]) => address !== url));
  return { last, keys: others(keys), made: others(made) };
}

function formatCredentials({ last, keys, made }: Credentials): string {
  const logins = Object.keys(made).length === 0 ? {} : { made };
  return `${JSON.stringify({ version: VERSION, last, keys, ...logins }, null, 2)}\n`;
}

/** A server to connect. */
export interface FoundServer {
  readonly url: string;
  /** `null` if unknown. */
  readonly key: string | null;
}

/** The saved keys, and the paths of their files. */
export interface KeyFiles {
  readonly credentials: Credentials;
  /** The path of the credentials file; `null` without a configuration folder. */
  readonly path: string | null;
  /** The local server's key, or `null`. */
  readonly localKey: string | null;
  /** The path of the local server's key. */
  readonly localPath: string | null;
}

const NO_KEYS = { credentials: NO_CREDENTIALS, path: null, localKey: null, localPath: null };

/** Reads the saved keys. */
export function readKeyFiles(host: SetupHost): KeyFiles | SetupDiagnostic {
  const folder = configFolder(host.env, host.system === "windows");
  if (folder === null) return NO_KEYS;
  const path = join(folder, CREDENTIALS_FILE);
  const file = host.read(path);
  const credentials = file.kind === "text" ? parseCredentials(file.text) : NO_CREDENTIALS;
  if (file.kind === "unreadable" || credentials === null) {
    const reason = file.kind === "unreadable" ? file.reason : "not in this version's format";
    const hint = "Move the file, then give the key again with --api-key-stdin";
    return readProblem(shown(host, path), reason, { hint });
  }
  const localPath = host.env("LAYERWRIGHT_API_KEY_FILE") || join(folder, LOCAL_KEY_FILE);
  const local = host.read(localPath);
  const localKey = local.kind === "text" ? local.text.trim() || null : null;
  return { credentials, path, localKey, localPath };
}

const HINT = "Set HOME, or APPDATA on Windows";

/**
 * Changes the credentials file.
 *
 * @returns The problem, or `null`.
 */
export function changeCredentials(
  host: SetupHost,
  change: (kept: Credentials) => Credentials,
): SetupDiagnostic | null {
  const keys = readKeyFiles(host);
  if ("severity" in keys) return keys;
  const { path, credentials } = keys;
  if (path === null) return error("setup-state", "No folder to keep API keys in.", { hint: HINT });
  const found = host.read(path);
  const before = found.kind === "text" ? found.text : null;
  const after = formatCredentials(change(credentials));
  host.makePrivate(found.real);
  if (before === after) return null;
  const outcome = host.write({ file: found.real, before, after, backup: null });
  return outcome.kind === "written" ? null : writeProblem(shown(host, path), outcome);
}
