import { equal } from "node:assert/strict";
import { isId, makeId } from "../../../hosted/accounts/ids.ts";

const ID = "acc_01234567-89ab-cdef-0123-456789abcdef";

Deno.test("isId() accepts ids of its kind", () => {
  equal(isId(ID, "acc"), true);
  equal(isId(makeId("acc"), "acc"), true);
  equal(isId(makeId("key"), "key"), true);
});

for (
  const text of [
    "",
    "acc_",
    `${ID}0`,
    `${ID}\n`,
    `${ID}\0`,
    ` ${ID}`,
    `0${ID}`,
    ID.slice(0, -1),
    ID.slice(4),
    ID.toUpperCase(),
    ID.replace("acc", "key"),
    ID.replace("_", "-"),
    ID.replaceAll("-", ""),
    ID.replace("-89ab", ""),
    ID.replace("-89ab", "-89ab-89ab"),
    ID.replace("f", "g"),
  ]
) {
  Deno.test(`isId() rejects ${JSON.stringify(text)}`, () => {
    equal(isId(text, "acc"), false);
  });
}
