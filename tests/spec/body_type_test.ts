import { deepEqual, equal } from "node:assert/strict";
import { parseJson, stringifyJson } from "../../core/json.ts";
import { bodyForm, describeBody, writtenMember } from "../../spec/body_type.ts";
import { bodyType, withoutMarks } from "../../spec/example_type.ts";

const KEYS: readonly (readonly [key: string, name: string, isOptional: boolean])[] = [
  ["note", "note", false],
  ["note?", "note", true],
  ["note??", "note?", false],
  ["note???", "note?", true],
  ["note????", "note??", false],
  ["a?b", "a?b", false],
  ["", "", false],
  ["?", "", true],
  ["??", "?", false],
];

for (const [key, name, isOptional] of KEYS) {
  Deno.test(`writtenMember() reads ${JSON.stringify(key)}`, () => {
    deepEqual(writtenMember(key), { name, isOptional });
  });
}

/** Examples of bodies, and their descriptions for people. */
const DESCRIBED: readonly (readonly [example: string, description: string])[] = [
  ['{"customer": 7, "note?": "ring"}', "customer integer, note? text"],
  ['{"a": 1, "b": 2}', "a integer, b integer"],
  [
    '{"a": 1.0, "b": 1e2, "c": -0, "d": true}',
    "a number, b number, c integer, d boolean",
  ],
  ['{"a": null, "b?": null}', "a? anything, b? anything"],
  ['{"a": {}, "b": []}', "a object, b array"],
  ['{"a": {"b?": {"c": ""}}}', "a {b? {c text}}"],
  ['["a"]', "array of text"],
  ["[[1.5], []]", "array of array of number"],
  ["[1, 2.5]", "array of number"],
  ['["a", 1, true, "b"]', "array of integer or text or boolean"],
  ['["a", null]', "array"],
  ['[{"a": "", "b": 1.5}, {"a": "", "c?": []}]', "array of {a text, b? number, c? array}"],
  ['{"a b?": true, "c?": {}}', '"a b"? boolean, c? object'],
  ['[{"a": null}, {"a": 1}]', "array of {a? anything}"],
  ['[{}, {"a": true}]', "array of {a? boolean}"],
  ['{"": true, "a b": true, "sure??": true}', '"" boolean, "a b" boolean, "sure?" boolean'],
  ["{}", "object"],
  ['{"a": "", "...": null}', "a text, ..."],
  ['{"...": null, "a?": {"b": "", "...": null}}', "a? {b text, ...}, ..."],
  ['[{"a": "", "...": null}, {"b": ""}]', "array of {a? text, b? text, ...}"],
  ['{"...": null}', "object"],
  ['{"...?": null, "..??": ""}', '"..."? anything, "..?" text'],
  ["1.5", "number"],
  ['{"\\u202e": true}', '"\\u202e" boolean'],
];

for (const [example, description] of DESCRIBED) {
  Deno.test(`describeBody() describes ${example}`, () => {
    equal(describeBody(bodyType(parseJson(example))), description);
  });
}

/** Pairs of examples, and whether both accept the same bodies. */
const FORMS: readonly (readonly [one: string, other: string, areSame: boolean])[] = [
  ['{"a": 1}', '{"a": 22}', true],
  ['{"a": 1.0}', '{"a": 2e5}', true],
  ['{"a": 1}', '{"a": 1.0}', false],
  ['{"a": "x"}', '{"a?": "x"}', false],
  ["[]", "[null]", true],
  ['{"example": 1}', '{"example": "x"}', false],
  ['{"a": 1, "...": null}', '{"a": 1}', false],
  ['{"a": 1, "...": null}', '{"...": null, "a": 2}', true],
];

for (const [one, other, areSame] of FORMS) {
  Deno.test(`bodyForm() ${areSame ? "is equal" : "differs"} for ${one} and ${other}`, () => {
    const [first, second] = [one, other].map((each) => bodyForm(bodyType(parseJson(each))));
    equal(first === second, areSame);
  });
}

Deno.test("withoutMarks() returns the body that an example shows", () => {
  const text = '{"a?": [{"b??": 1, "...": null}], "c": {"d???": "?"}, "...": null}';
  const body = withoutMarks(parseJson(text));
  equal(stringifyJson(body, 0), '{"a": [{"b?": 1}], "c": {"d?": "?"}}');
});
