/** Serves the mocks of a spec to web requests. */

import { readSpec } from "../spec/read_spec.ts";
import type { ApiSpecInput } from "../spec/api_spec_input.ts";
import { boundedBytes, TooLong } from "../core/bounded_body.ts";
import { MAX_BODY_BYTES, mockApp, type MockRequest } from "./mock_app.ts";
import type { Answer } from "./answer.ts";

/**
 * Creates a mock of the API that a spec describes. It answers as the generated app does, byte for byte: the
 * mocks, default responses, errors, and redirects. It uses no network and no files.
 *
 * @param spec The spec: JSON text, or a value. To keep `1.0` apart from `1`, pass it as text.
 * @returns A function that answers a request. Only the method, the URL, the content type and the body of the
 * request count.
 * @throws {TypeError} If the spec has errors. The message lists them.
 *
 * @example
 * ```ts
 * import { createMock } from "@layerwright/layerwright";
 * import { deepEqual, equal } from "node:assert/strict";
 *
 * const mock = createMock({ routes: { products: { type: "GET", mock: [{ id: 1 }] } } });
 * const response = await mock(new Request("http://localhost/products"));
 * equal(response.status, 200);
 * deepEqual(await response.json(), [{ id: 1 }]);
 *
 * const refused = await mock(new Request("http://localhost/products", { method: "POST" }));
 * equal(refused.status, 405);
 * ```
 */
export function createMock(
  spec: string | ApiSpecInput,
): (request: Request) => Promise<Response> {
  const { spec: checked, diagnostics } = readSpec(spec, { path: "spec.json" });
  if (checked === null) {
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    throw new TypeError(errors.map(({ message }) => message).join("\n"));
  }
  const app = mockApp(checked);
  return async (request) => responseOf(await app(mockRequest(request)));
}

/** Reads a web request. The URL is taken as it is, because parsing it would change its path. */
function mockRequest(request: Request): MockRequest {
  const { url, method, headers } = request;
  const start = url.indexOf("://") + 3;
  const [host = ""] = url.slice(start).split(/[/?#]/, 1);
  return {
    method,
    target: url.slice(start + host.length),
    scheme: url.startsWith("https:") ? "https" : "http",
    host: host.slice(host.lastIndexOf("@") + 1),
    contentType: headers.get("content-type"),
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
export function responseOf({ status, headers, body }: Answer): Response {
  return new Response(body.length === 0 ? null : body, { status, headers });
}
