/** Serves the protocol over stateless HTTP, both in its current and in its legacy form. */

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
import type { ToolServerOptions } from "../mcp/call_tool.ts";
import { answerDirectly, type DirectRequest, readDirectRequest } from "../mcp/direct_answer.ts";
import { createToolServer } from "../mcp/tool_server.ts";
import type { Principal } from "./gate.ts";
import { INVALID_REQUEST } from "./json_body.ts";
import { KnownEnvelopes } from "./known_envelopes.ts";

/** The sender of a message. */
export interface Sender {
  readonly principal: Principal;
  /** The text of the message if it is so long that its parsed form lacks the tool's arguments; otherwise `null`. */
  readonly longMessage: string | null;
}

/** The service behind the endpoint. */
export interface McpService {
  /** Creates the server for one exchange with a caller. */
  makeServer(sender: Sender): McpServer | Server;
  /** Returns the options of a caller's tools. Omitted if the service offers other tools than Layerwright's. */
  toolsOf?(sender: Sender): ToolServerOptions;
}

/** Creates the service that offers Layerwright's own tools. */
export function toolService(toolsOf: (sender: Sender) => ToolServerOptions): McpService {
  return { toolsOf, makeServer: (sender) => createToolServer(toolsOf(sender)) };
}

/** Answers one message of an authenticated caller. */
export type McpEndpoint = (
  request: Request,
  message: unknown,
  sender: Sender,
) => Promise<Response>;

const UNSUPPORTED_VERSION = -32000;

/** Maximum number of subscription streams. The server never sends messages on these streams, so few are enough. */
const MAX_SUBSCRIPTIONS = 16;

/**
 * Creates the endpoint.
 *
 * @param onError Receives errors about messages that the protocol rejects.
 */
export function createMcpEndpoint(
  { makeServer, toolsOf }: McpService,
  onError: (problem: Error) => void,
): McpEndpoint {
  preloadSchemas();
  const known = new KnownEnvelopes();
  const senders = new WeakMap<Request, Sender>();
  const factory = ({ requestInfo }: McpRequestContext) => {
    const sender = requestInfo === undefined ? undefined : senders.get(requestInfo);
    if (sender === undefined) throw new Error("A request passed the gate without a principal");
    return makeServer(sender);
  };
  const modern = createMcpHandler(factory, {
    legacy: "reject",
    onerror: onError,
    maxSubscriptions: MAX_SUBSCRIPTIONS,
  });
  return async (original, message, sender) => {
    const direct = toolsOf === undefined ? null : readDirectRequest(message);
    if (direct !== null && toolsOf !== undefined && headersMatch(direct, original.headers, known)) {
      const text = await answerDirectly(direct, toolsOf(sender));
      if (text !== null) return new Response(text, { headers: JSON_TYPE });
    }
    const request = withoutSignal(original);
    if (!claimsToBeModern(message) && await isLegacyRequest(request, message)) {
      return await answerLegacy(() => makeServer(sender), request, message);
    }
    senders.set(request, sender);
    const response = await modern.fetch(request, { parsedBody: message });
    if (response.ok && direct !== null && direct.envelope !== null) known.add(direct.envelope);
    return response;
  };
}

const JSON_TYPE = { "Content-Type": "application/json" };

/**
 * Reports whether the headers match the message. If they do not, the SDK handles the request and responds
 * with the error.
 */
function headersMatch(
  { envelope, called }: DirectRequest,
  headers: Headers,
  known: KnownEnvelopes,
): boolean {
  const version = headers.get("mcp-protocol-version");
  const method = headers.get("mcp-method");
  const name = headers.get("mcp-name");
  if (envelope === null) {
    const isKnown = version === null || SUPPORTED_PROTOCOL_VERSIONS.includes(version);
    return isKnown && method === null && name === null;
  }
  return known.has(envelope) && method === (called === null ? "tools/list" : "tools/call") &&
    name === (called?.name ?? null) &&
    version === (envelope as Record<string, unknown>)[PROTOCOL_VERSION_META_KEY];
}

/** Reports whether a message names its protocol revision, as messages do since 2026-07-28. */
function claimsToBeModern(message: unknown): boolean {
  const { params } = Object(message);
  return Object(Object(params)["_meta"])[PROTOCOL_VERSION_META_KEY] !== undefined;
}

/**
 * Returns a request without its abort signal. The protocol wants calls to continue after a disconnect, and
 * Deno aborts the signal after every response.
 */
function withoutSignal({ url, method, headers }: Request): Request {
  return new Request(url, { method, headers });
}

/** Answers a message of the legacy era, up to the revision of 2025-11-25. */
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
  // A response closes the server when it is sent. A notification gets no response, so the server is closed
  // here.
  if (response.status === 202) await server.close();
  // Clients of this era take a 404 for the end of a session, not for an unknown method.
  if (response.status !== 404) return response;
  return new Response(response.body, { headers: response.headers });
}

function refused(code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status: 400 });
}
