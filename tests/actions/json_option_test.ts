import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { errorWords, readErrorWords } from "../../actions/json_option.ts";
import { stringifyJson } from "../../core/json.ts";

/** The values of `--error`, and the errors or the problem. */
const WORDS: readonly (readonly [readonly string[], string])[] = [
  [["404=No such cart"], '{"404": "No such cart"}'],
  [["409=a=b", "404=Gone"], '{"409": "a=b", "404": "Gone"}'],
  [["599= padded "], '{"599": " padded "}'],
  [['{"409": {"mock": 1}}'], '{"409": {"mock": 1}}'],
  [["null"], "null"],
  [["{}"], "{}"],
  [["200=x"], "Invalid --error '200=x' (the status must be from 400 to 599)."],
  [["600=x"], "Invalid --error '600=x' (the status must be from 400 to 599)."],
  [["=x"], "Invalid --error '=x' (the status must be from 400 to 599)."],
  [["4 04=x"], "Invalid --error '4 04=x' (the status must be from 400 to 599)."],
  [["404"], "Invalid --error '404' (must be <status>=<text>, such as 404='No such cart')."],
  [["404= "], "Invalid --error '404= ' (must be <status>=<text>, such as 404='No such cart')."],
  [[""], "Invalid --error '' (must be <status>=<text>, such as 404='No such cart')."],
  [["404=a", "404=b"], "Invalid --error '404=b' (status 404 occurs twice)."],
  [
    ["404=a", "null"],
    "Invalid --error 'null' (must be <status>=<text>, such as 404='No such cart').",
  ],
  [
    ["{404: 1}"],
    "Invalid errors in --error (not JSON at 1:2: expected a key in quotes, found '4').",
  ],
];

Deno.test("readErrorWords() reads statuses with texts, or all errors as JSON", () => {
  for (const [words, expected] of WORDS) {
    const read = readErrorWords(words);
    equal("kind" in read ? stringifyJson(read, 0) : read.message, expected);
  }
});

Deno.test("errorWords() returns the words that say errors", () => {
  const cases = [
    ['{"404": "No such cart", "409": "a=b"}', ["404=No such cart", "409=a=b"]],
    ['{"404": "No", "409": {"mock": 1}}', ['{"404": "No", "409": {"mock": 1}}']],
    ['{"404": ""}', ['{"404": ""}']],
    ["{}", ["{}"]],
    ["null", ["null"]],
  ] as const;
  for (const [json, words] of cases) deepEqual(errorWords(json), words);
});

const ERRORS = fc.dictionary(
  fc.integer({ min: 400, max: 599 }).map(String),
  fc.oneof(fc.string({ unit: "grapheme" }), fc.record({ mock: fc.jsonValue() })),
);

Deno.test("readErrorWords() reads what errorWords() returns", () => {
  fc.assert(
    fc.property(ERRORS, (errors) => {
      const read = readErrorWords(errorWords(JSON.stringify(errors)));
      equal("kind" in read, true, JSON.stringify(read));
      if ("kind" in read) {
        deepEqual(JSON.parse(stringifyJson(read, 0)), JSON.parse(JSON.stringify(errors)));
      }
    }),
  );
});
