/** The recorded definitions of endpoints, as the project has them now. */

import type { FoundDefinition } from "../homes/found_definition.ts";
import type { RouteHomes } from "../homes/route_homes.ts";
import type { DefinitionRecord, EndpointRecord } from "../records/route_record.ts";

/** The name of an endpoint in the records. */
export interface EndpointName extends Pick<EndpointRecord, "method" | "subroute"> {
  readonly route: string;
}

/** Finds the definitions that the records name for endpoints. */
export class RecordedEndpoints {
  readonly #homes: RouteHomes;
  #records: ReadonlyMap<string, EndpointRecord> | undefined;

  constructor(homes: RouteHomes) {
    this.#homes = homes;
  }

  /** Finds an endpoint's definition in a layer; `null` if there is none. */
  find(endpoint: EndpointName, layer: DefinitionRecord["layer"]): FoundDefinition | null {
    this.#records ??= new Map(
      [...this.#homes.records].flatMap(([route, { endpoints }]) =>
        endpoints.map((each) => [keyOf({ ...each, route }), each] as const)
      ),
    );
    const definition = this.#records.get(keyOf(endpoint))?.definitions.find((each) =>
      each.layer === layer
    );
    return definition === undefined ? null : this.#homes.find(endpoint.route, definition);
  }
}

function keyOf({ route, subroute, method }: EndpointName): string {
  return `${method} ${route}/${subroute ?? ""}`;
}
