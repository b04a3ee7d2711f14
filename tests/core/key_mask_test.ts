import { equal } from "node:assert/strict";
import { keyEnding, maskedKey, maskKey, maskKeysIn } from "../../core/key_mask.ts";

const KEY = "lw_00000000000000000000000000004f2a";

Deno.test("maskKey shows only the prefix and the end of a long key", () => {
  for (
    const [key, masked] of [
      [KEY, "lw_****4f2a"],
      ["0123456789abcdef", "****cdef"],
      ["sk-0123456789abcdef", "****cdef"],
      ["lw_012345678901", "****"],
      ["", "****"],
    ] as const
  ) equal(maskKey(key), masked);
});

Deno.test("maskedKey formats an ending as maskKey formats the whole key", () => {
  equal(maskedKey(keyEnding(KEY)), maskKey(KEY));
});

Deno.test("maskKeysIn masks whole keys within a text", () => {
  equal(maskKeysIn(`/a/${KEY}/b?${KEY}`), "/a/lw_****/b?lw_****");
  equal(maskKeysIn("/lw_short"), "/lw_short");
});
