import { deepEqual, equal, match } from "node:assert/strict";
import { parseJson, withoutRepeatedKeys } from "../../core/json.ts";
import { Collection } from "../../mock/collection.ts";
import type { IdRule } from "../../mock/item_id.ts";
import { MAX_COLLECTIONS } from "../../mock/mock_state.ts";
import { readState, stateText } from "../../mock/state_text.ts";
import { PARAMETER_TYPES } from "../../spec/spec_path.ts";
import { arbitraryMock } from "../generators/arbitrary_mock.ts";
import { fc } from "../tools/tier.ts";

/** Every rule for ids that a collection can have. UUIDs are never numbers. */
const RULES: readonly IdRule[] = PARAMETER_TYPES.flatMap((type) =>
  [true, false].filter((isNumber) => !isNumber || type !== "uuid")
    .map((isNumber) => ({ field: "it's \"\ud800", type, isNumber }))
);

/** A collection of random items, some of which are deleted again. */
const arbitraryCollection = fc.record({
  rule: fc.constantFrom(...RULES),
  mocks: fc.array(arbitraryMock, { maxLength: 4 }),
  isShort: fc.boolean(),
}).map(({ rule, mocks, isShort }) => {
  const collection = Collection.empty(rule);
  const keys = mocks.map((text) => {
    const member = { key: "value", at: 0, value: withoutRepeatedKeys(parseJson(text)) };
    return collection.put({ kind: "object", at: 0, members: [member] });
  });
  if (isShort) keys.slice(0, 1).forEach((key) => collection.delete(key));
  return collection;
});

Deno.test("readState() reads what stateText() wrote", () => {
  fc.assert(fc.property(
    fc.dictionary(fc.string(), arbitraryCollection, { maxKeys: 3 }),
    (dictionary) => {
      const text = stateText(new Map(Object.entries(dictionary)));
      JSON.parse(text);
      const read = readState(new TextEncoder().encode(text));
      if (read.kind === "wrong") throw new Error(read.reason);
      equal(stateText(read.changed), text);
    },
  ));
});

function collections(members: string): string {
  return `{"mock_state": 1, "collections": {${members}}}`;
}

function collection(items: string, { last = "0", id = ID } = {}): string {
  return collections(`"/a": {"id": ${id}, "last": ${last}, "items": ${items}}`);
}

const ID = '{"field": "id", "type": "int", "is_number": true}';

const many = Array.from({ length: MAX_COLLECTIONS + 1 }, (_, at) => `"/${at}": {}`).join();

const WRONG: readonly (readonly [text: string, reason: RegExp])[] = [
  ["", /not JSON: expected a value/],
  ["\xff", /neither UTF-8 nor UTF-16/],
  ["[]", /has no "mock_state": 1/],
  ['{"mock_state": 2}', /has no "mock_state": 1/],
  ['{"mock_state": "1"}', /has no "mock_state": 1/],
  ['{"routes": {}}', /has no "mock_state": 1/],
  ['{"mock_state": 1}', /"collections" is not an object/],
  [collections('"/a": 1'), /the collection "\/a" is not an object/],
  [collections('"/a": {}'), /"id" of the collection "\/a" is not an object/],
  [collections(many), /more than 1000 collections/],
  [collection("{}"), /"items" of the collection "\/a" is not an array/],
  [collection("[1]"), /an item of the collection "\/a" is not an object/],
  [collection("[{}]"), /has no valid id/],
  [collection('[{"id": -1}]'), /has no valid id/],
  [collection('[{"id": 1}, {"id": "01"}]'), /two items of the collection "\/a" have the id 1/],
  [collection('[{"id": 1, "n": 1e999}]'), /that Python cannot read/],
  [
    collection(`[{"id": 1, "n": ${"[".repeat(901)}${"]".repeat(901)}}]`),
    /deeper|that Python cannot read/,
  ],
  [collection("[".repeat(100_000)), /nested deeper than/],
  [collection("[]", { last: "-1" }), /"last" of the collection "\/a" is not a number/],
  [collection("[]", { last: "9".repeat(19) }), /"last" of the collection "\/a" is not a number/],
  [collection("[]", { id: '{"field": "id"}' }), /"id" of the collection "\/a" is not/],
  [collection("[]", { id: ID.replace("int", "long") }), /"id" of the collection "\/a" is not/],
];

Deno.test("readState() reports the problem with malformed text", () => {
  for (const [text, reason] of WRONG) {
    const bytes = Uint8Array.from(text, (each) => each.charCodeAt(0));
    const read = readState(bytes);
    equal(read.kind, "wrong", text.slice(0, 100));
    if (read.kind === "wrong") match(read.reason, reason);
  }
});

Deno.test("an id is never reused, even if its item and the mock are gone", () => {
  const read = readState(new TextEncoder().encode(collection('[{"id": 3}]', { last: "7" })));
  if (read.kind === "wrong") throw new Error(read.reason);
  const item = { kind: "object", at: 0, members: [] } as const;
  deepEqual([...read.changed.values()].map((each) => each.put(item)), ["8"]);
});
