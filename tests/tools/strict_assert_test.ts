import { deepEqual, equal, notDeepEqual, notEqual, throws } from "node:assert/strict";

const PAIRS: readonly (readonly [unknown, unknown])[] = [[null, undefined], [1, "1"], [0, false]];

Deno.test("tests compare strictly", () => {
  for (const [one, other] of PAIRS) {
    throws(() => equal(one, other));
    throws(() => deepEqual([one], [other]));
    notEqual(one, other);
    notDeepEqual([one], [other]);
  }
});
