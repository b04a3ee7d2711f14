/** A spec's query and headers have an example of each parameter, which a request can send. */

import { deepEqual, equal } from "node:assert/strict";
import { parseJson, stringifyJson } from "../../core/json.ts";
import { describeBody } from "../../spec/body_type.ts";
import { MAX_PARAMETERS, type ParametersPart, parametersType } from "../../spec/parameters.ts";
import { readSpec } from "../../spec/read_spec.ts";

/** Returns the errors of a spec whose subroute `a` at `/{id:int}` has these parameters. */
function errorsOf(example: string, part: ParametersPart = "query"): readonly string[] {
  const subroute = `{"path": "/{id:int}", "type": "GET", "${part}": ${example}}`;
  const text = `{"routes": {"r": {"methods": {}, "subroutes": {"a": ${subroute}}}}}`;
  return readSpec(text, { path: "spec.json" }).diagnostics.map(({ message, hint }) =>
    (hint === null ? message : `${message} ${hint}`).replaceAll("\0", "NUL")
  );
}

const PLACE = "in subroute 'a' of route 'r'";
const KINDS = 'Write an example, such as "tea", 20, 1.5, true or ["new"]';

/** Queries, and the errors of their specs. */
const ERRORS: readonly (readonly [string, readonly string[]])[] = [
  [`{"q?": "tea", "limit": 20, "price?": 1.5, "active": true, "tags?": ["new"]}`, []],
  [`{"a b": "", "page[size]": 1, "naïve": 1, "...": 1}`, []],
  [`{"ids": [1, 2.5], "days": ["mon", "tue"], "flags": [true]}`, []],
  [`{}`, []],
  [`{"n": 999999999999999999}`, []],
  [`null`, [`'query' must be an object ${PLACE}. Write an object, such as {"limit?": 20}`]],
  [`["q"]`, [`'query' must be an object ${PLACE}. Write an object, such as {"limit?": 20}`]],
  [`{"q": null}`, [
    `Query parameter 'q' must not be null ${PLACE}. ${KINDS}. 'name?' may be absent`,
  ]],
  [`{"q": {}}`, [
    `Query parameter 'q' must be a text, a number, true, false or a list of them ${PLACE}. ${KINDS}`,
  ]],
  [`{"q": [["a"]]}`, [
    `Query parameter 'q' must be a text, a number, true, false or a list of them ${PLACE}. ${KINDS}`,
  ]],
  [`{"q": []}`, [
    `Query parameter 'q' is an empty list ${PLACE}. Write an example of an item, such as ["new"]`,
  ]],
  [`{"q": [1, "a"]}`, [
    `Query parameter 'q' is a list of several types ${PLACE}. Write items of one type`,
  ]],
  [`{"n": 1000000000000000000}`, [
    `Query parameter 'n' has more than 18 digits ${PLACE}. Use a text for long numbers`,
  ]],
  [`{"n": 1e400}`, [`Number '1e400' ${PLACE} exceeds the range of a float.`]],
  [`{"q": "a\\u0000"}`, [`Query parameter 'q' must not contain the character NUL ${PLACE}.`]],
  [`{"": 1}`, [`Query parameter '' needs a name ${PLACE}.`]],
  [`{"?": 1}`, [`Query parameter '?' needs a name ${PLACE}.`]],
  [`{"id?": 1}`, [
    `Query parameter 'id?' has the name of a parameter of the path ${PLACE}. Rename one of them`,
  ]],
  [`{"q": 1, "q?": 1}`, [
    `Members 'q' and 'q?' of the query are the same ${PLACE}. ` +
    "Remove one of them. To end a name with ?, write two: 'q??'",
  ]],
  [`{"q": 1, "...": null}`, [
    `'...' does not go with a query ${PLACE}. ` +
    "Remove it: parameters that the query does not name are always allowed",
  ]],
];

for (const [query, errors] of ERRORS) {
  Deno.test(`the query ${query} has ${errors.length === 0 ? "no errors" : "its error"}`, () => {
    deepEqual(errorsOf(query), errors);
  });
}

const NO_PARAMETER =
  "Remove it: like in OpenAPI, Accept, Authorization and Content-Type are no parameters";
const OTHER_EXAMPLE = "Write another example: requests may have other values";

/** Headers, and the errors of their specs. */
const HEADER_ERRORS: readonly (readonly [string, readonly string[]])[] = [
  [`{"X-Tenant": "acme", "If-Match?": "abc", "X-Size": {"$default": 20, "$minimum": 1}}`, []],
  [`{"X-Tags?": ["new", "a b"], "!#$%&'*+.^|~\`": "", "x-ids": [1, 2.5]}`, []],
  [`{"X-Text": "a, b", "X-List": [{"$enum": ["a", "b"]}]}`, []],
  [`null`, [
    `'headers' must be an object ${PLACE}. Write an object, such as {"X-Tenant": "acme"}`,
  ]],
  ...["Authorization", "ACCEPT?", "content-type"].map((key) =>
    [`{"${key}": "a"}`, [
      `Header '${key}' cannot be in 'headers' ${PLACE}. ${NO_PARAMETER}`,
    ]] as const
  ),
  [`{"X-A": "a", "x-a?": "a"}`, [
    `Members 'X-A' and 'x-a?' of the headers are the same ${PLACE}. ` +
    "Remove one of them: names of headers ignore case",
  ]],
  [`{"X_Tenant": "a"}`, [
    `Header 'X_Tenant' has '_' in its name, so servers drop it ${PLACE}. Write 'X-Tenant'`,
  ]],
  ...["X Tenant", "X:A", "n\u00e4me", "a\\n", "a??"].map((key) =>
    [`{"${key}": "a"}`, [
      `Header '${key}' has a name that HTTP does not allow ${PLACE}. Write letters, digits and -`,
    ]] as const
  ),
  [`{"?": "a"}`, [`Header '?' needs a name ${PLACE}.`]],
  [`{"id": 1}`, [
    `Header 'id' has the name of a parameter of the path ${PLACE}. Rename one of them`,
  ]],
  [`{"X-A": {}}`, [
    `Header 'X-A' must be a text, a number, true, false or a list of them ${PLACE}. ${KINDS}`,
  ]],
  ...[`"\u00e9"`, `" a"`, `"a\\r\\nb"`, `{"$enum": ["a", "b "]}`].map((value) =>
    [`{"X-A": ${value}}`, [
      `Header 'X-A' has a text that is not ASCII, or that starts or ends with a space ${PLACE}. ` +
      OTHER_EXAMPLE,
    ]] as const
  ),
  ...[`["a,b"]`, `["a", ""]`, `[{"$example": "\u00e9"}]`].map((value) =>
    [`{"X-A": ${value}}`, [
      `Header 'X-A' has an item that is empty, has a comma or is not ASCII ${PLACE}. ${OTHER_EXAMPLE}`,
    ]] as const
  ),
  [`{"X-A": "a", "...": null}`, [
    `'...' does not go with headers ${PLACE}. ` +
    "Remove it: parameters that the spec does not name are always allowed",
  ]],
];

for (const [headers, errors] of HEADER_ERRORS) {
  Deno.test(`the headers ${headers} have ${errors.length === 0 ? "no errors" : "their error"}`, () => {
    deepEqual(errorsOf(headers, "headers"), errors);
  });
}

Deno.test("a query has a limited number of parameters and a limited length", () => {
  const many = Array.from({ length: MAX_PARAMETERS + 1 }, (_, index) => `"p${index}": 1`);
  deepEqual(errorsOf(`{${many.join()}}`), [`Query ${PLACE} exceeds 100 parameters.`]);
  deepEqual(errorsOf(`{"q": "${"a".repeat(20_000)}"}`), [
    `Query ${PLACE} exceeds 16,384 characters of JSON.`,
  ]);
});

Deno.test("a resource has no query", () => {
  const text = `{"routes": {"r": {"resource": {"id": 1}, "query": {"q": 1}}}}`;
  const [problem] = readSpec(text, { path: "spec.json" }).diagnostics;
  equal(problem?.message, "Key 'query' does not go with 'resource' in route 'r'.");
});

Deno.test("each method of a path has its own query", () => {
  const methods = `{"GET": {"query": {"q?": "tea"}}, "DELETE": {"query": {"force": true}}}`;
  const { spec } = readSpec(`{"routes": {"r": {"methods": ${methods}}}}`, { path: "spec.json" });
  const found = spec?.routes[0]?.endpoints.map(({ query }) => query && stringifyJson(query, 0));
  deepEqual(found, ['{"q?": "tea"}', '{"force": true}']);
});

Deno.test("the type of a query says what each parameter accepts", () => {
  const query = parseJson(`{"q?": "tea", "page": 1, "price": 1.0, "on": true, "ids": [1, 2.5]}`);
  const described = "q? text, page integer, price number, on boolean, ids array of number";
  equal(describeBody(parametersType(query)), described);
});
