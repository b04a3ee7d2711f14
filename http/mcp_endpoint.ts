/** The protocol over HTTP, in both of its eras, without a session in either. */

import {
  createMcpHandler,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isLegacyRequest,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type McpRequestContext,
  type McpServer,
  PerRequestHTTPServerTransport,
  preloadSchemas,
  PROTOCOL_VERSION_META_KEY,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import type { Principal } from "./gate.ts";

/** Makes the server for one exchange with a caller. */
export type MakeServer = (principal: Principal) => McpServer | Server;

/** Answers one message of a caller whom the gate let in. */
export type McpEndpoint = (
  request: Request,
  message: unknown,
  principal: Principal,
) => Promise<Response>;

const INVALID_REQUEST = -32600;
const UNSUPPORTED_VERSION = -32000;

/** Streams on which a client waits for news; there never are any, so few will do. */
const MOST_SUBSCRIPTIONS = 16;

/**
 * Makes the endpoint.
 *
 * @param onError Hears of messages that the protocol refuses.
 */
export function createMcpEndpoint(
  makeServer: MakeServer,
  onError: (problem: Error) => void,
): McpEndpoint {
  preloadSchemas();
  const principals = new WeakMap<Request, Principal>();
  const factory = ({ requestInfo }: McpRequestContext) => {
    const principal = requestInfo === undefined ? undefined : principals.get(requestInfo);
    if (principal === undefined) throw new Error("A request passed the gate without a principal");
    return makeServer(principal);
  };
  const modern = createMcpHandler(factory, {
    legacy: "reject",
    onerror: onError,
    maxSubscriptions: MOST_SUBSCRIPTIONS,
  });
  return async (original, message, principal) => {
    const request = withoutSignal(original);
    if (!claimsToBeModern(message) && await isLegacyRequest(request, message)) {
      return await answerLegacy(() => makeServer(principal), request, message);
    }
    principals.set(request, principal);
    return await modern.fetch(request, { parsedBody: message });
  };
}

/** Whether a message says its revision itself, which only those since 2026-07-28 do. */
function claimsToBeModern(message: unknown): boolean {
  const { params } = Object(message);
  return Object(Object(params)["_meta"])[PROTOCOL_VERSION_META_KEY] !== undefined;
}

/**
 * The request without the signal that its client went away: a call is done to its end, as the protocol
 * wants it, and Deno aborts that signal after every answer.
 */
function withoutSignal({ url, method, headers }: Request): Request {
  return new Request(url, { method, headers });
}

/** Answers a message of the era with `initialize`, up to the revision of 2025-11-25. */
async function answerLegacy(
  makeServer: () => McpServer | Server,
  request: Request,
  message: unknown,
): Promise<Response> {
  if (!isJSONRPCRequest(message) && !isJSONRPCNotification(message)) {
    return refused(INVALID_REQUEST, "Neither a request nor a notification");
  }
  const version = request.headers.get("mcp-protocol-version");
  const isKnown = version === null || SUPPORTED_PROTOCOL_VERSIONS.includes(version);
  if (!isKnown && message.method !== "initialize") {
    return refused(UNSUPPORTED_VERSION, "Unsupported protocol version");
  }
  return await exchange(makeServer(), request, message);
}

async function exchange(
  server: McpServer | Server,
  request: Request,
  message: JSONRPCRequest | JSONRPCNotification,
): Promise<Response> {
  const transport = new PerRequestHTTPServerTransport({ classification: { era: "legacy" } });
  await server.connect(transport);
  const response = await transport.handleMessage(message, { request });
  // An answer closes the exchange; a notification has none.
  if (response.status === 202) await server.close();
  // Clients of this era take a 404 for a session that ended, not for an unknown method.
  if (response.status !== 404) return response;
  return new Response(response.body, { headers: response.headers });
}

function refused(code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status: 400 });
}
