import { deepEqual, equal } from "node:assert/strict";
import { mayDiffer, NumberText, parseWithNumbers } from "../../core/number_text.ts";
import { fc } from "../tools/tier.ts";

for (
  const { text, keeps } of [
    { text: "9", keeps: false },
    { text: "9.5", keeps: false },
    { text: "1.05", keeps: false },
    { text: "-0.5", keeps: false },
    { text: "9.0", keeps: true },
    { text: "-0.0", keeps: true },
    { text: "10.50", keeps: true },
    { text: "1e3", keeps: true },
    { text: "1E400", keeps: true },
    { text: "9007199254740993", keeps: true },
    { text: "0.1234567890123456789", keeps: true },
  ]
) {
  Deno.test(`parseWithNumbers() ${keeps ? "keeps the text of" : "converts"} ${text}`, () => {
    const expected = keeps ? new NumberText(text) : Number(text);
    for (const [json, value] of [[text, expected], [`{"a":[${text}]}`, { a: [expected] }]]) {
      deepEqual(parseWithNumbers(String(json)), value);
    }
    equal(keeps && !mayDiffer(text), false);
    equal(JSON.stringify(parseWithNumbers(text)), text);
  });
}

Deno.test("parseWithNumbers() parses all other values as JSON.parse does", () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
    const text = JSON.stringify(value);
    equal(JSON.stringify(parseWithNumbers(text)), JSON.stringify(JSON.parse(text)));
  }));
});

Deno.test("mayDiffer() is false only if JSON.parse loses nothing", () => {
  const part = fc.constantFrom("0", "1", "9", "12345678", ".", "e", "-");
  fc.assert(fc.property(fc.array(part, { maxLength: 9 }), (parts) => {
    const text = parts.join("");
    if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e-?\d+)?$/.test(text) || mayDiffer(text)) return;
    // JSON has a negative zero only as `-0`, which is the integer 0 in Python.
    equal(JSON.stringify(JSON.parse(text)), text.replace(/^-0$/, "0"));
  }));
});
