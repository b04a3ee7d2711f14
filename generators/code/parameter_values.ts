/** The values of a query's example in generated tests. */

import type { Json, JsonObject } from "../../core/json.ts";
import { pythonScalar, pythonString } from "../../python/literal.ts";
import { shownValue } from "../../spec/parameters.ts";
import type { Endpoint } from "./endpoint.ts";
import type { ParametersModel } from "./parameter_models.ts";

/** Returns a literal of the query that a test sends, such as `{"q": "tea", "tags": ["new"]}`. */
export function sentQuery({ query }: Pick<Endpoint, "query">, model: ParametersModel): string {
  const members = model.arguments.map(({ member: { name } }, index) => {
    const value = shownAt(query, index);
    // The client would send Python's `True`.
    return `${pythonString(name)}: ${literal(value, (is) => `"${is}"`)}`;
  });
  return `{${members.join(", ")}}`;
}

/** Returns the arguments that the service gets, such as `q="tea"`. */
export function receivedQuery(
  { query }: Pick<Endpoint, "query">,
  model: ParametersModel,
): readonly string[] {
  return model.arguments.map(({ variable }, index) => {
    const value = shownAt(query, index);
    return `${variable}=${literal(value, (is) => is ? "True" : "False")}`;
  });
}

function shownAt(query: JsonObject | undefined, index: number): Json | undefined {
  const value = query?.members[index]?.value;
  return value === undefined ? undefined : shownValue(value);
}

/** Returns the literal of a boolean. */
type Booleans = (is: boolean) => string;

function literal(value: Json | undefined, booleans: Booleans): string {
  if (value === undefined || value.kind === "object") return "None";
  if (value.kind === "array") {
    return `[${value.items.map((each) => literal(each, booleans)).join(", ")}]`;
  }
  return value.kind === "boolean" ? booleans(value.value) : pythonScalar(value);
}
