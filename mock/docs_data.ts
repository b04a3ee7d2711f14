/** The content of the docs page of a mock. */

import { type ApiSpec, hasContent, takesBody } from "../spec/api_spec.ts";
import { bodyType, describeBody } from "../spec/body_type.ts";
import { defaultWords } from "../spec/default_answer.ts";
import { exampleText, sentText } from "../spec/example_text.ts";
import { type ListedEndpoint, listEndpoints } from "./listed_endpoint.ts";

/** Maximum number of endpoints on the page. */
export const MAX_SHOWN = 1_000;

/** Maximum length of an example on the page, in characters. */
const MAX_EXAMPLE_LENGTH = 10_000;

/** An endpoint on the page. */
export interface DocumentedEndpoint {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The accepted body, in words; empty if the endpoint accepts any JSON, or has no body. */
  readonly accepts: string;
  /** An example of a request's body, as JSON; `null` if requests have no body. */
  readonly body: string | null;
  /** The response's body; empty for a status without content. */
  readonly response: string;
}

/** The content of the page. */
export interface DocsData {
  /** A number that changes whenever the served spec changes. */
  readonly version: number;
  /** Whether the page fetches changes every second. */
  readonly isLive: boolean;
  /** The spec's path. */
  readonly name: string;
  readonly count: number;
  /** At most {@linkcode MAX_SHOWN} of the endpoints. */
  readonly endpoints: readonly DocumentedEndpoint[];
}

/** Returns the content of the page. */
export function docsData(
  { spec, ...served }: Pick<DocsData, "version" | "name" | "isLive"> & { readonly spec: ApiSpec },
): DocsData {
  const all = listEndpoints(spec);
  const endpoints = all.slice(0, MAX_SHOWN).map(documented);
  const { version, name, isLive } = served;
  return { version, isLive, name, count: all.length, endpoints };
}

function documented(listed: ListedEndpoint): DocumentedEndpoint {
  const { path, endpoint: { method, status, body } } = listed;
  return {
    method,
    path,
    status,
    accepts: body === undefined ? "" : describeBody(bodyType(body)),
    body: sentText(listed.endpoint),
    response: responseOf(listed),
  };
}

function responseOf({ route, subroute, endpoint }: ListedEndpoint): string {
  const { method, status, mock } = endpoint;
  if (!hasContent(status)) return "";
  if (mock === null) {
    const words = defaultWords({ route, subroute, method });
    return JSON.stringify(takesBody(method) ? `${words}...` : words);
  }
  const text = exampleText(mock);
  return text.length > MAX_EXAMPLE_LENGTH ? `${text.slice(0, MAX_EXAMPLE_LENGTH)}...` : text;
}
