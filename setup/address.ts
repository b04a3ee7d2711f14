/** The address of a server, as people give it. */

import { error } from "../core/diagnostic.ts";
import { isLoopback } from "../core/loopback.ts";
import { quotable } from "../core/printable.ts";
import { hostOf } from "../core/url_host.ts";
import type { SetupDiagnostic } from "./diagnostic.ts";
import { isTakenLiterally } from "./entry.ts";

/** Where the local server listens, unless it was told otherwise. */
export const LOCAL_URL = "http://127.0.0.1:8000/mcp";

/**
 * Reads an address: that of the endpoint, or an origin, whose endpoint is at `/mcp`.
 *
 * @example
 * ```ts
 * import { readAddress } from "./address.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(readAddress("https://layerwright.example.com"), "https://layerwright.example.com/mcp");
 * ```
 */
export function readAddress(text: string): string | SetupDiagnostic {
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:$/.test(url.protocol)) return invalid(text, "no http address");
  if (url.username !== "" || url.password !== "" || url.search !== "") {
    return invalid(text, "keys do not belong into addresses");
  }
  if (url.protocol === "http:" && !isLocal(url.href)) {
    return invalid(text, "a key would travel unprotected; use https");
  }
  if (!isTakenLiterally(url.href)) {
    return invalid(text, "some agents would replace $, `, { and }");
  }
  url.hash = "";
  if (url.pathname === "/") url.pathname = "/mcp";
  return url.href;
}

/**
 * Whether an address is one of this computer.
 *
 * @example
 * ```ts
 * import { isLocal } from "./address.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(isLocal("http://[::1]:8000/mcp"), true);
 * ```
 */
export function isLocal(url: string): boolean {
  return isLoopback(hostOf(new URL(url)));
}

function invalid(text: string, reason: string): SetupDiagnostic {
  return error("usage-option", `Invalid address '${quotable(text)}' (${reason}).`);
}
