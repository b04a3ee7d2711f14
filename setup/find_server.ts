/** Which server to connect, and with which key. */

import { join } from "node:path";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { configFolder, LOCAL_KEY_FILE } from "../core/user_folders.ts";
import { isLocal, LOCAL_URL, readAddress } from "./address.ts";
import {
  type Credentials,
  CREDENTIALS_FILE,
  NO_CREDENTIALS,
  parseCredentials,
} from "./credentials.ts";
import type { SetupHost } from "./host.ts";
import { probe } from "./probe.ts";

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
}

/** Reads what is known of keys. */
export function readKeyFiles(host: SetupHost): KeyFiles | Diagnostic {
  const folder = configFolder(host.env, host.system === "windows");
  if (folder === null) return { credentials: NO_CREDENTIALS, path: null, localKey: null };
  const path = join(folder, CREDENTIALS_FILE);
  const file = host.read(path);
  const credentials = file.kind === "text" ? parseCredentials(file.text) : NO_CREDENTIALS;
  if (file.kind === "unreadable" || credentials === null) {
    const reason = file.kind === "unreadable" ? file.reason : "not what this version writes";
    const hint = "Move it away; then give the key again with --api-key-stdin";
    return error("file-unreadable", `Cannot read '${path}' (${reason}).`, { hint });
  }
  const local = host.read(host.env("LAYERWRIGHT_API_KEY_FILE") || join(folder, LOCAL_KEY_FILE));
  const localKey = local.kind === "text" ? local.text.trim() : null;
  return { credentials, path, localKey };
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
  { credentials, localKey }: KeyFiles,
  named: string | null,
  key: string | null,
): Promise<FoundServer | Diagnostic | null> {
  const given = named ?? (host.env("LAYERWRIGHT_URL") || credentials.last);
  const keyFor = (url: string) => key ?? credentials.keys[url] ?? (isLocal(url) ? localKey : null);
  if (given) {
    const url = readAddress(given);
    return typeof url === "string" ? { url, key: keyFor(url) } : url;
  }
  return await isLayerwright(host, keyFor(LOCAL_URL))
    ? { url: LOCAL_URL, key: keyFor(LOCAL_URL) }
    : null;
}

/** Whether Layerwright answers at the local address. A stranger there shall not be told the key. */
async function isLayerwright(host: SetupHost, key: string | null): Promise<boolean> {
  const first = await probe({ url: LOCAL_URL, headers: {} }, host.send);
  if (first.kind === "server") return first.name === "layerwright";
  if (first.kind !== "refused" || !first.challenge.includes('realm="layerwright"')) return false;
  if (key === null) return true;
  const headers = { Authorization: `Bearer ${key}` };
  const second = await probe({ url: LOCAL_URL, headers }, host.send);
  return second.kind === "server" ? second.name === "layerwright" : second.kind === "refused";
}
