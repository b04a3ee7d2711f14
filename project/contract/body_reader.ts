/** Creates examples for a spec from the models with which handlers check parameters and bodies. */

import { type Json, stringifyJson } from "../../core/json.ts";
import { flag, list, number, text } from "../../core/json_nodes.ts";
import type { ModelledBody } from "../responses/body_models.ts";
import { bodyProblems } from "../../spec/body.ts";
import { exampleLike } from "../../spec/body_example.ts";
import { bodyForm, type BodyObject, type BodyType } from "../../spec/body_type.ts";
import {
  parameterProblems,
  parametersExample,
  type ParametersPart,
  parametersType,
} from "../../spec/parameters.ts";

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
   * Returns an example of the query or of the headers that a handler accepts, or the reason why a
   * spec cannot have one; `null` if the model has no such parameter.
   *
   * @param sent What the endpoint's test sends; `null` if it sends none.
   */
  readParameters(
    part: ParametersPart,
    { type, list, headers }: ModelledBody,
    sent: Json | null,
  ): Json | string | null {
    if (this.#room <= 0) return MANY;
    if (type?.kind !== "object") return NO_EXAMPLE;
    const read: BodyObject = part === "query" ? type : { kind: "object", members: headers };
    const isOther = part === "headers" || headers.length > 0 || list !== null;
    if (read.members.length === 0 && isOther) return null;
    const example = parametersExample(read, sent === null ? null : withTypes(part, sent, read));
    const isFit = parameterProblems(part, example, "", []).length === 0 &&
      bodyForm(parametersType(example)) === bodyForm(read);
    return isFit ? this.#counted(example) : NO_EXAMPLE;
  }

  #counted(example: Json): Json | string {
    this.#room -= stringifyJson(example, 0).length;
    return this.#room < 0 ? MANY : example;
  }
}

/** Returns parameters in which texts have the types of a model: all of headers are texts. */
function withTypes(part: ParametersPart, sent: Json, { members }: BodyObject): Json {
  if (sent.kind !== "object") return sent;
  const types = new Map(members.map(({ name, type }) => [name, type]));
  return {
    ...sent,
    members: sent.members.map((each) => {
      const type = types.get(each.key);
      const isList = part === "headers" && type?.kind === "array";
      return { ...each, value: asTyped(isList ? splitText(each.value) : each.value, type) };
    }),
  };
}

/** Returns the items of a header. */
function splitText(value: Json): Json {
  return value.kind === "string" ? list(value.value.split(", ").map(text)) : value;
}

function asTyped(value: Json, type: BodyType | undefined): Json {
  if (type?.kind === "array" && value.kind === "array") {
    return { ...value, items: value.items.map((each) => asTyped(each, type.items)) };
  }
  if (value.kind !== "string") return value;
  switch (type?.kind) {
    case "boolean":
      return flag(value.value === "true");
    case "integer":
    case "number":
      return JSON_NUMBER.test(value.value) ? number(value.value) : value;
    case "enum": {
      const isNumber = type.values.some(({ kind }) => kind === "number");
      return isNumber && JSON_NUMBER.test(value.value) ? number(value.value) : value;
    }
    default:
      return value;
  }
}

const JSON_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

const NO_EXAMPLE = "no example can describe its model";
const MANY = "too many endpoints share its model";
