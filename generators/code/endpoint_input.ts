/** The hash of an endpoint's input, with which later runs notice that a spec changed. */

import { hashText } from "../../core/hash.ts";
import { type Json, stringifyJson, withoutRepeatedKeys } from "../../core/json.ts";
import { pythonNumber } from "../../python/literal.ts";
import type { PossibleParts } from "../../spec/api_spec.ts";
import { bodyForm } from "../../spec/body_type.ts";
import { answerType, bodyType } from "../../spec/example_type.ts";
import { possibleCreatedIds } from "../../spec/created_id.ts";
import { listForm } from "../../spec/list.ts";
import { parametersType } from "../../spec/parameters.ts";
import type { ParameterType } from "../../spec/spec_path.ts";
import type { Endpoint } from "./endpoint.ts";

/**
 * Returns the hash of everything that an endpoint is generated from, except its names, which records keep
 * beside the hash. Mocks that give the same code have the same hash, and so do examples of the same
 * type. The order of keys does not affect the hash.
 */
export function endpointInput(endpoint: InputParts): string {
  const known = inputs.get(endpoint) ?? hashInput(endpoint);
  inputs.set(endpoint, known);
  return known;
}

type InputParts =
  & Pick<Endpoint, "method" | "status" | "mock" | "examples">
  & Partial<Pick<Endpoint, "created">>
  & PossibleParts;

const inputs = new WeakMap<InputParts, string>();

/**
 * Reports whether people's decision about an endpoint still holds. A decision holds until the spec
 * changes the endpoint's own part. The location of a created item depends on other endpoints, so it
 * does not count.
 *
 * @param input The hash of the input that they decided about; `null` without a decision.
 */
export function isDecided(endpoint: Endpoint, input: string | null | undefined): boolean {
  if (input === null || input === undefined) return false;
  if (input === endpointInput(endpoint)) return true;
  const own = inputText(endpoint);
  return input === hashText(own) ||
    possibleCreatedIds(endpoint).slice(0, MAX_CREATED_IDS).some(({ type, name }) =>
      input === hashText(own + locationText(type, name))
    );
}

/**
 * Maximum number of possible ids that are tried. Each try hashes the whole input, so without a limit,
 * the time would grow with the square of a mock's length.
 */
const MAX_CREATED_IDS = 64;

function hashInput({ created = null, ...own }: InputParts): string {
  const located = created === null ? "" : locationText(created.parameter.type, created.key);
  return hashText(inputText(own) + located);
}

function locationText(type: ParameterType, key: string): string {
  return ` location ${type} ${JSON.stringify(key)}`;
}

/** Returns an endpoint's own part of the spec as a text. */
function inputText(
  { method, status, mock, examples = [], query, headers, list, body, errors }: InputParts,
): string {
  const answer = mock === null ? "" : stringifyJson(canonical(withoutRepeatedKeys(mock)), 0);
  const asked = query === undefined ? "" : ` ? ${bodyForm(parametersType(canonical(query)))}`;
  const headed = headers === undefined ? "" : ` : ${bodyForm(parametersType(canonical(headers)))}`;
  const listed = list === undefined ? "" : ` list ${listForm(list)}`;
  const checked = body === undefined ? "" : ` ${bodyForm(bodyType(canonical(body)))}`;
  const documented = errors === undefined ? "" : ` ! ${stringifyJson(canonical(errors), 0)}`;
  const typed = examples.length === 0
    ? ""
    : ` like ${bodyForm({ kind: "array", items: answerType(examples.map(canonical)) })}`;
  return `${method} ${status} ${answer}${typed}${asked}${headed}${listed}${checked}${documented}`;
}

/** Writes numbers as the code has them, `1e5` instead of `1E+5`, and keys in the order of their characters. */
function canonical(value: Json): Json {
  switch (value.kind) {
    case "number":
      return { ...value, text: pythonNumber(value.text) };
    case "array":
      return { ...value, items: value.items.map(canonical) };
    case "object":
      return {
        ...value,
        members: value.members
          .map((member) => ({ ...member, value: canonical(member.value) }))
          .sort((a, b) => a.key < b.key ? -1 : a.key > b.key ? 1 : 0),
      };
    default:
      return value;
  }
}
