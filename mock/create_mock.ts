/** Serves the mocks of a spec to web requests. */

import { readSpec } from "../spec/read_spec.ts";
import type { ApiSpecInput } from "../spec/api_spec_input.ts";
import { mockApp } from "./mock_app.ts";
import { MockState } from "./mock_state.ts";
import { mockRequest, webResponse } from "./web_request.ts";

/** Options of {@linkcode createMock}. */
export interface MockOptions {
  /**
   * Whether to keep the changes that requests make to resources: collections with a path for their
   * items, such as `/products` with `/products/{id:int}`. A resource starts with the items of its
   * mocks. By default, every response is a mock.
   */
  readonly state?: boolean;
}

/**
 * Creates a mock of the API that a spec describes. Its responses equal those of the generated app,
 * byte for byte, including default responses, errors and redirects. It uses no network and no
 * files.
 *
 * @param spec The spec: JSON text, or a value. To keep `1.0` apart from `1`, pass the spec as text.
 * @param options Whether to keep the changes that requests make. Each mock keeps its own items.
 * @returns A function that answers requests. Of a request, only the method, the URL, the body, the
 * content type, `Prefer` and the headers that the spec names affect the response.
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
  options: MockOptions = {},
): (request: Request) => Promise<Response> {
  const { spec: checked, diagnostics } = readSpec(spec, { path: "spec.json" });
  if (checked === null) {
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    throw new TypeError(errors.map(({ message }) => message).join("\n"));
  }
  const app = mockApp(checked, options.state === true ? new MockState() : null);
  return async (request) => webResponse(await app(mockRequest(request)));
}
