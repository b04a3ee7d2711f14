/** The address on which a server listens. */

import { type Diagnostic, error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";

/** Parses a port from 0 to 65535. */
export function readPort(text: string): number | Diagnostic {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  return error("usage-option", `Invalid port '${quotable(text)}' (must be 0 to 65535).`);
}

/**
 * Returns a host in the form that URLs need. Replaces a host that means every interface with a loopback
 * address.
 */
export function shownHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

/** Returns the error of a server that cannot listen. `hint` is added if another process uses the port. */
export function cannotListen(
  { host, port }: { readonly host: string; readonly port: number },
  reason: string,
  hint: string,
): Diagnostic {
  const message = `Cannot listen on ${shownHost(host)}:${port} (${reason}).`;
  return error("server-failed", message, reason === IN_USE ? { hint } : {});
}

/** The system's message for a port that another process uses. */
const IN_USE = "Address already in use";

/** Our message for a host whose name has no address, because each system has a different message. */
export const UNKNOWN_HOST = "Unknown host";

/** The system's messages for error codes of `node:net`. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: "Permission denied",
  EADDRINUSE: IN_USE,
  EADDRNOTAVAIL: "Cannot assign requested address",
  EINVAL: "Invalid argument",
  ENOTFOUND: UNKNOWN_HOST,
};

/** Returns the reason why `node:net` could not use an address, or `null` for any other error. */
export function addressProblem(problem: unknown): string | null {
  const { code } = Object(problem);
  return typeof code === "string" && Object.hasOwn(REASONS, code) ? REASONS[code] ?? null : null;
}
