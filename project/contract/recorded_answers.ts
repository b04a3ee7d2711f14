/** The answers of generated code that people did not edit. */

import type { Answer } from "../responses/answers.ts";
import type { HandlerResponses } from "../responses/handler_responses.ts";
import type { EndpointName, RecordedEndpoints } from "./recorded_endpoints.ts";

/**
 * Reads the answer of an endpoint's recorded service. People may have changed how the handler gets its
 * service, for example to an import with a fallback, so that the handler does not lead to the service.
 *
 * @returns `null` if the endpoint was not generated, or if people edited it.
 */
export function recordedAnswer(
  endpoint: EndpointName,
  recorded: RecordedEndpoints,
  responses: HandlerResponses,
): Answer | null {
  const service = recorded.find(endpoint, "service");
  const isGenerated = service?.edited === false &&
    recorded.find(endpoint, "route")?.edited === false;
  return isGenerated ? responses.answerOf(service.path, service.name) : null;
}
