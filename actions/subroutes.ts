/** Reading the subroutes of a route that is added. */

import { type Diagnostic, error } from "../core/diagnostic.ts";
import { type Json, type JsonObject, JsonSyntaxError } from "../core/json.ts";
import { positionAt, tryToParseJson } from "../core/json_text.ts";
import { jsonOf } from "../core/json_value.ts";
import type { SubrouteSpec } from "../spec/api_spec.ts";
import type { SubroutesInput } from "../spec/api_spec_input.ts";
import { checkSpec } from "../spec/read_spec.ts";

export interface SubroutesResult {
  readonly subroutes: readonly SubrouteSpec[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the subroutes of a route.
 *
 * @param subroutes JSON text or a value, as in a spec.
 * @param route The route's name, which must be valid.
 */
export function readSubroutes(subroutes: string | SubroutesInput, route: string): SubroutesResult {
  const parsed = typeof subroutes === "string" ? tryToParseJson(subroutes) : jsonOf(subroutes);
  if (parsed instanceof JsonSyntaxError) {
    return { subroutes: [], diagnostics: [syntaxError(subroutes, parsed, route)] };
  }
  const own = object({ type: { kind: "string", at: 0, value: "GET" }, subroutes: parsed });
  const spec = object({ routes: object({ [route]: own }) });
  const { spec: checked, diagnostics } = checkSpec(spec, { path: "spec.json", foldsCase: false });
  return {
    subroutes: checked?.routes[0]?.subroutes ?? [],
    // Positions in the spec that was built above mean nothing to the caller.
    diagnostics: diagnostics.map((each) => ({ ...each, where: null })),
  };
}

function object(members: Readonly<Record<string, Json>>): JsonObject {
  return {
    kind: "object",
    at: 0,
    members: Object.entries(members).map(([key, value]) => ({ key, at: 0, value })),
  };
}

function syntaxError(
  subroutes: string | SubroutesInput,
  { at, reason }: JsonSyntaxError,
  route: string,
): Diagnostic {
  const invalid = `Invalid subroutes for route '${route}'`;
  if (typeof subroutes !== "string") return error("json-syntax", `${invalid} (${reason}).`);
  const { line, column } = positionAt(subroutes, at);
  return error("json-syntax", `${invalid} (not JSON at ${line}:${column}: ${reason}).`);
}
