/** Random specs that tools in JavaScript can read. */

import { jsonDepth, parseJson, stringifyJson } from "../../core/json.ts";
import { arbitrarySpec } from "../generators/arbitrary_spec.ts";
import { fc } from "../tools/tier.ts";

/** Maximum depth. The parsers of some tools stop at a hundred levels, and a document has more than its spec. */
const MAX_DEPTH = 60;

/** Matches keys that stop some tools, because JavaScript's objects have them. */
const HOSTILE_KEYS = /__proto__|hasOwnProperty|"(?:constructor|toString|valueOf)"/;

/** Matches what some tools misread: `%` in keys, unpaired surrogates, and numbers that JavaScript rounds. */
const MISREAD = /%|\\ud[89a-f]|[0-9]{16}|[0-9][eE][-+]?[0-9]/;

/** Returns the texts of random specs whose documents do not stop tools in JavaScript. */
export function readableSpecs(count: number): readonly string[] {
  return specsThat(isReadable, count);
}

/** Returns the texts of random specs without what JavaScript loses or rounds. */
export function plainSpecs(count: number): readonly string[] {
  return specsThat((text) => isReadable(text) && isPlain(text), count);
}

function isPlain(text: string): boolean {
  return !MISREAD.test(withoutEscapes(text));
}

function isReadable(text: string): boolean {
  return !HOSTILE_KEYS.test(withoutEscapes(text)) && jsonDepth(parseJson(text)) <= MAX_DEPTH;
}

/** Returns a spec in its usual form. Specs can have escapes in place of any letter. */
function withoutEscapes(text: string): string {
  return stringifyJson(parseJson(text), 0);
}

function specsThat(fits: (text: string) => boolean, count: number): readonly string[] {
  const found: string[] = [];
  while (found.length < count) {
    found.push(...fc.sample(arbitrarySpec, count).map(({ text }) => text).filter(fits));
  }
  return found.slice(0, count);
}
