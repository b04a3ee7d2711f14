/** Random specs that tools in JavaScript can read. */

import { jsonDepth, parseJson, stringifyJson } from "../../core/json.ts";
import { arbitrarySpec } from "../generators/arbitrary_spec.ts";
import { fc } from "../tools/tier.ts";

/** Maximum depth. The parsers of some tools stop at a hundred levels, and a document has more than its spec. */
const MAX_DEPTH = 60;

/**
 * Matches values that some tools cannot handle: keys of JavaScript's objects, `%` in keys, unpaired
 * surrogates, and numbers that JavaScript rounds.
 */
const HOSTILE = new RegExp([
  "__proto__|hasOwnProperty",
  '"(?:constructor|toString|valueOf)"',
  "%",
  "\\\\ud[89a-f]",
  "[0-9]{16}",
  "[0-9][eE][-+]?[0-9]",
].join("|"));

/** Returns the texts of random specs without values that JavaScript loses or rounds. */
export function plainSpecs(count: number): readonly string[] {
  const found: string[] = [];
  while (found.length < count) {
    found.push(...fc.sample(arbitrarySpec, count).map(({ text }) => text).filter(isPlain));
  }
  return found.slice(0, count);
}

function isPlain(text: string): boolean {
  const json = parseJson(text);
  // Specs can have escapes in place of any letter.
  return !HOSTILE.test(stringifyJson(json, 0)) && jsonDepth(json) <= MAX_DEPTH;
}
