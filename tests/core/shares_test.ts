/** Concurrency limits per subject. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { createShares } from "../../core/shares.ts";

Deno.test("a subject can take and release places up to its limit", () => {
  const shares = createShares(2);
  const first = shares.take("a");
  const second = shares.take("a");
  equal(shares.take("a"), null);
  ok(first !== null && second !== null);
  first();
  const third = shares.take("a");
  ok(third !== null);
  equal(shares.take("a"), null);
  second();
  third();
  deepEqual([shares.take("a", 3), typeof shares.take("a", 2)], [null, "function"]);
});

Deno.test("a subject takes several places at once, or none", () => {
  const shares = createShares(10);
  const some = shares.take("a", 7);
  equal(shares.take("a", 4), null);
  const rest = shares.take("a", 3);
  ok(some !== null && rest !== null);
  equal(shares.take("a"), null);
  rest();
  equal(shares.take("a", 4), null);
  some();
  equal(shares.take("a", 11), null);
  ok(shares.take("a", 10) !== null);
});

Deno.test("subjects have separate limits", () => {
  const shares = createShares(1);
  const leave = shares.take("a");
  ok(leave !== null && shares.take("b") !== null);
  deepEqual([shares.take("a"), shares.take("b")], [null, null]);
  leave();
  ok(shares.take("a") !== null);
  equal(shares.take("b"), null);
});

Deno.test("places are released once", () => {
  const shares = createShares(3);
  const first = shares.take("a");
  ok(first !== null && shares.take("a", 2) !== null);
  first();
  first();
  equal(shares.take("a", 2), null);
  ok(shares.take("a") !== null);
});
