/** Which server to connect, and with which key. */

import { join } from "node:path";
import type { Diagnostic } from "../core/diagnostic.ts";
import { configFolder, LOCAL_KEY_FILE } from "../core/user_folders.ts";
import { isLocal, LOCAL_URL, readAddress } from "./address.ts";
import {
  type Credentials,
  CREDENTIALS_FILE,
  NO_CREDENTIALS,
  parseCredentials,
} from "./credentials.ts";
import { shown } from "./files.ts";
import type { SetupHost } from "./host.ts";
import { probe, SERVER_NAME } from "./probe.ts";
import { readProblem } from "./problems.ts";

/** A server to connect. */
export interface FoundServer {
  readonly url: string;
  /** `null` if none is known. */
  readonly key: string | null;
}

/** The files with keys, as far as the person has a place for them. */
export interface KeyFiles {
  readonly credentials: Credentials;
  /** Where they are kept; `null` if there is no place. */
  readonly path: string | null;
  /** The key of the local server; `null` if it made none. */
  readonly localKey: string | null;
  /** Where that is kept. */
  readonly localPath: string | null;
}

const NO_KEYS = { credentials: NO_CREDENTIALS, path: null, localKey: null, localPath: null };

/** Reads what is known of keys. */
export function readKeyFiles(host: SetupHost): KeyFiles | Diagnostic {
  const folder = configFolder(host.env, host.system === "windows");
  if (folder === null) return NO_KEYS;
  const path = join(folder, CREDENTIALS_FILE);
  const file = host.read(path);
  const credentials = file.kind === "text" ? parseCredentials(file.text) : NO_CREDENTIALS;
  if (file.kind === "unreadable" || credentials === null) {
    const reason = file.kind === "unreadable" ? file.reason : "not what this version writes";
    const hint = "Move it away; then give the key again with --api-key-stdin";
    return readProblem(shown(host, path), reason, { hint });
  }
  const localPath = host.env("LAYERWRIGHT_API_KEY_FILE") || join(folder, LOCAL_KEY_FILE);
  const local = host.read(localPath);
  const localKey = local.kind === "text" ? local.text.trim() || null : null;
  return { credentials, path, localKey, localPath };
}

/**
 * Finds the server: the one that was named, the one that was connected last, or the local one.
 *
 * @param named The address that was given; `null` for none.
 * @param key The key that was given; `null` for none.
 * @returns `null` if there is none to be found.
 */
export async function findServer(
  host: SetupHost,
  keys: KeyFiles,
  named: string | null,
  key: string | null,
): Promise<FoundServer | Diagnostic | null> {
  const given = named ?? (host.env("LAYERWRIGHT_URL") || keys.credentials.last);
  if (given !== null) {
    const url = readAddress(given);
    return typeof url === "string" ? { url, key: await keyFor(host, url, keys, key) } : url;
  }
  return await isLayerwright(host, LOCAL_URL)
    ? { url: LOCAL_URL, key: key ?? keys.credentials.keys[LOCAL_URL] ?? keys.localKey }
    : null;
}

/** The key for a server, as far as it is known: the one that was given counts most. */
export async function keyFor(
  host: SetupHost,
  url: string,
  { credentials, localKey }: KeyFiles,
  given: string | null,
): Promise<string | null> {
  const known = given ?? credentials.keys[url] ?? null;
  if (known !== null || localKey === null || !isLocal(url)) return known;
  // Whatever else listens on this computer shall not be told the key.
  return await isLayerwright(host, url) ? localKey : null;
}

/** Whether Layerwright answers at an address, which is told no key. */
async function isLayerwright(host: SetupHost, url: string): Promise<boolean> {
  const answer = await probe({ url, headers: {} }, host.send);
  if (answer.kind === "server") return answer.name === SERVER_NAME;
  return answer.kind === "refused" && answer.challenge.includes(`realm="${SERVER_NAME}"`);
}
