import { equal } from "node:assert/strict";
import { partitionPoint } from "../../core/partition_point.ts";

Deno.test("partitionPoint() counts the items before the point, wherever it is", () => {
  for (let length = 0; length < 20; length++) {
    const items = Array.from({ length }, (_, index) => index);
    for (let point = 0; point <= length; point++) {
      equal(partitionPoint(items, (item) => item < point), point);
    }
  }
});

Deno.test("partitionPoint() asks about few items of a long list", () => {
  const items = Array.from({ length: 1_000_000 }, (_, index) => index);
  let asked = 0;
  const isBefore = (item: number) => {
    asked++;
    return item < 999_999;
  };
  equal(partitionPoint(items, isBefore), 999_999);
  equal(asked <= 20, true);
});
