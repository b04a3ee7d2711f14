/** Random texts of all of Unicode. */

import { fc } from "./tier.ts";

const SURROGATES = { first: 0xd800, count: 0x800 };

const CODE_POINTS = 0x110000 - SURROGATES.count;

/**
 * Any code point that is no surrogate, as a unit of `fc.string`. The unit "binary" gives the same texts, but
 * first fills a map of all code points, which takes more than a second.
 */
export const codePoint: fc.Arbitrary<string> = fc.nat({ max: CODE_POINTS - 1 }).map(
  (index) => {
    const isBefore = index < SURROGATES.first;
    return String.fromCodePoint(isBefore ? index : index + SURROGATES.count);
  },
  (text) => {
    const [found, more] = typeof text === "string" ? text : [];
    const code = found?.codePointAt(0);
    if (code === undefined || more !== undefined) throw new RangeError("Not one code point");
    return code < SURROGATES.first ? code : code - SURROGATES.count;
  },
);
