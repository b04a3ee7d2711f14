/** Detects words that mix scripts, often to imitate another word with look-alike letters. */

/** Scripts in everyday use (UAX 31, table 5). All other scripts together count as one script. */
const SCRIPTS = [
  "Arabic",
  "Armenian",
  "Bengali",
  "Bopomofo",
  "Cyrillic",
  "Devanagari",
  "Ethiopic",
  "Georgian",
  "Greek",
  "Gujarati",
  "Gurmukhi",
  "Han",
  "Hangul",
  "Hebrew",
  "Hiragana",
  "Kannada",
  "Katakana",
  "Khmer",
  "Lao",
  "Latin",
  "Malayalam",
  "Myanmar",
  "Oriya",
  "Sinhala",
  "Tamil",
  "Telugu",
  "Thaana",
  "Thai",
  "Tibetan",
];

/** Scripts with many letters that look like Latin letters. */
const LIKE_LATIN = ["Armenian", "Cyrillic", "Greek"];

/** Scripts that people write together in one word (UTS 39, "moderately restrictive"). */
const TOGETHER = [
  ["Latin", "Han", "Hiragana", "Katakana"],
  ["Latin", "Han", "Bopomofo"],
  ["Latin", "Han", "Hangul"],
  ...SCRIPTS.map((script) => LIKE_LATIN.includes(script) ? [script] : [script, "Latin"]),
];

const letters = (scripts: readonly string[]) =>
  scripts.map((script) => `\\p{Script_Extensions=${script}}`).join("");

const SETS = [...TOGETHER.map(letters), `^${letters(SCRIPTS)}`];

/** Patterns of a word that does not mix scripts. Marks, and letters without a script, may occur in any word. */
const ONE_SCRIPT = SETS.map((set) => `[[${set}]\\p{M}\\p{Script=Common}]*`).join("|");

const UNMIXED = new RegExp(`^(?:${ONE_SCRIPT})$`, "v");

/**
 * Reports whether a word of a text mixes scripts that people do not write together. Words in different
 * scripts may stand side by side.
 *
 * @example
 * ```ts
 * import { mixesScripts } from "./mixed_scripts.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(mixesScripts("L\u03b1yer"), true);
 * equal(mixesScripts("\u0410\u0433\u0435\u043d\u0442 Acme"), false);
 * ```
 */
export function mixesScripts(text: string): boolean {
  return (text.match(/[\p{L}\p{M}]+/gu) ?? []).some((word) => !UNMIXED.test(word));
}
