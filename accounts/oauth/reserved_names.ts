/** Names that no app may have, as people would take it for a part of this server. */

import unhomoglyph from "unhomoglyph";

/** The name that no other may contain. */
const RESERVED = "layerwright";

/** Small capitals are letters of their own, which Unicode's list of look-alikes leaves out. */
const SMALL_CAPITALS = new Map(Object.entries({
  "ʟ": "l",
  "ᴀ": "a",
  "ʏ": "y",
  "ᴇ": "e",
  "ʀ": "r",
  "ᴡ": "w",
  "ɪ": "i",
  "ɢ": "g",
  "ʜ": "h",
  "ᴛ": "t",
}));

/**
 * Reports whether people could read a name as one with "Layerwright" in it: in any case, with spaces,
 * signs or invisible characters between its letters, or with letters that look like them.
 *
 * @example
 * ```ts
 * import { isReservedName } from "./reserved_names.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(isReservedName("L\u0430yer-Wright setup"), true);
 * equal(isReservedName("Codex"), false);
 * ```
 */
export function isReservedName(name: string): boolean {
  return skeleton(name).includes(RESERVED_SKELETON);
}

const RESERVED_SKELETON = skeleton(RESERVED);

/** What a name looks like, in ASCII letters and digits (after UTS 39). */
function skeleton(name: string): string {
  // The list has other look-alikes for a capital letter than for the small one.
  const letters = lookAlikes(lookAlikes(name.normalize("NFKD")).toLowerCase());
  return letters.replace(/[^a-z0-9]/g, "").replace(/[i1]/g, "l").replaceAll("vv", "w");
}

function lookAlikes(text: string): string {
  const marked = text.replace(/[ʟᴀʏᴇʀᴡɪɢʜᴛ]/g, (letter) => SMALL_CAPITALS.get(letter) ?? letter);
  return unhomoglyph(marked);
}
