/** Random specs whose documents tools in JavaScript can read. */

import { jsonDepth, parseJson, stringifyJson } from "../../core/json.ts";
import { arbitrarySpec } from "../generators/arbitrary_spec.ts";
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

/** Returns the texts of random specs whose documents make no tool fail. */
export function readableSpecs(count: number): readonly string[] {
  return specsThat(isReadable, count);
}

/** Returns the texts of random specs without texts and numbers that tools misread. */
export function plainSpecs(count: number): readonly string[] {
  return specsThat((text) => isReadable(text) && isPlain(text), count);
}

function isPlain(text: string): boolean {
  return !MISREAD.test(withoutEscapes(text));
}

function isReadable(text: string): boolean {
  return !HOSTILE_KEYS.test(withoutEscapes(text)) && jsonDepth(parseJson(text)) <= MAX_DEPTH;
}

/** Returns a spec without unnecessary escapes, which a spec can have in place of any letter. */
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
