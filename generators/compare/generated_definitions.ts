/** The definitions that a route's code has when it is generated. */

import { answers } from "../../project/layout/layers.ts";
import {
  definitionKey,
  type DefinitionRecord,
  type EndpointRecord,
} from "../../project/records/route_record.ts";
import type { Endpoint } from "../code/endpoint.ts";

/**
 * Reports whether any code that answers requests was generated for an endpoint. If people's own
 * code serves an endpoint, only its models may be recorded.
 */
export function hasCode({ definitions }: Pick<EndpointRecord, "definitions">): boolean {
  return definitions.some(({ layer }) => answers(layer));
}

const NO_NAMES: ReadonlySet<string> = new Set();
const MODEL_KEY = definitionKey({ layer: "model", name: "" });

/** Looks up the generated definitions of a route. Listed on access, because hashes take time. */
export class GeneratedDefinitions {
  #answering: ReadonlyMap<Endpoint | undefined, readonly DefinitionRecord[]> | undefined;
  #models: ReadonlyMap<Endpoint, ReadonlySet<string>> | undefined;
  #hashes: ReadonlyMap<string, string> | undefined;

  /** @param owners The endpoint of each definition, by its key. */
  constructor(
    private readonly listed: () => readonly DefinitionRecord[],
    private readonly owners: ReadonlyMap<string, Endpoint>,
  ) {}

  /** Reports whether recorded definitions equal the generated ones. */
  include(definitions: readonly DefinitionRecord[]): boolean {
    this.#hashes ??= new Map(
      this.listed().map((each) => [definitionKey(each), each.hash]),
    );
    const hashes = this.#hashes;
    return definitions.every(({ layer, name, hash }) =>
      hashes.get(definitionKey({ layer, name })) === hash
    );
  }

  /** Returns the definitions that answer the requests of an endpoint. */
  answering(endpoint: Endpoint): readonly DefinitionRecord[] {
    this.#answering ??= Map.groupBy(
      this.listed().filter(({ layer }) => answers(layer)),
      (each) => this.owners.get(definitionKey(each)),
    );
    return this.#answering.get(endpoint) ?? [];
  }

  /** Returns the names of an endpoint's own models. Computes no hashes. */
  models(endpoint: Endpoint): ReadonlySet<string> {
    this.#models ??= modelsByEndpoint(this.owners);
    return this.#models.get(endpoint) ?? NO_NAMES;
  }
}

function modelsByEndpoint(
  owners: ReadonlyMap<string, Endpoint>,
): ReadonlyMap<Endpoint, ReadonlySet<string>> {
  const models = Map.groupBy(
    [...owners].filter(([key]) => key.startsWith(MODEL_KEY)),
    ([, endpoint]) => endpoint,
  );
  return new Map(
    [...models].map(([endpoint, found]) => [
      endpoint,
      new Set(found.map(([key]) => key.slice(MODEL_KEY.length))),
    ]),
  );
}
