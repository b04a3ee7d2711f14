/** The tool server: its address, whether it answers, and whether it has the key. */

import { isIP } from "node:net";
import { boundedText, TooLong } from "../core/bounded_body.ts";
import { error } from "../core/diagnostic.ts";
import { isKeyProof, NONCE, PROOF_PATH } from "../core/key_proof.ts";
import { isLoopback } from "../core/loopback.ts";
import { quotable } from "../core/printable.ts";
import { hostOf } from "../core/url_host.ts";
import { VERSION } from "../core/version.ts";
import type { SetupDiagnostic } from "./diagnostic.ts";
import { isTakenLiterally } from "./entry.ts";

/** The default address of the local server. */
export const LOCAL_URL = "http://127.0.0.1:8000/mcp";

/**
 * Parses the address of an endpoint. For an address without a path, the endpoint is at `/mcp`.
 *
 * @example
 * ```ts
 * import { readAddress } from "./server.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(readAddress("https://layerwright.example.com"), "https://layerwright.example.com/mcp");
 * ```
 */
export function readAddress(text: string): string | SetupDiagnostic {
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return invalidAddress(text, "not an HTTP address");
  }
  if (url.username !== "" || url.password !== "" || url.search !== "") {
    return invalidAddress(text, "addresses must not contain keys");
  }
  if (url.protocol === "http:" && !isLocal(url.href)) {
    return invalidAddress(text, "a key would be sent unencrypted; use https");
  }
  if (!isTakenLiterally(url.href)) {
    return invalidAddress(text, "some agents would replace $, `, { and }");
  }
  url.hash = "";
  if (url.pathname === "/") url.pathname = "/mcp";
  return url.href;
}

/**
 * Reports whether an address is on this computer.
 *
 * @example
 * ```ts
 * import { isLocal } from "./server.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(isLocal("http://[::1]:8000/mcp"), true);
 * ```
 */
export function isLocal(url: string): boolean {
  return isLoopback(hostOf(new URL(url)));
}

function invalidAddress(text: string, reason: string): SetupDiagnostic {
  return error("usage-option", `Invalid address '${quotable(text)}' (${reason}).`);
}

/** A server over HTTP, as an agent calls it. */
export interface HttpServer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The result of a probe. */
export type Probe =
  | { readonly kind: "server"; readonly name: string; readonly tools: number }
  /** The server requires a key, or rejects the key that it got. */
  | { readonly kind: "refused"; readonly status: number; readonly challenge: string }
  | { readonly kind: "unreachable"; readonly reason: string };

/** Sends a request, as `fetch` does. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

/** Timeout of a request, in milliseconds. */
export const REQUEST_TIMEOUT_MS = 10_000;

/** Maximum size of a response in bytes. The list of tools takes a few thousand. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** The name that Layerwright's server reports. */
export const SERVER_NAME = "layerwright";

/** The parameters of `initialize`. */
export const INITIALIZE = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "layerwright-setup", version: VERSION },
} as const;

/** Asks a server for its name and counts its tools. */
export async function probe({ url, headers }: HttpServer, send: Send): Promise<Probe> {
  const ask = async (id: number, method: string, params: object) => {
    const response = await send(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id, method, params }),
      // Following a redirect would send the key to another server.
      redirect: "manual",
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    return { response, text: await boundedText(response, MAX_ANSWER_BYTES) };
  };
  try {
    const hello = await ask(1, "initialize", INITIALIZE);
    if (hello.response.status === 401 || hello.response.status === 403) {
      const challenge = hello.response.headers.get("www-authenticate") ?? "";
      return { kind: "refused", status: hello.response.status, challenge };
    }
    const name = resultOf(hello.text)["serverInfo"];
    if (!hello.response.ok || typeof Object(name)["name"] !== "string") {
      return unreachable(`it answered ${hello.response.status}, unlike a tool server`);
    }
    const { tools } = resultOf((await ask(2, "tools/list", {})).text);
    const count = Array.isArray(tools) ? tools.length : 0;
    return { kind: "server", name: Object(name)["name"], tools: count };
  } catch (problem) {
    return unreachable(reasonOf(problem));
  }
}

function unreachable(reason: string): Probe {
  return { kind: "unreachable", reason };
}

/** Returns the result in a response: JSON, or the first event of a stream. */
function resultOf(text: string): Record<string, unknown> {
  const [, data = text] = /^data: ?(\{.*)$/m.exec(text) ?? [];
  try {
    return Object(Object(JSON.parse(data))["result"]);
  } catch (problem) {
    if (problem instanceof SyntaxError) return {};
    throw problem;
  }
}

/** Returns the reason for a failed request in a few words. Throws other errors. */
export function reasonOf(problem: unknown): string {
  if (problem instanceof DOMException && problem.name === "TimeoutError") return "no answer";
  if (!(problem instanceof Error)) throw problem;
  const said = `${problem.message} ${problem.cause instanceof Error ? problem.cause.message : ""}`;
  if (/refused/i.test(said)) return "connection refused";
  if (/dns|resolve|lookup/i.test(said)) return "unknown host";
  if (/certificate|tls/i.test(said)) return "its certificate is not trusted";
  return problem instanceof TypeError ? "no connection" : problem.message;
}

/** Maximum bytes of a proof. */
const MAX_PROOF_BYTES = 1024;

/**
 * Asks a local server to prove that it has a key. The key itself is not sent.
 *
 * @param url The endpoint's address. If its host is not an IP address, the result is `false`: a
 * name can resolve to several addresses, and another process may listen at one of them.
 */
export async function provesKey(send: Send, url: string, key: string): Promise<boolean> {
  const address = new URL(url);
  if (!isLocal(url) || isIP(hostOf(address)) === 0) return false;
  const { origin } = address;
  const nonce = crypto.getRandomValues(new Uint8Array(32)).toHex();
  try {
    const response = await send(`${origin}${PROOF_PATH}?${NONCE}=${nonce}`, {
      redirect: "manual",
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const proof = await boundedText(response, MAX_PROOF_BYTES);
    return response.ok && isKeyProof(proof, key, origin, nonce);
  } catch (problem) {
    // A failed connection is no proof. `reasonOf` rethrows all other errors.
    if (!(problem instanceof TooLong)) reasonOf(problem);
    return false;
  }
}
