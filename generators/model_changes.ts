/** Finds the endpoints whose models get other names because other endpoints of the route change. */

import {
  type DefinitionRecord,
  definitionsIn,
  endpointKey,
  type EndpointRecord,
  type RouteRecord,
} from "../project/route_record.ts";
import type { Endpoint } from "./endpoint.ts";
import { ANSWERING, type GeneratedDefinitions } from "./generated_definitions.ts";
import { mayShareModels } from "./models.ts";

/** The changes of a route in a run. */
export interface RouteChanges {
  /** The keys of the endpoints that the spec wants. */
  readonly wanted: ReadonlySet<string>;
  /** Whether the run removes endpoints that the spec no longer has. */
  readonly losesEndpoints: boolean;
  /** Reports whether the code of a definition names a model. */
  readonly usesModel: (definition: DefinitionRecord, model: string) => boolean;
}

/** The changes of a route's models in a run. */
export class ModelChanges {
  readonly #generated: GeneratedDefinitions;
  /** The hashes of the recorded models, by name. */
  readonly #known: ReadonlyMap<string, string>;
  /** The number of recorded methods of each path, by subroute. */
  readonly #methods = new Map<string | null, number>();
  /** The recorded models that no endpoint has any more, by subroute. */
  readonly #lost = new Map<string | null, readonly string[]>();
  readonly #usesModel: RouteChanges["usesModel"];

  constructor(
    record: RouteRecord,
    generated: GeneratedDefinitions,
    { wanted, losesEndpoints, usesModel }: RouteChanges,
  ) {
    this.#generated = generated;
    this.#known = definitionsIn(record, "model");
    this.#usesModel = usesModel;
    for (const each of record.endpoints) {
      const { subroute, origin } = each;
      this.#methods.set(subroute, (this.#methods.get(subroute) ?? 0) + 1);
      const follows = wanted.has(endpointKey(each)) || losesEndpoints && origin === "spec";
      if (!follows) continue;
      const lost = [...modelsOf(each)].filter((name) => !generated.hasModel(name));
      this.#lost.set(subroute, [...this.#lost.get(subroute) ?? [], ...lost]);
    }
  }

  /**
   * Reports whether an endpoint whose input did not change needs other models: because another
   * endpoint now takes their names or no longer has them, or because it shares models now or no
   * longer does.
   */
  affect(endpoint: Endpoint, recorded: EndpointRecord): boolean {
    const names = modelsOf(recorded);
    const wanted = this.#generated.models(endpoint);
    if (!names.isSubsetOf(wanted)) return true;
    const { subroute } = recorded;
    const mayShare = mayShareModels(endpoint) || (this.#methods.get(subroute) ?? 0) > 1;
    if (!mayShare) return false;
    return [...wanted].some((name) => !names.has(name) && this.#isNew(name)) ||
      this.#usesLost(recorded);
  }

  #isNew(name: string): boolean {
    return this.#known.get(name) !== this.#generated.hashOf("model", name);
  }

  /** Reports whether an endpoint shares a lost model of its path or of the collection. */
  #usesLost({ subroute, definitions }: EndpointRecord): boolean {
    const lost = [subroute, null].flatMap((each) => this.#lost.get(each) ?? []);
    return lost.length > 0 &&
      definitions.some((each) =>
        ANSWERING.has(each.layer) && lost.some((name) => this.#usesModel(each, name))
      );
  }
}

/** Returns the names of the models that are recorded for an endpoint. */
function modelsOf({ definitions }: EndpointRecord): ReadonlySet<string> {
  return new Set(definitions.filter(({ layer }) => layer === "model").map(({ name }) => name));
}
