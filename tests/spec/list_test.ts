/** A spec's list has fields of the items in its mock. */

import { deepEqual, equal } from "node:assert/strict";
import { parseJson } from "../../core/json.ts";
import { list as jsonList, number, object, text } from "../../core/json_nodes.ts";
import { describeList, listOf, queryMembers } from "../../spec/list.ts";
import { readSpec } from "../../spec/read_spec.ts";
import { specText } from "../../spec/spec_text.ts";

const MOCK = '[{"name": "Tea", "price": 24, "sold": true, "note": null, "tags": []}, ' +
  '{"name": null, "price": 1.5, "note": "x", "mixed": 1}, {"mixed": "a", "limit": 1, "-a": 1}]';

/** Returns the errors of a spec whose subroute `a` at `/{id:int}` has this list. */
function errorsOf(list: string, { type = "GET", mock = MOCK, more = "" } = {}): readonly string[] {
  const subroute =
    `{"path": "/{id:int}", "type": "${type}", "list": ${list}, "mock": ${mock}${more}}`;
  const text = `{"routes": {"r": {"methods": {}, "subroutes": {"a": ${subroute}}}}}`;
  return readSpec(text, { path: "spec.json" }).diagnostics.map(({ message, hint }) =>
    hint === null ? message : `${message} ${hint}`
  );
}

const PLACE = "in subroute 'a' of route 'r'";
const FIELD = `in 'list' ${PLACE}`;

/** Lists, and the errors of their specs. */
const ERRORS: readonly (readonly [string, readonly string[]])[] = [
  ["{}", []],
  [`{"limit": 100, "filter": ["name", "price", "sold", "note"], "sort": ["name", "sold"]}`, []],
  ["[]", [`'list' must be an object ${PLACE}. Write an object, such as {"limit": 20}`]],
  [`{"limits": 3}`, [`Unknown key 'limits' ${FIELD} Did you mean 'limit'?`]],
  [`{"limit": 0}`, [`'limit' must be an integer from 1 to 100 ${FIELD}.`]],
  [`{"limit": 101}`, [`'limit' must be an integer from 1 to 100 ${FIELD}.`]],
  [`{"filter": "name"}`, [`'filter' must be a list of names ${FIELD}.`]],
  [`{"sort": [1]}`, [`'sort' must be a list of names ${FIELD}.`]],
  [`{"filter": ["nam"]}`, [
    `Field 'nam' of 'filter' is not in the items of the mock ${FIELD}. Did you mean 'name'?`,
  ]],
  [`{"sort": ["tags"]}`, [
    `Field 'tags' of 'sort' has no single values ${FIELD}. ` +
    "Name a field whose values are all texts, all numbers, or all true or false",
  ]],
  [`{"sort": ["mixed"]}`, [
    `Field 'mixed' of 'sort' has no single values ${FIELD}. ` +
    "Name a field whose values are all texts, all numbers, or all true or false",
  ]],
  [`{"filter": ["name", "name"]}`, [
    `Field 'name' of 'filter' is there twice ${FIELD}. Remove one of them`,
  ]],
  [`{"filter": ["limit"]}`, [
    `Field 'limit' of 'filter' is a parameter that each list has ${FIELD}. ` +
    "Remove it, or rename the field",
  ]],
  [`{"sort": ["-a"]}`, [
    `Field '-a' of 'sort' cannot be in a sort ${FIELD}. Remove it, or rename the field`,
  ]],
];

for (const [list, errors] of ERRORS) {
  Deno.test(`readSpec() checks the list ${list}`, () => {
    deepEqual(errorsOf(list), errors);
  });
}

Deno.test("readSpec() refuses a list beside anything but a GET with a list of items", () => {
  const hint = "only a GET whose mock is a list has one. Write a list of items as the mock";
  deepEqual(errorsOf("{}", { type: "POST" }), [`'list' does not go with POST ${PLACE}: ${hint}`]);
  deepEqual(errorsOf("{}", { mock: "{}" }), [
    `'list' does not go with this mock ${PLACE}: ${hint}`,
  ]);
});

Deno.test("readSpec() refuses parameters that a list has, too", () => {
  deepEqual(errorsOf("{}", { more: ', "query": {"sort?": "x"}' }), [
    `Query parameter 'sort' does not go with 'list' ${PLACE}. ` +
    "Remove it: each list has the parameters limit, offset, sort",
  ]);
  deepEqual(errorsOf('{"filter": ["name"]}', { more: ', "query": {"name": "x"}' }), [
    `Field 'name' of 'filter' has the name of another parameter ${FIELD}. Rename one of them`,
  ]);
});

const LIST = object([
  ["limit", number(5)],
  ["filter", jsonList([text("price"), text("sold")])],
  ["sort", jsonList([text("name")])],
]);

Deno.test("listOf() reads the types of fields from all items", () => {
  const list = listOf(LIST, parseJson(MOCK));
  deepEqual(list, {
    limit: 5,
    filter: [{ name: "price", type: { kind: "number" } }, {
      name: "sold",
      type: { kind: "boolean" },
    }],
    sort: ["name"],
  });
  equal(describeList(list), "5 a page; filter price, sold; sort name");
  deepEqual(
    queryMembers(parseJson('{"q?": "x"}'), list).map(({ name, role }) => role ?? name),
    ["limit", "offset", "sort", "q", "filter", "filter"],
  );
});

Deno.test("specText() writes lists as they were read", () => {
  const written = `{
  "routes": {
    "products": {
      "resource": { "id": 1, "name": "Tea", "price": 24.5 },
      "list": { "filter": ["name"], "sort": ["price"] }
    },
    "carts": { "type": "GET", "list": {}, "mock": [] }
  }
}
`;
  const { spec, diagnostics } = readSpec(written, { path: "spec.json" });
  deepEqual(diagnostics, []);
  equal(specText(spec?.routes ?? []), written);
});
