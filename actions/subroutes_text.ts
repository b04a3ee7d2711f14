/** Subroutes that come without their spec, as JSON. */

import { type Diagnostic, error } from "../core/diagnostic.ts";
import { JsonSyntaxError } from "../core/json.ts";
import { positionAt, tryToParseJson } from "../core/json_text.ts";
import type { SubrouteSpec } from "../spec/api_spec.ts";
import { readSpec } from "../spec/read_spec.ts";
import { specText } from "./spec_text.ts";

export interface SubroutesResult {
  readonly subroutes: readonly SubrouteSpec[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the subroutes of a route.
 *
 * @param subroutes JSON text, or the value that it stands for: names with `type` and `mock`, as in a
 * spec; `undefined` for none.
 * @param route The route's name, which must be a valid one.
 */
export function readSubroutes(subroutes: unknown, route: string): SubroutesResult {
  if (subroutes === undefined) return { subroutes: [], diagnostics: [] };
  const text = specText(subroutes);
  const syntax = syntaxProblem(text, route);
  if (syntax !== null) return { subroutes: [], diagnostics: [syntax] };
  const spec = `{"routes":{${JSON.stringify(route)}:{"type":"GET","subroutes":${text}}}}`;
  const { spec: checked, diagnostics } = readSpec(spec, { path: "spec.json", foldsCase: false });
  return {
    subroutes: checked?.routes[0]?.subroutes ?? [],
    // Nobody has seen the text that the places are in.
    diagnostics: diagnostics.map((each) => ({ ...each, where: null })),
  };
}

function syntaxProblem(text: string, route: string): Diagnostic | null {
  const parsed = tryToParseJson(text);
  if (!(parsed instanceof JsonSyntaxError)) return null;
  const { line, column } = positionAt(text, parsed.at);
  const where = `not JSON at ${line}:${column}: ${parsed.reason}`;
  return error("json-syntax", `Invalid subroutes for route '${route}' (${where}).`);
}
