/** Names that no app may have, because people would take the app for a part of this server. */

import unhomoglyph from "unhomoglyph";

/** The reserved name, which no app's name may contain. */
const RESERVED = "layerwright";

/** Number of visible letters that are enough for people to recognize the reserved name. */
const ENOUGH_LETTERS = 8;

/**
 * Reports whether people could read "Layerwright" in a name: in upper or lower case, with signs or
 * invisible characters between the letters, with look-alikes, or with characters of unknown appearance
 * in place of some letters.
 *
 * @example
 * ```ts
 * import { isReservedName } from "./reserved_names.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(isReservedName("L\u0430yer-Wright setup"), true);
 * equal(isReservedName("L@yerwr\u03b9ght"), true);
 * equal(isReservedName("Playwright"), false);
 * ```
 */
export function isReservedName(name: string): boolean {
  // A reading takes some characters of the name as letters of the reserved name. The element at `n` is for
  // readings that have reached `n` letters: the maximum number of these letters that are visible, or
  // -Infinity if there is no such reading.
  let shown = startOfReading();
  for (const character of skeleton(name)) {
    shown = readOn(shown, character);
    if ((shown.at(-1) ?? 0) >= ENOUGH_LETTERS) return true;
  }
  return false;
}

function startOfReading(): number[] {
  return [0, ...new Array<number>(RESERVED_SKELETON.length).fill(-Infinity)];
}

/**
 * Continues all readings by one character, as the next letter of the reserved name or as a sign between two
 * letters.
 */
function readOn(shown: readonly number[], character: string): number[] {
  const isSign = !/[\p{L}\p{N}]/u.test(character);
  return shown.map((count, letters) => {
    const before = shown[letters - 1];
    // A reading may begin after any character.
    if (before === undefined) return 0;
    const asLetter = before + likeness(character, RESERVED_SKELETON[letters - 1]);
    return Math.max(asLetter, isSign ? count : -Infinity);
  });
}

/**
 * Returns 1 if a character looks like a letter, 0 if people may take it for the letter, and otherwise
 * -Infinity.
 */
function likeness(character: string, letter: string | undefined): number {
  if (character === letter) return 1;
  if (/[a-z\s]/.test(character)) return -Infinity;
  // Latin letters outside ASCII, such as phonetic letters and small capitals, look like some ASCII letter.
  return /\p{Script=Latin}/u.test(character) ? 1 : 0;
}

const RESERVED_SKELETON = skeleton(RESERVED);

/**
 * Returns a name's skeleton: each character is replaced by the small ASCII letter that it looks like, if
 * known (UTS 39).
 */
function skeleton(name: string): string {
  const plain = withoutFrames(name).normalize("NFKD");
  // Replaces look-alikes twice, because the list differs for capital and small letters.
  return unhomoglyph(unhomoglyph(plain).toLowerCase())
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/[i1]/g, "l")
    .replace(/v\P{L}*v/gu, "w");
}

/** Replaces letters in black circles, black squares and flags, which Unicode does not decompose. */
function withoutFrames(name: string): string {
  return name.replace(/[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu, (framed) => {
    const code = framed.codePointAt(0) ?? 0;
    const start = [0x1f1e6, 0x1f170, 0x1f150].find((start) => code >= start) ?? code;
    return String.fromCodePoint(0x61 + code - start);
  });
}
