/** Talking to a server as a client would: is it Layerwright, and does it offer its tools? */

import { VERSION } from "../core/version.ts";
import { boundedText } from "../core/bounded_body.ts";

/** How a client would call a server over HTTP. */
export interface HttpServer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What came of it. */
export type Probe =
  | { readonly kind: "server"; readonly name: string; readonly tools: number }
  /** It wants a key, or another one. */
  | { readonly kind: "refused"; readonly status: number; readonly challenge: string }
  | { readonly kind: "unreachable"; readonly reason: string };

/** How a request is sent: `fetch`, or what stands for it. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

/** How long a server may take to answer. */
export const PATIENCE_MS = 10_000;

/** Maximum length of an answer in bytes: the tools are some thousand long. */
const LONGEST_ANSWER = 1024 * 1024;

/** What Layerwright says of itself. */
export const SERVER_NAME = "layerwright";

/** What a client says of itself, as the parameters of `initialize`. */
export const INITIALIZE = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "layerwright-setup", version: VERSION },
} as const;

/** Asks a server who it is and counts its tools. */
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
      // A key is for the server that it was given for, and for no other.
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return { response, text: await boundedText(response, LONGEST_ANSWER) };
  };
  try {
    const hello = await ask(1, "initialize", INITIALIZE);
    if (hello.response.status === 401 || hello.response.status === 403) {
      const challenge = hello.response.headers.get("www-authenticate") ?? "";
      return { kind: "refused", status: hello.response.status, challenge };
    }
    const name = resultOf(hello.text)["serverInfo"];
    if (!hello.response.ok || typeof Object(name)["name"] !== "string") {
      return unreachable(`it answered ${hello.response.status}, as no tool server does`);
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

/** The result in an answer: JSON, or the first event of a stream. */
function resultOf(text: string): Record<string, unknown> {
  const [, data = text] = /^data: ?(\{.*)$/m.exec(text) ?? [];
  try {
    return Object(Object(JSON.parse(data))["result"]);
  } catch (problem) {
    if (problem instanceof SyntaxError) return {};
    throw problem;
  }
}

/** Why there is no answer, in a few words; what is no such thing is thrown on. */
export function reasonOf(problem: unknown): string {
  if (problem instanceof DOMException && problem.name === "TimeoutError") return "no answer";
  if (!(problem instanceof Error)) throw problem;
  const said = `${problem.message} ${problem.cause instanceof Error ? problem.cause.message : ""}`;
  if (/refused/i.test(said)) return "connection refused";
  if (/dns|resolve|lookup/i.test(said)) return "unknown host";
  if (/certificate|tls/i.test(said)) return "its certificate is not trusted";
  return problem instanceof TypeError ? "no connection" : problem.message;
}
