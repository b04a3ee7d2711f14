/** The answers of generated code that people did not edit. */

import type { Snapshot } from "../core/change_set.ts";
import type { Answer } from "../project/answers.ts";
import type { HandlerResponses } from "../project/handler_responses.ts";
import { RouteHomes } from "../project/route_homes.ts";
import type { EndpointRecord, RouteRecord } from "../project/route_record.ts";

/**
 * Reads the answers of recorded services. People may have changed how handlers get their services, for
 * example to an import with a fallback, so that the handlers do not lead to the services.
 */
export class RecordedAnswers {
  readonly #responses: HandlerResponses;
  readonly #records: ReadonlyMap<string, RouteRecord>;
  readonly #homes: RouteHomes;

  /** @param files The project's Python files. */
  constructor(
    files: Snapshot,
    records: ReadonlyMap<string, RouteRecord>,
    responses: HandlerResponses,
  ) {
    this.#responses = responses;
    this.#records = records;
    this.#homes = new RouteHomes(files, records);
  }

  /** Returns the answer of an endpoint; `null` if it was not generated, or if people edited it. */
  of(
    { route, subroute, method }:
      & Pick<EndpointRecord, "subroute" | "method">
      & { readonly route: string },
  ): Answer | null {
    const record = this.#records.get(route)?.endpoints.find((each) =>
      each.subroute === subroute && each.method === method
    );
    const [handler, service] = ["route", "service"].map((layer) => {
      const definition = record?.definitions.find((each) => each.layer === layer);
      return definition === undefined ? null : this.#homes.find(route, definition);
    });
    const isGenerated = handler?.edited === false && service?.edited === false;
    return isGenerated ? this.#responses.answerOf(service.path, service.name) : null;
  }
}
