/** The bodies and parameters that the generated tests of a project send. */

import type { Json } from "../../core/json.ts";
import { bracketed, isName, isOperator, tokenize } from "../../python/expression.ts";
import { literalJson } from "../../python/literal_json.ts";
import { readPython } from "../../python/python_module.ts";
import type { ParametersPart } from "../../spec/parameters.ts";
import type { EndpointName, RecordedEndpoints } from "./recorded_endpoints.ts";

/**
 * Returns the body that the test of an endpoint sends; `null` if there is none. The tests show the
 * values of examples, which models do not have.
 */
export function sentBody(endpoint: EndpointName, recorded: RecordedEndpoints): Json | null {
  const test = recorded.find(endpoint, "test");
  return test === null ? null : assignedBody(test.place.symbol.text);
}

/** Returns the literal of the variable `body` in a test. */
function assignedBody(test: string): Json | null {
  const { source, lines } = readPython(test);
  for (const { start, end } of lines) {
    const tokens = tokenize(source, start, end);
    const equals = tokens.findIndex((token) => isOperator(token, "="));
    if (isName(tokens[0], "body") && equals > 0) return literalJson(tokens.slice(equals + 1));
  }
  return null;
}

/**
 * Returns the query or the headers that the test of an endpoint sends. Booleans in a query are
 * texts, and so is everything in headers.
 */
export function sentParameters(
  part: ParametersPart,
  endpoint: EndpointName,
  recorded: RecordedEndpoints,
): Json | null {
  const test = recorded.find(endpoint, "test");
  if (test === null) return null;
  const { source, lines } = readPython(test.place.symbol.text);
  for (const { start, end } of lines) {
    const tokens = tokenize(source, start, end);
    const at = tokens.findIndex((token) => isName(token, KEYWORDS[part]));
    if (at === -1 || !isOperator(tokens[at + 1], "=")) continue;
    const { next } = bracketed(tokens, at + 2);
    return literalJson(tokens.slice(at + 2, next));
  }
  return null;
}

/** The arguments of the test client. */
const KEYWORDS = { query: "query_string", headers: "headers" } as const;
