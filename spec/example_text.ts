/** Formats examples of a spec for people. */

import { type Json, jsonDepth, stringifyJson } from "../core/json.ts";
import { MAX_INDENTED } from "../core/json_layout.ts";
import { type EndpointSpec, takesBody } from "./api_spec.ts";
import { withoutMarks } from "./body_type.ts";

/** Writes an example as indented JSON, on one line if it is deep. */
export function exampleText(example: Json): string {
  return stringifyJson(example, jsonDepth(example) > MAX_INDENTED ? 0 : 2);
}

/** Returns a body to send to an endpoint, as JSON; `null` if the endpoint takes no body. */
export function sentText({ method, body }: Pick<EndpointSpec, "method" | "body">): string | null {
  if (!takesBody(method)) return null;
  return body === undefined ? "{}" : exampleText(withoutMarks(body));
}
