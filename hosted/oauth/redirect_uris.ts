/** Where apps may have people led back to. */

import { isLoopback } from "../../core/loopback.ts";
import { hostOf } from "../../core/url_host.ts";

/** As many as an app may name. */
export const MOST_REDIRECT_URIS = 10;

const LONGEST = 2_000;

/**
 * Schemes that mean something to browsers or operating systems; an app's own are none of them
 * (RFC 8252, 7.1).
 */
const NOT_PRIVATE = new RegExp(
  `^(?:${
    [
      "about|blob|data|file|filesystem|javascript|livescript|mocha|vbscript|view-source|wyciwyg",
      "brave|chrome|edge|microsoft-edge|opera|resource|vivaldi|[a-z-]+-extension|chrome-.*|res",
      "ftps?|gopher|ldaps?|news|nntp|sftp|smb|nfs|afp|ssh|telnet|rlogin|wss?|jar|mhtml|mk|ms-.*",
      "callto|facetime(?:-.*)?|mailto|sips?|skype|sms|tel|intent|android-app|market|itms.*",
      "hcp|its|knownfolder|search|search-ms|shell|x-apple.*",
    ].join("|")
  }):$`,
);

/**
 * Whether an app may name an address: by https, on the person's own computer, or with a scheme of the
 * app's own.
 *
 * @example
 * ```ts
 * import { isRedirectUri } from "./redirect_uris.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(isRedirectUri("http://127.0.0.1/callback"), true);
 * equal(isRedirectUri("http://app.example/callback"), false);
 * ```
 */
export function isRedirectUri(text: unknown): boolean {
  if (typeof text !== "string" || text.length > LONGEST) return false;
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return false;
  // What follows would be in front of the code (RFC 6749, 3.1.2).
  if (text.includes("#")) return false;
  if (url.protocol === "https:") return true;
  if (url.protocol === "http:") return isLoopback(hostOf(url));
  return !NOT_PRIVATE.test(url.protocol);
}
