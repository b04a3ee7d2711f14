/** Creates examples for a spec from the models with which handlers check queries and bodies. */

import { type Json, stringifyJson } from "../../core/json.ts";
import type { ModelledBody } from "../responses/body_models.ts";
import { bodyProblems } from "../../spec/body.ts";
import { exampleLike } from "../../spec/body_example.ts";
import { bodyForm, type BodyObject, type BodyType } from "../../spec/body_type.ts";
import { parametersExample, parameterProblems, parametersType } from "../../spec/parameters.ts";

/** Creates examples, up to a total length. */
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
      return NO_EXAMPLE;
    }
    return this.#counted(example);
  }

  /**
   * Returns an example of the queries that a handler accepts, or the reason why a spec cannot have
   * one.
   *
   * @param sent A query that the endpoint's test sends; `null` if there is none.
   */
  readQuery({ type }: ModelledBody, sent: Json | null): Json | string {
    if (this.#room <= 0) return MANY;
    if (type?.kind !== "object") return NO_EXAMPLE;
    const example = parametersExample(type, sent === null ? null : withBooleans(sent, type));
    const isFit = parameterProblems("query", example, "", []).length === 0 &&
      bodyForm(parametersType(example)) === bodyForm(type);
    return isFit ? this.#counted(example) : NO_EXAMPLE;
  }

  #counted(example: Json): Json | string {
    this.#room -= stringifyJson(example, 0).length;
    return this.#room < 0 ? MANY : example;
  }
}

/** Returns a query in which texts are booleans where the type asks for them. */
function withBooleans(sent: Json, { members }: BodyObject): Json {
  if (sent.kind !== "object") return sent;
  const types = new Map(members.map(({ name, type }) => [name, type]));
  return {
    ...sent,
    members: sent.members.map((each) => ({
      ...each,
      value: asBoolean(each.value, types.get(each.key)),
    })),
  };
}

function asBoolean(value: Json, type: BodyType | undefined): Json {
  if (type?.kind === "array" && value.kind === "array") {
    return { ...value, items: value.items.map((each) => asBoolean(each, type.items)) };
  }
  if (type?.kind !== "boolean" || value.kind !== "string") return value;
  return { kind: "boolean", at: value.at, value: value.value === "true" };
}

const NO_EXAMPLE = "no example can describe its model";
const MANY = "too many endpoints share its model";
