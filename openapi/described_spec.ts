/** The API that a spec describes. */

import type { Json } from "../core/json.ts";
import { type Endpoint, routeEndpoints } from "../generators/endpoint.ts";
import { type ApiSpec, hasContent } from "../spec/api_spec.ts";
import { defaultWords } from "../spec/default_answer.ts";
import { openApiPath } from "./flask_path.ts";
import { flag, text } from "./json_nodes.ts";
import type { DescribedApi, JsonContent, Operation } from "./operation.ts";
import { ANYTHING, responseSchema } from "./response_schema.ts";

/**
 * Returns the operations of a spec. Its mocks are their examples.
 *
 * @param title The API's name.
 */
export function describedSpec({ description, routes }: ApiSpec, title: string): DescribedApi {
  return {
    title,
    description,
    tags: routes.map(({ name }) => name),
    operations: routes.flatMap((route) => routeEndpoints(route).map(operationOf)),
  };
}

function operationOf(endpoint: Endpoint): Operation {
  const { route, subroute, handler, method, prefix, rule, status, takesBody, mock } = endpoint;
  const extension: [string, Json][] = [];
  if (subroute !== null) extension.push(["subroute", text(subroute)]);
  if (hasContent(status)) extension.push(["mock", flag(mock !== null)]);
  return {
    method: method.toLowerCase(),
    ...openApiPath(prefix + rule),
    // As Flask names the endpoint. Names without a dot could be those of two endpoints.
    id: `${route}.${handler}`,
    tag: route,
    request: takesBody ? { schema: ANYTHING, example: null } : null,
    response: { status, content: hasContent(status) ? contentOf(endpoint) : null },
    extension,
  };
}

function contentOf(endpoint: Endpoint): JsonContent {
  const { mock, takesBody } = endpoint;
  if (mock !== null) return { schema: responseSchema([mock]), example: mock };
  const words = text(defaultWords(endpoint));
  // The default response to a body ends with the body.
  return { schema: responseSchema([words]), example: takesBody ? null : words };
}
