/** Finds handlers whose status is not the one that a plan says. */

import { changingDecorator } from "../../project/responses/decorators.ts";
import { HandlerResponses } from "../../project/responses/handler_responses.ts";
import { requestKey } from "../../project/layout/url_paths.ts";
import type { PlanClaims } from "../plans/plan.ts";
import type { Contradiction, PlannedProject, ServedEndpoint } from "./planned_project.ts";

/**
 * Finds the claimed endpoints in changed modules whose handlers certainly have another status. A status counts
 * only if nothing that is computed, and no decorator, may change it.
 */
export function wrongStatuses(
  { before, after, touched }: PlannedProject,
  { served }: PlanClaims,
  endpoints: readonly ServedEndpoint[],
): readonly Contradiction[] {
  const claimed = served.filter(({ status }) => status !== undefined);
  // The handlers of a new project are all generated, and reading them takes as long as writing them.
  if (claimed.length === 0 || before.python.size === 0) return [];
  const files: ReadonlySet<string> = touched;
  const byKey = Map.groupBy(endpoints.filter(({ file }) => files.has(file)), ({ key }) => key);
  const responses = new HandlerResponses(after.python);
  return claimed.flatMap(({ method, path, status }) => {
    const [endpoint, ...others] = byKey.get(requestKey(method, path)) ?? [];
    if (endpoint === undefined || others.length > 0) return [];
    const read = certainStatus(responses, endpoint);
    if (read === null || read === status) return [];
    const { file, line, label } = endpoint;
    return [{ file, line, message: `${label} would answer ${read}, not ${status}` }];
  });
}

/** Returns the status of a handler; `null` if its code does not show it. */
function certainStatus(responses: HandlerResponses, endpoint: ServedEndpoint): number | null {
  const { status, isStatusSure } = responses.read(endpoint, endpoint.method);
  if (status === null || !isStatusSure) return null;
  const handler = responses.handlerOf(endpoint, endpoint.method);
  return handler === null || changingDecorator(handler) !== null ? null : status;
}
