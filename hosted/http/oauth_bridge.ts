/** Lets what was written for Node's servers answer requests of the web's kind. */

// @ts-types="@types/oidc-provider"
import type { Provider } from "oidc-provider";
import type { toReqRes } from "fetch-to-node";

/** A request in both kinds. */
export type NodeExchange = ReturnType<typeof toReqRes>;

// Loaded when somebody asks for the authorization server: few do, and a server should be there at once.
const bridge = () => import("fetch-to-node");

/** @param isSecure Whether the request came by https, wherever that ended. */
export async function nodeExchange(
  request: Request,
  peer: string,
  isSecure: boolean,
): Promise<NodeExchange> {
  const { toReqRes } = await bridge();
  const exchange = toReqRes(request);
  // The library asks its socket for what only sockets know.
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
