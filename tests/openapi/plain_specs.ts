/** Random specs whose documents tools in JavaScript can read. */

import { jsonDepth, parseJson, stringifyJson } from "../../core/json.ts";
import { parametersIn } from "../generators/arbitrary_query.ts";
import { arbitrarySpec, type WrittenSpec } from "../generators/arbitrary_spec.ts";
import { specOf } from "../generators/written_spec.ts";
import { fc } from "../tools/tier.ts";

/**
 * Maximum depth of a spec. The parsers of some tools fail at a hundred levels, and a document has
 * more levels than its spec.
 */
const MAX_DEPTH = 60;

/** Matches keys that make some tools fail, because all objects in JavaScript inherit them. */
const HOSTILE_KEYS = /__proto__|hasOwnProperty|"(?:constructor|toString|valueOf)"/;

/**
 * Matches texts that some tools misread: `%` in keys, unpaired surrogates, and numbers that
 * JavaScript rounds.
 */
const MISREAD = /%|\\ud[89a-f]|[0-9]{16}|[0-9][eE][-+]?[0-9]/;

/**
 * Matches names of parameters that clients put into URLs as they are, without escapes. Clients drop a
 * `?` at the start of a query, so it must not begin with the `?` of a name.
 */
const UNESCAPED = /^[\w.~[\]-][\w.~?[\]-]*$/;

/** Returns the texts of random specs whose documents make no tool fail. */
export function readableSpecs(count: number): readonly string[] {
  return specsThat(isReadable, count);
}

/** Returns the texts of random specs without texts, names and numbers that tools misread. */
export function plainSpecs(count: number): readonly string[] {
  return specsThat((spec) => isReadable(spec) && isPlain(spec), count);
}

function isPlain({ text, endpoints }: WrittenSpec): boolean {
  const names = endpoints.flatMap(({ query }) => parametersIn(query));
  return !MISREAD.test(withoutEscapes(text)) && names.every((each) => UNESCAPED.test(each));
}

function isReadable({ text }: WrittenSpec): boolean {
  return !HOSTILE_KEYS.test(withoutEscapes(text)) && jsonDepth(parseJson(text)) <= MAX_DEPTH;
}

/** Returns a spec without unnecessary escapes, which a spec can have in place of any letter. */
function withoutEscapes(text: string): string {
  return stringifyJson(parseJson(text), 0);
}

/** Returns specs of the routes of random specs that fit. */
function specsThat(fits: (spec: WrittenSpec) => boolean, count: number): readonly string[] {
  const found: string[] = [];
  while (found.length < count) {
    for (const { endpoints } of fc.sample(arbitrarySpec, count)) {
      const routes = [...Map.groupBy(endpoints, ({ route }) => route).values()];
      const fitting = routes.filter((each) => fits({ text: specOf(each), endpoints: each })).flat();
      if (fitting.length > 0) found.push(specOf(fitting));
    }
  }
  return found.slice(0, count);
}
