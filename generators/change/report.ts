/** The report of a changed endpoint. */

import type { Change } from "../../core/change_set.ts";
import { type Diagnostic, error, info } from "../../core/diagnostic.ts";
import type { EndpointAction } from "../compare/action.ts";
import type { EndpointCase } from "../compare/endpoint_case.ts";
import { memberName } from "../compare/following.ts";
import type { PlanMessages } from "../plans/plan.ts";
import { hasContent } from "../../spec/api_spec.ts";
import type { Endpoint } from "../code/endpoint.ts";
import type { ChangedRoute } from "./changed_route.ts";
import type { PresentEndpoint } from "./present_route.ts";

/** Returns the name of an endpoint for people, such as `GET /orders/open`. */
export function labelOf({ method, path }: Pick<EndpointCase, "method" | "path">): string {
  return `${method} ${path}`;
}

/** Returns the message per outcome. */
export function changeMessages(
  { case: found }: ChangedRoute,
  { writing, reason }: EndpointAction,
): PlanMessages {
  const label = labelOf(found);
  const isOwn = writing === null && reason !== "same";
  return {
    applied: `Changed ${label}`,
    planned: `Would change ${label}`,
    unchanged: isOwn
      ? `Nothing to do: your code answers ${label}`
      : `Nothing to do: ${label} is like that already`,
    conflict: null,
  };
}

/** Returns the error for an endpoint that can only follow by people's decision. */
export function changeConflict(route: ChangedRoute, action: EndpointAction): Diagnostic {
  const message = `Cannot change ${labelOf(route.case)}: ${reasonOf(route, action)}. ` +
    "Nothing was written.";
  const hint = action.reason === "deleted"
    ? "--force generates it again"
    : "--keep-edited keeps your code, --force replaces it and keeps a copy in .layerwright/backup";
  return error("conflict-edited", message, { hint });
}

function reasonOf(
  { name, project: { homes }, case: { place, handler } }: ChangedRoute,
  { reason, heldBy }: EndpointAction,
): string {
  if (reason === "deleted") return "its code was deleted";
  const found = heldBy === undefined ? null : homes.find(name, heldBy.held);
  if (heldBy !== undefined && found === null) return `${heldBy.held.name} was deleted`;
  const own = place === "" && handler !== null ? `${handler.file}:${handler.line}` : place;
  const at = found === null ? own : `${found.path}:${found.line}`;
  return heldBy?.member === undefined || found === null
    ? `${at} is your code`
    : `${memberName(found.name, heldBy.member)} in ${at} is your code`;
}

/** Says which code of people stays. */
export function keptNotes(
  { case: { place } }: ChangedRoute,
  { models, members = [], reason }: EndpointAction,
): readonly Diagnostic[] {
  if (reason === "keep") return [kept("Your code stays as it is")];
  if (models === undefined && reason !== "edited") return [];
  const code = place === "" ? [] : [`Your code in ${place} answers`];
  return [
    ...code.map((each) =>
      kept(
        models === undefined || models.length === 0
          ? `${each}; the mock is only an example there`
          : `${each}, and uses ${models.join(" and ")}, which changed`,
      )
    ),
    ...members.map((each) => kept(`Your edit of ${each} stays`)),
  ];
}

function kept(message: string): Diagnostic {
  return info("definition-kept", message);
}

/** Says that the endpoint has no mock any more. */
export function contentNote(
  before: PresentEndpoint,
  { status, mock }: Endpoint,
): readonly Diagnostic[] {
  if (before.mock === null || mock !== null || hasContent(status)) return [];
  return [info("definition-kept", `Its mock is gone: responses with ${status} have no content`)];
}

/** Names in each change of an existing module what belongs to the endpoint. */
export function namedChanges(
  changes: readonly Change[],
  { endpoint, name, project }: ChangedRoute,
): readonly Change[] {
  const { paths } = project.homes.of(name);
  const names = new Map<string, string>([
    [paths.test, endpoint.testName],
    [paths.repository, endpoint.repositoryMethod],
    [paths.service, endpoint.serviceMethod],
    [paths.route, endpoint.handler],
  ]);
  return changes.map((each) => {
    const symbol = each.kind === "update" ? names.get(each.path) : undefined;
    return symbol === undefined ? each : { ...each, symbol };
  });
}
