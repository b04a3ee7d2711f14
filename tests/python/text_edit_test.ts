import { deepEqual, equal, throws } from "node:assert/strict";
import { applyEdits, type TextEdit } from "../../python/text_edit.ts";

const EDITS: readonly (readonly [edits: readonly TextEdit[], after: string | null])[] = [
  [[], "abcd"],
  [[edit(1, 2, "X")], "aXd"],
  [[edit(3, 1, "Y"), edit(0, 1, "X")], "XbcY"],
  [[edit(2, 0, "X"), edit(2, 0, "Y")], "abXYcd"],
  [[edit(2, 1, "X"), edit(2, 0, "Y")], "abYXd"],
  [[edit(4, 0, "X")], "abcdX"],
  [[edit(0, 2, "X"), edit(1, 1, "Y")], null],
  [[edit(0, 2, "X"), edit(1, 0, "Y")], null],
  [[edit(3, 2, "X")], null],
  [[edit(-1, 1, "X")], null],
];

function edit(offset: number, remove: number, insert: string): TextEdit {
  return { offset, remove, insert };
}

Deno.test("applyEdits applies edits in any order and refuses edits that overlap", () => {
  for (const [edits, after] of EDITS) {
    if (after === null) throws(() => applyEdits("abcd", edits), RangeError);
    else equal(applyEdits("abcd", edits), after);
  }
});

Deno.test("applyEdits does not change its arguments", () => {
  const edits = [edit(3, 1, ""), edit(0, 1, "")];
  applyEdits("abcd", edits);
  deepEqual(edits.map(({ offset }) => offset), [3, 0]);
});
