/** The values of examples of parameters in generated tests. */

import { type Json, stringifyJson } from "../../core/json.ts";
import { pythonScalar, pythonString } from "../../python/literal.ts";
import type { ParameterArgument, ParametersModel } from "./parameter_models.ts";

/**
 * Returns a literal of the query that a test sends, such as `{"q": "tea", "tags": ["new"]}`; empty
 * without a query.
 */
export function sentQuery(model: ParametersModel): string {
  const members = model.arguments.filter(isSent)
    .map(({ member: { name }, shown }) =>
      // The client would send Python's `True`.
      `${pythonString(name)}: ${literal(shown, (is) => `"${is}"`)}`
    );
  return dictionary(members);
}

/** Reports whether a test sends a parameter in the query. The other ones of a list have defaults. */
function isSent({ part, member: { role } }: ParameterArgument): boolean {
  return part === "query" && (role === undefined || role === "filter");
}

/** Returns a literal of a list of one item, which the test's query selects. */
export function listedAnswer(model: ParametersModel): string {
  const filters = model.arguments.filter(({ member: { role } }) => role === "filter");
  if (filters.length === 0) return '[{"from": "the service"}]';
  const fields = filters.map(({ member: { name }, shown }) =>
    `${pythonString(name)}: ${literal(shown, (is) => is ? "True" : "False")}`
  );
  return `[${dictionary(fields)}]`;
}

/**
 * Returns a literal of the headers that a test sends, such as `{"X-Tags": "new, sold"}`; empty
 * without headers.
 */
export function sentHeaders(model: ParametersModel): string {
  const members = model.arguments.filter(({ part }) => part === "headers")
    .map(({ member: { name }, shown }) =>
      `${pythonString(name)}: ${pythonString(headerText(shown))}`
    );
  return dictionary(members);
}

function dictionary(members: readonly string[]): string {
  return members.length === 0 ? "" : `{${members.join(", ")}}`;
}

function headerText(value: Json): string {
  if (value.kind === "array") return value.items.map(headerText).join(", ");
  return value.kind === "string" ? value.value : stringifyJson(value, 0);
}

/** Returns the arguments that the service gets, such as `q="tea"`. */
export function receivedParameters(model: ParametersModel): readonly string[] {
  return model.arguments.map(({ variable, shown }) =>
    `${variable}=${literal(shown, (is) => is ? "True" : "False")}`
  );
}

/** Returns the literal of a boolean. */
type Booleans = (is: boolean) => string;

function literal(value: Json, booleans: Booleans): string {
  if (value.kind === "object") return "None";
  if (value.kind === "array") {
    return `[${value.items.map((each) => literal(each, booleans)).join(", ")}]`;
  }
  return value.kind === "boolean" ? booleans(value.value) : pythonScalar(value);
}
