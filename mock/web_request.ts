/** Converts between web requests and the requests of a mock's app. */

import { boundedBytes, TooLong } from "../core/bounded_body.ts";
import type { Answer } from "./answer.ts";
import { MAX_BODY_BYTES, type MockRequest } from "./mock_request.ts";

/** Reads a web request. Does not parse the URL, because parsing would normalize its path. */
export function mockRequest(request: Request): MockRequest {
  const { url, method, headers } = request;
  const start = url.indexOf("://") + 3;
  const [host = ""] = url.slice(start).split(/[/?#]/, 1);
  return {
    method,
    target: url.slice(start + host.length),
    scheme: url.startsWith("https:") ? "https" : "http",
    host: host.slice(host.lastIndexOf("@") + 1),
    contentType: headers.get("content-type"),
    header: (name) => headers.get(name),
    body: () => readBody(request),
  };
}

async function readBody({ headers, body }: Request): Promise<Uint8Array | null> {
  if (Number(headers.get("content-length")) > MAX_BODY_BYTES) return null;
  if (body === null) return new Uint8Array(0);
  try {
    return await boundedBytes(body, MAX_BODY_BYTES);
  } catch (problem) {
    if (problem instanceof TooLong) return null;
    throw problem;
  }
}

/** Converts an answer to a web response. */
export function webResponse({ status, headers, body }: Answer): Response {
  return new Response(body.length === 0 ? null : body, { status, headers });
}
