/** Work that waits for a place: no more at once than there are places, each in its turn. */

import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { createPlaces } from "../../core/turns.ts";
import { fc } from "../tools/tier.ts";

Deno.test("as much work runs at once as there are places, in the order in which it came", () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 12 }),
      async (count, lengths) => {
        const takePlace = createPlaces(count);
        const begun: number[] = [];
        let running = 0;
        let most = 0;
        await Promise.all(lengths.map((length, index) =>
          takePlace(async () => {
            begun.push(index);
            most = Math.max(most, ++running);
            for (let step = 0; step < length; step++) await Promise.resolve();
            running--;
          })
        ));
        deepEqual(begun, lengths.map((_, index) => index));
        ok(most <= count);
      },
    ),
  ));

Deno.test("work that fails gives its place to the next", async () => {
  const takePlace = createPlaces(1);
  const failing = takePlace(() => Promise.reject(new Error("No")));
  const next = takePlace(() => Promise.resolve("done"));
  await rejects(failing, /No/);
  equal(await next, "done");
});
