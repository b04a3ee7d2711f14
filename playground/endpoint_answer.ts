/** Computes the responses of a spec's endpoints. */

import { type Endpoint, routeEndpoints } from "../generators/code/endpoint.ts";
import { exampleUrl } from "../generators/code/example_url.ts";
import { printedPath } from "../project/layout/url_paths.ts";
import { type ApiSpec, hasContent } from "../spec/api_spec.ts";
import { defaultWords } from "../spec/default_answer.ts";
import { exampleText, sentText } from "../spec/example_text.ts";

/** The response of an endpoint. */
export interface EndpointAnswer {
  /** The method in uppercase. */
  readonly method: string;
  /** The path, as specs write it. */
  readonly path: string;
  /** A path that a client can request. */
  readonly url: string;
  readonly status: number;
  /** A body to send, as JSON text; `null` if requests have none. */
  readonly sends: string | null;
  /** Whether the response ends with the request's body, or with `None` if there is no body. */
  readonly addsBody: boolean;
  /** JSON text: the response to a request without a body. Empty for a status without content. */
  readonly body: string;
}

/**
 * Returns the responses of a spec's endpoints, in the order of the spec.
 *
 * @example
 * ```ts
 * import { endpointAnswers } from "./endpoint_answer.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const endpoints = [{ method: "GET", status: 200, mock: null }] as const;
 * const ping = { name: "ping", path: "/ping", endpoints, subroutes: [] };
 * deepEqual(endpointAnswers({ description: null, routes: [ping] }), [{
 *   method: "GET",
 *   path: "/ping",
 *   url: "/ping",
 *   status: 200,
 *   sends: null,
 *   addsBody: false,
 *   body: '"Your ping route is working!"',
 * }]);
 * ```
 */
export function endpointAnswers({ routes }: ApiSpec): readonly EndpointAnswer[] {
  return routes.flatMap((route) => routeEndpoints(route).map(endpointAnswer));
}

function endpointAnswer(endpoint: Endpoint): EndpointAnswer {
  const { method, prefix, rule, status, takesBody, mock } = endpoint;
  return {
    method,
    path: printedPath(prefix + rule),
    url: exampleUrl(prefix, rule),
    status,
    sends: sentText(endpoint),
    addsBody: takesBody && mock === null && hasContent(status),
    body: bodyOf(endpoint),
  };
}

function bodyOf(endpoint: Endpoint): string {
  const { status, mock } = endpoint;
  if (!hasContent(status)) return "";
  if (mock !== null) return exampleText(mock);
  return JSON.stringify(defaultWords(endpoint) + (endpoint.takesBody ? "None" : ""));
}
