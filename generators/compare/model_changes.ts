/** Finds the endpoints whose models get other names because other endpoints of the route change. */

import { answers } from "../../project/layout/layers.ts";
import {
  definitionKey,
  type DefinitionRecord,
  type EndpointRecord,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import { BODY, changedParts } from "../../python/definition_hash.ts";
import type { Endpoint } from "../code/endpoint.ts";
import { hasDataFile } from "../code/endpoint_code.ts";
import type { GeneratedDefinitions } from "./generated_definitions.ts";
import { mayShareModels } from "../code/models.ts";

/** The names of the route's models that a definition contains. */
export interface NamedModels {
  /** In the project, under the names that were generated. */
  readonly inProject: (definition: DefinitionRecord) => ReadonlySet<string>;
  /** In the generated code; `null` if the definition is not generated. */
  readonly inGenerated: (definition: DefinitionRecord) => ReadonlySet<string> | null;
}

/** The changes of a route's models in a run. */
export class ModelChanges {
  /** The number of recorded methods of each path, by subroute. */
  readonly #methods = new Map<string | null, number>();

  constructor(
    record: RouteRecord,
    private readonly generated: GeneratedDefinitions,
    private readonly named: NamedModels,
  ) {
    for (const { subroute } of record.endpoints) {
      this.#methods.set(subroute, (this.#methods.get(subroute) ?? 0) + 1);
    }
  }

  /**
   * Reports whether an endpoint whose input did not change needs other models: because another
   * endpoint now takes their names or no longer has them, or because it shares models now or no
   * longer does. If an edit of a shared model kept the code of the endpoint from following an earlier spec,
   * the code stays: it would get more than other models.
   */
  affect(endpoint: Endpoint, record: EndpointRecord): boolean {
    return this.#needsOthers(endpoint, record) && !this.#isBehind(endpoint, record);
  }

  /** Reports whether the recorded mock, or the method of the service that has it, is of another input. */
  #isBehind(endpoint: Endpoint, { definitions }: EndpointRecord): boolean {
    const recorded = new Map(definitions.map((each) => [definitionKey(each), each.hash]));
    // A method that loads its mock names its models in the body.
    const layer = hasDataFile(endpoint) ? "mock" : "service";
    return this.generated.of(endpoint).some((each) => {
      const known = each.layer === layer ? recorded.get(definitionKey(each)) : undefined;
      return known !== undefined && changedParts(known, each.hash)(BODY);
    });
  }

  #needsOthers(endpoint: Endpoint, { subroute, definitions }: EndpointRecord): boolean {
    const wanted = this.generated.models(endpoint);
    if (definitions.some(({ layer, name }) => layer === "model" && !wanted.has(name))) return true;
    const mayShare = mayShareModels(endpoint) || (this.#methods.get(subroute) ?? 0) > 1;
    return mayShare && definitions.some((each) => answers(each.layer) && this.#differ(each));
  }

  #differ(definition: DefinitionRecord): boolean {
    const generated = this.named.inGenerated(definition);
    return generated !== null &&
      this.named.inProject(definition).symmetricDifference(generated).size > 0;
  }
}
