/** Looks up the latest release with one anonymous request. */

import { isLoopback } from "../../core/loopback.ts";
import { hostOf } from "../../core/url_host.ts";
import { reasonOf, REQUEST_TIMEOUT_MS, type Send } from "../../setup/server.ts";

/** Address of the releases, unless `LAYERWRIGHT_DOWNLOAD_URL` names a mirror. */
export const RELEASES = "https://github.com/layerwright/layerwright/releases";

/** The result of a lookup. */
export type LatestRelease =
  | { readonly kind: "release"; readonly version: string }
  /** `reason`: why the lookup failed, in a few words. */
  | { readonly kind: "unknown"; readonly reason: string };

/** The version of a release. Pre-releases do not match. */
const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/;

/**
 * Looks up the latest release: `<releases>/latest` redirects to `<releases>/tag/v<version>`. Only the
 * headers of the response are read.
 *
 * @param releases The address, without a trailing slash.
 * @param timeoutMs Timeout in milliseconds.
 */
export async function latestRelease(
  releases: string,
  send: Send,
  timeoutMs: number = REQUEST_TIMEOUT_MS,
): Promise<LatestRelease> {
  const unknown = (reason: string): LatestRelease => ({ kind: "unknown", reason });
  if (!isSafe(releases)) return unknown("not an https address");
  const address = `${releases}/latest`;
  let response: Response;
  try {
    response = await send(address, {
      redirect: "manual",
      // The default user agent would reveal the runtime and its version.
      headers: { "User-Agent": "layerwright" },
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (problem) {
    return unknown(reasonOf(problem));
  }
  await response.body?.cancel();
  const location = response.headers.get("Location");
  if (response.status < 300 || response.status > 399 || location === null) {
    return unknown(`HTTP ${response.status}`);
  }
  const target = URL.parse(location, address)?.href ?? "";
  const before = new URL("tag/v", address).href;
  if (!target.startsWith(before)) return unknown("redirects elsewhere");
  const version = target.slice(before.length);
  return VERSION.test(version)
    ? { kind: "release", version }
    : unknown("no version in the redirect");
}

/** Reports whether an address is https, or plain http on this computer. */
function isSafe(releases: string): boolean {
  const url = URL.parse(releases);
  if (url === null || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(hostOf(url)));
}
