/** Finds the endpoints whose code still answers with the mock of their service. */

import type { RouteHomes } from "../../project/homes/route_homes.ts";
import { recordedPrefix } from "../../project/records/recorded_path.ts";
import {
  definitionKey,
  type EndpointRecord,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import { ownName } from "../../python/symbols.ts";
import type { InputsInCode } from "./inputs_in_code.ts";

/** Reports whether a recorded endpoint answers with the mock of its service. */
export type ShowsMock = (recorded: EndpointRecord) => boolean;

/** Returns a function that looks up the endpoints of a route. */
export function shownMocks(
  route: string,
  record: RouteRecord,
  homes: RouteHomes,
  inputs: InputsInCode,
): ShowsMock {
  const place = { name: route, path: recordedPrefix(route, record) };
  return (recorded) => {
    const { found } = homes.of(route);
    const named = (layer: "route" | "service") => {
      const definition = recorded.definitions.find((each) => each.layer === layer);
      return definition && found.get(definitionKey(definition));
    };
    const method = ownName(named("service")?.name ?? "");
    const handler = named("route")?.place.symbol.text ?? "";
    // The handler may also answer with a literal of its own.
    const calls = handler.slice(handler.search(HEADER)).match(CALL);
    return calls?.includes(`.${method}(`) === true && inputs.of(place, recorded)?.mock != null;
  };
}

const HEADER = /^[ \t]*(?:async[ \t]+)?def /m;
const CALL = /\.[\w\u0080-\uffff]+\(/g;
