import { deepEqual, equal, ok } from "node:assert/strict";
import { parseJson, withoutRepeatedKeys } from "../../core/json.ts";
import { pythonJson, pythonStr } from "../../python/repr.ts";
import { arbitraryMock } from "../generators/arbitrary_mock.ts";
import { runPython } from "../tools/run_python.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";

const SAMPLE = IS_FULL_TIER ? 5_000 : 500;

Deno.test("pythonStr() and pythonJson() write JSON as CPython does", async () => {
  const floats = fc.sample(fc.double({ noNaN: true, noDefaultInfinity: true }), SAMPLE);
  const texts = [
    ...fc.sample(arbitraryMock, SAMPLE),
    ...floats.map((value) => JSON.stringify(value)),
  ];
  const expected = await runPython(
    "python_texts.py",
    texts,
  ) as readonly (readonly string[] | null)[];
  ok(expected.filter((each) => each !== null).length > SAMPLE, "most texts were compared");
  for (const [at, text] of texts.entries()) {
    if (expected[at] === null) continue;
    const value = withoutRepeatedKeys(parseJson(text));
    deepEqual([pythonStr(value), pythonJson(value)], expected[at]);
  }
});

/** JSON texts, and the `repr` of their strings in Python. */
const STRINGS: readonly (readonly [json: string, repr: string])[] = [
  [`["it's"]`, `["it's"]`],
  [`["say \\"it's\\""]`, `['say "it\\'s"']`],
  ['["\\\\ \\n\\r\\t\\u0000\\u007f"]', "['\\\\ \\n\\r\\t\\x00\\x7f']"],
  ['["\\u00a0\\u00ad\\u2028\\ue000\\ud800\\ufffe"]', "['\\xa0\\xad\\u2028\\ue000\\ud800\\ufffe']"],
  ['["\\udb40\\udc01 \\u00e9\\ud83d\\ude00"]', "['\\U000e0001 é😀']"],
];

Deno.test("pythonStr() escapes what Python cannot print", () => {
  for (const [json, repr] of STRINGS) equal(pythonStr(parseJson(json)), repr);
});
