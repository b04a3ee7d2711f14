/** Finds the methods that handlers call. */

import type { RouteHomes } from "../../project/homes/route_homes.ts";
import { definitionKey, type DefinitionRecord } from "../../project/records/route_record.ts";
import { ownName } from "../../python/symbols.ts";

/** Reports whether the code of a handler calls the method of a service. */
export type Calls = (handler: DefinitionRecord, method: DefinitionRecord) => boolean;

/** Returns a function that finds calls in the handlers of a route by the name of the method. */
export function calledMethods(route: string, homes: RouteHomes): Calls {
  return (handler, method) => {
    const { found } = homes.of(route);
    const text = found.get(definitionKey(handler))?.place.symbol.text ?? "";
    const name = ownName(found.get(definitionKey(method))?.name ?? method.name);
    return text.slice(HEADER.exec(text)?.[0].length).match(CALLED)?.includes(name) ?? false;
  };
}

const HEADER = /^[^]*?^[ \t]*(?:async[ \t]+)?def[ \t]+\w+/m;
const CALLED = /[\w\u0080-\uffff]+(?=\()/g;
