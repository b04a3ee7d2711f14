import { deepEqual, equal } from "node:assert/strict";
import { type Json, parseJson, stringifyJson } from "../../core/json.ts";
import { layoutJson } from "../../core/json_layout.ts";
import { printable } from "../../core/printable.ts";
import { assertLinear } from "../tools/counted_work.ts";
import { fc } from "../tools/tier.ts";

const WORD = "a".repeat(20);

/** Compact JSON, and its layout with the first level on lines of its own. */
const LAYOUTS: readonly (readonly [json: string, layout: string])[] = [
  ["1.0", "1.0\n"],
  ["{}", "{}\n"],
  ["[[]]", "[\n  []\n]\n"],
  ['{"a":[1,2],"b":{"c":null}}', '{\n  "a": [1, 2],\n  "b": { "c": null }\n}\n'],
  [
    `["${WORD}",["${WORD}","${WORD}","${WORD}"]]`,
    `[\n  "${WORD}",\n  ["${WORD}", "${WORD}", "${WORD}"]\n]\n`,
  ],
  [
    `[["${WORD}","${WORD}","${WORD}","12"]]`,
    `[\n  ["${WORD}", "${WORD}", "${WORD}", "12"]\n]\n`,
  ],
  [
    `[["${WORD}","${WORD}","${WORD}","123"]]`,
    `[\n  [\n    "${WORD}",\n    "${WORD}",\n    "${WORD}",\n    "123"\n  ]\n]\n`,
  ],
  ["[12345678901234567890,1e400,-0]", "[\n  12345678901234567890,\n  1e400,\n  -0\n]\n"],
  ['["Mj\\u00f8lk \\u4e16 \\ud83e\\udd5b"]', '[\n  "Mj\u00f8lk \u4e16 \u{1f95b}"\n]\n'],
  ['["\\u202e\\u200d\\u007f\\u0000\\ud800"]', '[\n  "\\u202e\\u200d\\u007f\\u0000\\ud800"\n]\n'],
  ['["\\udb40\\udc01"]', '[\n  "\\udb40\\udc01"\n]\n'],
];

for (const [json, layout] of LAYOUTS) {
  Deno.test(`layoutJson() lays out ${json.slice(0, 40)}`, () => {
    equal(layoutJson(parseJson(json), 1), layout);
  });
}

/** A value without positions. */
function bare(json: Json): string {
  return stringifyJson(json, 0);
}

Deno.test("layoutJson() keeps every value, and lines with several values are at most 80 wide", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), fc.nat({ max: 3 }), (value, open) => {
      const json = parseJson(JSON.stringify(value));
      const text = layoutJson(json, open);
      equal(bare(parseJson(text)), bare(json));
      equal(printable(text), text, "nothing invisible is left");
      for (const line of text.split("\n")) {
        const isOne = /^ *(?:"(?:[^"\\]|\\.)*": )?(?:"(?:[^"\\]|\\.)*"|[^[{]*),?$/.test(line);
        if (line.length > 80 && line.search(/\S/) < 40) equal(isOne, true, line);
      }
    }),
  );
});

Deno.test("layoutJson() does not indent deep values without limit", () => {
  const deep = `${"[".repeat(900)}${"[],".repeat(2_000)}[]${"]".repeat(900)}`;
  const text = layoutJson(parseJson(deep), 0);
  equal(text.length < 20_000, true);
  deepEqual(bare(parseJson(text)), bare(parseJson(deep)));
});

const GROWING: Readonly<Record<string, (size: number) => string>> = {
  "a long list": (size) => `[${"1,".repeat(size)}1]`,
  "a long list in lists": (size) => `${"[".repeat(15)}${"1,".repeat(size)}1${"]".repeat(15)}`,
  "many objects": (size) => `[${'{"a":[1,{"b":2}]},'.repeat(size)}1]`,
};

for (const [what, json] of Object.entries(GROWING)) {
  Deno.test(`layoutJson() runs in linear time: ${what}`, async () => {
    await assertLinear((size) => {
      const value = parseJson(json(size));
      return () => layoutJson(value, 0);
    }, 500);
  });
}
