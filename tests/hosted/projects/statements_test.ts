import { deepEqual, equal } from "node:assert/strict";
import { inPieces, listed } from "../../../hosted/projects/statements.ts";

for (
  const [count, sizes] of [
    [0, []],
    [1, [1]],
    [6, [4, 2]],
    [256, [256]],
    [519, [256, 256, 4, 2, 1]],
  ] as const
) {
  Deno.test(`inPieces() handles ${count} items in order, in powers of two`, async () => {
    const items = Array.from({ length: count }, (_, index) => index);
    const pieces: (readonly number[])[] = [];
    await inPieces(items, (piece) => Promise.resolve(void pieces.push(piece)));
    deepEqual(pieces.flat(), items);
    deepEqual(pieces.map(({ length }) => length), sizes);
  });
}

for (
  const [count, columns, before, places] of [
    [0, 1, 0, ""],
    [1, 1, 0, "$1"],
    [3, 1, 2, "$3, $4, $5"],
    [1, 2, 0, "($1, $2)"],
    [2, 3, 1, "($2, $3, $4), ($5, $6, $7)"],
  ] as const
) {
  Deno.test(`listed(${count}, ${columns}, ${before}) is '${places}'`, () => {
    equal(listed(count, columns, before), places);
  });
}
