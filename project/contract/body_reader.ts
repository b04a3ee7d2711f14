/** Creates example bodies for a spec from the models with which handlers check bodies. */

import { type Json, stringifyJson } from "../../core/json.ts";
import type { ModelledBody } from "../responses/body_models.ts";
import { bodyProblems } from "../../spec/body.ts";
import { exampleLike } from "../../spec/body_example.ts";

/** Creates example bodies, up to a total length. */
export class BodyReader {
  #room: number;

  /**
   * @param room Maximum length of all examples together, in characters. Each use of a model repeats
   * its example, so a short program can have very long examples.
   */
  constructor(room: number) {
    this.#room = room;
  }

  /**
   * Returns an example of the bodies that a handler accepts, or the reason why a spec cannot have
   * one.
   *
   * @param sent A body that the endpoint's test sends; `null` if there is none.
   */
  read({ type }: ModelledBody, sent: Json | null): Json | string {
    if (this.#room <= 0) return MANY;
    const example = type === null ? null : exampleLike(type, sent);
    if (example === null || example.kind === "null" || bodyProblems(example, "").length > 0) {
      return "no example can describe its model";
    }
    this.#room -= stringifyJson(example, 0).length;
    return this.#room < 0 ? MANY : example;
  }
}

const MANY = "too many endpoints share its model";
