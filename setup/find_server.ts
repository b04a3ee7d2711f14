/** Finds the server to connect, and its key. */

import { error, warning } from "../core/diagnostic.ts";
import type { KeyFiles } from "./credentials.ts";
import type { SetupDiagnostic } from "./diagnostic.ts";
import { shown } from "./files.ts";
import type { SetupHost } from "./host.ts";
import { KEY_VARIABLE, type SetupOptions } from "./options.ts";
import { isLocal, LOCAL_URL, probe, provesKey, readAddress, SERVER_NAME } from "./server.ts";

/** A server to connect. */
export interface FoundServer {
  readonly url: string;
  /** `null` if unknown. */
  readonly key: string | null;
}

/** The options about the server. */
type Given = Pick<SetupOptions, "url" | "key" | "keyFromEnv">;

/**
 * Finds the server: the given one, the one connected last, or the local one.
 *
 * @returns `null` if there is none.
 */
export async function findServer(
  host: SetupHost,
  keys: KeyFiles,
  given: Given,
): Promise<FoundServer | SetupDiagnostic | null> {
  const named = given.url ?? (host.env("LAYERWRIGHT_URL") || null);
  const { last } = keys.credentials;
  const url = readAddress(named ?? last ?? LOCAL_URL);
  if (typeof url !== "string") return url;
  if (named === null && last === null && !await isLayerwright(host, url)) return null;
  // Any process can listen at a local address that was not given this time.
  const problem = named === null && isLocal(url) ? await unproven(host, url, keys, given) : null;
  return problem ?? { url, key: await keyFor(host, url, keys, given.key) };
}

/** Reports that a server did not prove that it has the key; `null` if it did. */
async function unproven(
  host: SetupHost,
  url: string,
  { credentials }: KeyFiles,
  { key, keyFromEnv }: Given,
): Promise<SetupDiagnostic | null> {
  const fromEnv = keyFromEnv ? host.env(KEY_VARIABLE) || null : null;
  const sent = key ?? fromEnv ?? credentials.keys[url] ?? null;
  if (sent === null || await provesKey(host.send, url, sent)) return null;
  const message = `The server at ${url} did not prove that it has this key.`;
  return error("setup-key", message, { hint: `To send it the key, add --url ${url}` });
}

/** Finds the key for a server. A given key comes first. */
export async function keyFor(
  host: SetupHost,
  url: string,
  { credentials, localKey }: KeyFiles,
  given: string | null,
): Promise<string | null> {
  const known = given ?? credentials.keys[url] ?? null;
  if (known !== null || localKey === null) return known;
  // Any process can listen on this computer and call itself Layerwright.
  return await provesKey(host.send, url, localKey) ? localKey : null;
}

/**
 * Warns that setup did not send the local key to a local server.
 *
 * @returns `null` without such a key, or for a server elsewhere.
 */
export function localKeyWarning(
  host: SetupHost,
  url: string,
  { localKey, localPath }: KeyFiles,
): SetupDiagnostic | null {
  if (localKey === null || localPath === null || !isLocal(url)) return null;
  const message = `The server at ${url} did not prove that it has the key in ${
    shown(host, localPath)
  }`;
  const hint = "Start it with layerwright serve and use its IP address, such as " +
    `${LOCAL_URL}, or give the key with --api-key-stdin`;
  return warning("setup-key", message, { hint });
}

/** Reports whether a server calls itself Layerwright. */
export async function isLayerwright(host: SetupHost, url: string): Promise<boolean> {
  const answer = await probe({ url, headers: {} }, host.send);
  if (answer.kind === "server") return answer.name === SERVER_NAME;
  return answer.kind === "refused" && answer.challenge.includes(`realm="${SERVER_NAME}"`);
}
