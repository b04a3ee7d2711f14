/** Handlers that people made something other than a function. */

import type { RouteHomes } from "../../project/homes/route_homes.ts";
import { endpointKey, type EndpointRecord } from "../../project/records/route_record.ts";
import { type Endpoint, keyOf } from "../code/endpoint.ts";
import { endpointInput } from "../code/endpoint_input.ts";
import { type EndpointAction, leave } from "./action.ts";
import { recordedHandler } from "./handlers.ts";

/**
 * Returns the actions of a route. Where the handler of an endpoint is no function any more, the endpoint is left:
 * the rest of that definition, such as the methods of a class, would stay around the new handler.
 *
 * @param recorded The recorded endpoints of the route.
 */
export function withoutOtherKinds(
  actions: ReadonlyMap<Endpoint, EndpointAction>,
  route: string,
  recorded: readonly EndpointRecord[],
  homes: RouteHomes,
): ReadonlyMap<Endpoint, EndpointAction> {
  if (![...actions.values()].some(mayReplace)) return actions;
  const known = new Map(recorded.map((each) => [endpointKey(each), each]));
  return new Map([...actions].map(([endpoint, action]) => {
    const record = mayReplace(action) ? known.get(keyOf(endpoint)) : undefined;
    const held = record === undefined ? undefined : recordedHandler(record);
    const found = held === undefined ? null : homes.find(route, held);
    if (held === undefined || found === null) return [endpoint, action];
    const { path, line, name, place: { symbol: { kind } } } = found;
    if (kind === "function") return [endpoint, action];
    const word = kind === "assignment" ? "variable" : kind;
    const problem = `the ${word} ${name} in ${path}:${line} answers; change it there`;
    if (action.writing === null) return [endpoint, { ...action, problem }];
    const isContract = record?.input !== endpointInput(endpoint);
    return [endpoint, {
      ...leave("edited", problem),
      heldBy: { held, all: [held] },
      isContract,
    }];
  }));
}

/** Reports whether an action replaces edited code, or advises to. */
function mayReplace({ writing, reason }: EndpointAction): boolean {
  return writing === "replace" || reason === "edited";
}
