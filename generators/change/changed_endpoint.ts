/** The input of an endpoint after a change. */

import { type Json, type JsonObject, memberValue } from "../../core/json.ts";
import { hasContent, type MaybeParts, withParts } from "../../spec/api_spec.ts";
import { listJson, listOf, type ListSpec } from "../../spec/list.ts";
import { withCreatedIds } from "../../spec/created_id.ts";
import type { PresentEndpoint, PresentRoute } from "./present_route.ts";

/** The parts of an endpoint to change. An optional part that is `null` is removed. */
export interface EndpointChange extends Omit<MaybeParts, "list"> {
  /** The list as specs write it. */
  readonly list?: JsonObject | null;
  readonly mock?: Json;
  readonly status?: number;
}

/** Returns a route with a changed endpoint. A response without content has no mock. */
export function withChange(
  route: PresentRoute,
  target: PresentEndpoint,
  change: EndpointChange,
): PresentRoute {
  const { examples, ...rest } = target;
  const { status = target.status } = change;
  const mock = hasContent(status) ? change.mock ?? target.mock : null;
  const next = {
    ...withParts(rest, { ...rest, ...change, list: listAfter(target, change, mock) }),
    status,
    mock,
    ...(mock === target.mock && examples !== undefined && { examples }),
  };
  const changed = withCreatedId(route, target, next);
  return {
    ...route,
    endpoints: route.endpoints.map((each) => each === target ? changed : each),
  };
}

/** Returns the list of a changed endpoint, whose fields have the types of the mock. */
function listAfter(
  { mock: before, list: present }: PresentEndpoint,
  { list }: EndpointChange,
  mock: Json | null,
): ListSpec | null {
  if (list === undefined && mock === before) return present ?? null;
  const found = list === undefined ? present && listJson(present) : list;
  return found == null ? null : listOf(found, mock);
}

/**
 * Returns a changed endpoint with the key of the created item's id. If a spec would give the endpoint
 * another key than it has, or none, it keeps its key as long as the mock has it.
 */
function withCreatedId(
  route: PresentRoute,
  target: PresentEndpoint,
  { createdId: known, ...next }: PresentEndpoint,
): PresentEndpoint {
  const isKept = next.status === 201 && next.mock?.kind === "object" && known !== undefined &&
    memberValue(next.mock, known) !== undefined;
  const createdId = known === createdIdOf(target, route)
    ? createdIdOf(next, route)
    : isKept
    ? known
    : undefined;
  return createdId === undefined ? next : { ...next, createdId };
}

/** Returns the key that a spec gives to an endpoint. */
function createdIdOf(
  { createdId: _, ...endpoint }: PresentEndpoint,
  { endpoints, ...route }: PresentRoute,
): string | undefined {
  const items = endpoints.filter(({ method }) => method === "GET");
  const subroutes = [endpoint, ...items].map((each) => ({
    name: each.subroute ?? "",
    path: each.path,
    endpoints: [each],
  }));
  return withCreatedIds({ ...route, endpoints: [], subroutes }).subroutes[0]?.endpoints[0]
    ?.createdId;
}
