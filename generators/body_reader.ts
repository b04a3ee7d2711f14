/** Reads examples of the bodies that handlers check. */

import { type Json, stringifyJson } from "../core/json.ts";
import type { ModelledBody } from "../project/body_models.ts";
import { bodyProblems } from "../spec/body.ts";
import { exampleLike } from "../spec/body_example.ts";

/** Reads bodies as examples in a spec. */
export class BodyReader {
  #room: number;

  /** @param room Number of characters that all bodies may have. Endpoints and models can repeat a model. */
  constructor(room: number) {
    this.#room = room;
  }

  /**
   * Returns an example of the bodies that a handler checks, or the reason why a spec cannot have it.
   *
   * @param sent A body that the endpoint's test sends; `null` if there is none.
   */
  read({ type }: ModelledBody, sent: Json | null): Json | string {
    if (this.#room <= 0) return MANY;
    const example = type === null ? null : exampleLike(type, sent);
    if (example === null || example.kind === "null" || bodyProblems(example, "").length > 0) {
      return "an example cannot say what its model accepts";
    }
    this.#room -= stringifyJson(example, 0).length;
    return this.#room < 0 ? MANY : example;
  }
}

const MANY = "many endpoints share its model";
