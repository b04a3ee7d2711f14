/** Rules for the redirect URIs of apps. */

import { isLoopback } from "../../core/loopback.ts";
import { hostOf } from "../../core/url_host.ts";

/** Maximum number of redirect URIs of an app. */
export const MAX_REDIRECT_URIS = 10;

const MAX_LENGTH = 2_000;

/**
 * Schemes that browsers or operating systems handle themselves. These are not private-use schemes (RFC 8252,
 * 7.1), so apps may not use them.
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
 * Reports whether an app may use a redirect URI. The URI must have the scheme https or a private-use scheme,
 * or lead to the person's own computer.
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
  if (typeof text !== "string" || text.length > MAX_LENGTH) return false;
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return false;
  // A redirect URI must not have a fragment (RFC 6749, 3.1.2).
  if (text.includes("#")) return false;
  if (url.protocol === "https:") return true;
  if (url.protocol === "http:") return isLoopback(hostOf(url));
  return !NOT_PRIVATE.test(url.protocol);
}
