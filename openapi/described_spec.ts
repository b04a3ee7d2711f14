/** The API that a spec describes. */

import { text } from "../core/json_nodes.ts";
import { type Endpoint, routeEndpoints } from "../generators/code/endpoint.ts";
import { type ApiSpec, hasContent } from "../spec/api_spec.ts";
import { defaultWords } from "../spec/default_answer.ts";
import { ANY_BODY } from "./body_schema.ts";
import { describedBody } from "./described_body.ts";
import { openApiPath } from "./flask_path.ts";
import type { DescribedApi, JsonContent, Operation } from "./operation.ts";
import { responseSchema } from "./response_schema.ts";
import { type PlacedOperation, subrouteOrders } from "./subroute_orders.ts";

/**
 * Returns the operations of a spec. The mocks become examples of responses.
 *
 * @param title The API's name.
 */
export function describedSpec({ description, routes }: ApiSpec, title: string): DescribedApi {
  const operations = routes.flatMap((route) => routeEndpoints(route).map(operationOf));
  const orders = subrouteOrders(operations);
  const tags = routes.map(({ name, path }) => ({
    name,
    path,
    subroutes: orders.get(name) ?? [],
  }));
  return { title, description, tags, operations: operations.map(({ operation }) => operation) };
}

function operationOf(endpoint: Endpoint): PlacedOperation {
  const { route, subroute, handler, method, prefix, rule, status, takesBody, body, mock, created } =
    endpoint;
  const sent = body === undefined ? null : describedBody(body);
  const operation: Operation = {
    method: method.toLowerCase(),
    ...openApiPath(prefix + rule),
    // Flask's endpoint name, which is unique because it begins with the route.
    id: `${route}.${handler}`,
    tag: route,
    request: sent?.request ?? (takesBody ? ANY_BODY : null),
    response: {
      status,
      headers: created === null ? [] : ["Location"],
      content: hasContent(status) ? contentOf(endpoint) : null,
    },
    facts: {
      subroute,
      isMock: hasContent(status) ? mock !== null : null,
      created: created?.key ?? null,
      body: sent?.written ?? null,
    },
  };
  return { route, subroute, operation };
}

function contentOf(endpoint: Endpoint): JsonContent {
  const { mock, takesBody } = endpoint;
  if (mock !== null) return { schema: responseSchema([mock]), example: mock };
  const words = text(defaultWords(endpoint));
  // If the endpoint takes a body, the default response ends with that body, so no example fits.
  return { schema: responseSchema([words]), example: takesBody ? null : words };
}
