/** Which server to connect, and with which key. */

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
  /** `null` if none is known. */
  readonly key: string | null;
}

/** What the person gave. */
type Given = Pick<SetupOptions, "url" | "key" | "keyFromEnv">;

/**
 * Finds the server: the one that was named, the one that was connected last, or the local one.
 *
 * @returns `null` if there is none to be found.
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
  // Any process may listen at an address of this computer that nobody names this time.
  const problem = named === null && isLocal(url) ? await unproven(host, url, keys, given) : null;
  return problem ?? { url, key: await keyFor(host, url, keys, given.key) };
}

/** Finds out that a server lacks the key that it would be sent; `null` if it has it. */
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

/** Finds the key for a server. The key that was given counts most. */
export async function keyFor(
  host: SetupHost,
  url: string,
  { credentials, localKey }: KeyFiles,
  given: string | null,
): Promise<string | null> {
  const known = given ?? credentials.keys[url] ?? null;
  if (known !== null || localKey === null) return known;
  // Any process may listen on this computer, and say that it is Layerwright.
  return await provesKey(host.send, url, localKey) ? localKey : null;
}

/**
 * Warns that a server of this computer is not sent the local key.
 *
 * @returns `null` if there is no such key, or the server is another computer's.
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
  const hint = "Start it with layerwright serve and name it by its number, such as " +
    `${LOCAL_URL}; or give the key with --api-key-stdin`;
  return warning("setup-key", message, { hint });
}

/** Reports whether Layerwright answers at an address, as far as it says so itself. */
export async function isLayerwright(host: SetupHost, url: string): Promise<boolean> {
  const answer = await probe({ url, headers: {} }, host.send);
  if (answer.kind === "server") return answer.name === SERVER_NAME;
  return answer.kind === "refused" && answer.challenge.includes(`realm="${SERVER_NAME}"`);
}
