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
  #byOwner: ReadonlyMap<Endpoint | undefined, readonly DefinitionRecord[]> | undefined;
  #models: ReadonlyMap<Endpoint, ReadonlySet<string>> | undefined;
  #hashes: ReadonlyMap<string, string> | undefined;

  /** @param owners The endpoint of each definition, by its key. */
  constructor(
    private readonly listed: () => readonly DefinitionRecord[],
    private readonly owners: ReadonlyMap<string, Endpoint>,
  ) {}

  /** Reports whether recorded definitions equal the generated ones. */
  include(definitions: readonly DefinitionRecord[]): boolean {
    const hashes = this.#hashesByKey();
    return definitions.every(({ layer, name, hash }) =>
      hashes.get(definitionKey({ layer, name })) === hash
    );
  }

  #hashesByKey(): ReadonlyMap<string, string> {
    return this.#hashes ??= new Map(
      this.listed().map((each) => [definitionKey(each), each.hash]),
    );
  }

  /** Returns the definitions of an endpoint, without the models that it shares with an earlier one. */
  of(endpoint: Endpoint): readonly DefinitionRecord[] {
    this.#byOwner ??= Map.groupBy(
      this.listed(),
      (each) => this.owners.get(definitionKey(each)),
    );
    return this.#byOwner.get(endpoint) ?? [];
  }

  /** Returns the definitions that answer the requests of an endpoint. */
  answering(endpoint: Endpoint): readonly DefinitionRecord[] {
    return this.of(endpoint).filter(({ layer }) => answers(layer));
  }

  /** Returns the models of some names. */
  modelsNamed(names: readonly string[]): readonly DefinitionRecord[] {
    const hashes = this.#hashesByKey();
    return names.flatMap((name) => {
      const hash = hashes.get(definitionKey({ layer: "model", name }));
      return hash === undefined ? [] : [{ layer: "model", name, hash }];
    });
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
