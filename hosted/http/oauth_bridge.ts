/** Lets a handler for Node's HTTP server answer web requests. */

// @ts-types="@types/oidc-provider"
import type { Provider } from "oidc-provider";
import type { toReqRes } from "fetch-to-node";

/** A request and a response, as Node's HTTP server passes them to a handler. */
export type NodeExchange = ReturnType<typeof toReqRes>;

// Loaded late, because few requests need the authorization server.
const bridge = () => import("fetch-to-node");

/**
 * Converts a request.
 *
 * @param peer The client's IP address.
 * @param isSecure Whether the client uses https, even if a proxy terminates TLS.
 */
export async function nodeExchange(
  request: Request,
  peer: string,
  isSecure: boolean,
): Promise<NodeExchange> {
  const { toReqRes } = await bridge();
  const exchange = toReqRes(request);
  // The library reads these properties of the socket.
  const socket = { encrypted: isSecure, remoteAddress: peer, destroy() {} };
  Object.defineProperty(exchange.req, "socket", { value: socket });
  return exchange;
}

/** Lets the authorization server answer. */
export async function answerAsNode(
  provider: Provider,
  { req, res }: NodeExchange,
): Promise<Response> {
  const { toFetchResponse } = await bridge();
  provider.callback()(req, res);
  return await toFetchResponse(res);
}
