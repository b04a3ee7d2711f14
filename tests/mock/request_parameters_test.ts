import { deepEqual, equal, match } from "node:assert/strict";
import { parseJson } from "../../core/json.ts";
import { unfitParameters } from "../../mock/parameter_problems.ts";
import { sentHeaders, sentQuery } from "../../mock/request_parameters.ts";
import { createMock } from "../../mod.ts";
import { parametersType } from "../../spec/parameters.ts";

const INTEGER = "must be an integer of at most 18 digits";
const TEXT = "must be UTF-8 without NUL";

/** An example of a query, a query as sent, and its problems. */
type Case = readonly [
  example: string,
  query: string,
  ...problems: (readonly [name: string, problem: string])[],
];

const CASES: readonly Case[] = [
  // Limits.
  ['{"n": {"$default": 20, "$minimum": 1, "$maximum": 100}}', ""],
  ['{"n": {"$default": 20, "$minimum": 1, "$maximum": 100}}', "n=100"],
  ['{"n": {"$default": 20, "$minimum": 1}}', "n=0", ["n", "must be at least 1"]],
  ['{"n": {"$default": 20, "$maximum": 100}}', "n=101", ["n", "must be at most 100"]],
  ['{"p": {"$example": 1.5, "$minimum": 1}}', "p=0.5", ["p", "must be at least 1.0"]],
  ['{"q": {"$example": "tea", "$minLength": 2}}', "q=%F0%9F%8D%B5", [
    "q",
    "must have at least 2 characters",
  ]],
  ['{"q": {"$example": "tea", "$maxLength": 3}}', "q=four", [
    "q",
    "must have at most 3 characters",
  ]],
  ['{"s": {"$enum": ["open", "closed"]}}', "s=closed"],
  ['{"s": {"$enum": ["open", "closed"]}}', "s=", ["s", 'must be "open" or "closed"']],
  ['{"s": [{"$enum": [1, 2]}]}', "s=2&s=3", ["s", "must be 1 or 2"]],
  ['{"s": [{"$enum": [1, 2]}]}', "s=x", ["s", "must be an integer of at most 18 digits"]],
  // Splitting.
  ['{"q": "tea"}', "q=tea"],
  ['{"q": "tea"}', "q"],
  ['{"q": "tea"}', "q="],
  ['{"q": "tea"}', "q=a=b"],
  ['{"q": "tea"}', "&&q=tea&"],
  ['{"q": "tea"}', "", ["q", "is missing"]],
  ['{"q": "tea"}', "=tea", ["q", "is missing"]],
  ['{"q": "tea"}', "a=1;q=tea", ["q", "is missing"]],
  ['{"q": "tea"}', "Q=tea", ["q", "is missing"]],
  ['{"q?": "tea"}', ""],
  ['{"q?": "tea"}', "limit=20&limit=x&=&%ff=%ff"],
  // Escapes.
  ['{"page[size]": 20}', "page[size]=20"],
  ['{"page[size]": 20}', "page%5bsize%5D=2%30"],
  ['{"a b": 20}', "a+b=20"],
  ['{"a b": 20}', "a%20b=20"],
  ['{"a+b": 20}', "a+b=20", ["a+b", "is missing"]],
  ['{"a+b": 20}', "a%2Bb=20"],
  ['{"a%b": 20}', "a%b=20"],
  ['{"\u00e9": 20}', "%C3%A9=20"],
  ['{"\u00e9": 20}', "\u00e9=20"],
  ['{"\u00e9": 20}', "%E9=20", ["\u00e9", "is missing"]],
  ['{"\ufeffq": 20}', "%EF%BB%BFq=20"],
  // Repeated parameters.
  ['{"q?": "tea"}', "q=a&q=a", ["q", "must not be repeated"]],
  ['{"limit": 20}', "limit=x&%6Cimit", ["limit", "must not be repeated"]],
  ['{"tags": ["new"]}', "tags=a"],
  ['{"tags": ["new"]}', "tags=a&q=1&tags=&tags"],
  ['{"tags": ["new"]}', "", ["tags", "is missing"]],
  ['{"tags?": ["new"]}', ""],
  ['{"ids": [1]}', "ids=1&ids=2"],
  ['{"ids": [1]}', "ids=1&ids=x&ids=", ["ids", INTEGER]],
  ['{"ids": [1]}', "ids=1,2", ["ids", INTEGER]],
  // Texts.
  ['{"q": "tea"}', "q=%00", ["q", TEXT]],
  ['{"q": "tea"}', "q=%ff", ["q", TEXT]],
  ['{"q": "tea"}', "q=%ED%A0%80", ["q", TEXT]],
  ['{"q": "tea"}', "q=%C0%80", ["q", TEXT]],
  ['{"q": "tea"}', "q=%f0%9f%8d%b5"],
  ['{"q": "tea"}', "q=%zz%4"],
  ['{"q": ["tea"]}', "q=a&q=%ff", ["q", TEXT]],
  // Integers.
  ['{"n": 1}', "n=-0"],
  ['{"n": 1}', "n=-7"],
  ['{"n": 1}', `n=${"9".repeat(18)}`],
  ['{"n": 1}', `n=1${"0".repeat(18)}`, ["n", INTEGER]],
  ...["", "+5", "%2B5", "007", "1_000", "1.0", "1e3", "%20", "5%0A", "%D9%A3", "0x1", "%ff", "-"]
    .map((value): Case => ['{"n": 1}', `n=${value}`, ["n", INTEGER]]),
  // Numbers.
  ...["0", "-0", "-0.0", "1.50", "1e3", "1E-5", "1e%2B5", "9".repeat(300)]
    .map((value): Case => ['{"n": 1.5}', `n=${value}`]),
  ...["", "+1", "01", ".5", "5.", "1e", "nan", "Infinity", "1_0.0", "%D9%A3.5", "1.5%0A", "%ff"]
    .map((value): Case => ['{"n": 1.5}', `n=${value}`, ["n", "must be a number"]]),
  ...["1e400", "-1e400", "9".repeat(400)]
    .map((value): Case => ['{"n": 1.5}', `n=${value}`, ["n", "is too large"]]),
  // Booleans.
  ['{"sold": true}', "sold=true"],
  ['{"sold": true}', "sold=false"],
  ...["", "True", "FALSE", "1", "0", "yes", "true+", "%ff"]
    .map((value): Case => ['{"sold": true}', `sold=${value}`, ["sold", "must be true or false"]]),
  // In the order of the spec.
  [
    '{"q": "tea", "limit": 20, "sold?": true, "tags": ["new"]}',
    "sold=1&limit=x",
    ["q", "is missing"],
    ["limit", INTEGER],
    ["sold", "must be true or false"],
    ["tags", "is missing"],
  ],
];

for (const [example, query, ...problems] of CASES) {
  Deno.test(`unfitParameters() checks ${example} in ?${query.slice(0, 40)}`, () => {
    const type = parametersType(parseJson(example));
    deepEqual([...unfitParameters(type, sentQuery(`/?${query}`))], problems);
  });
}

/** An example of headers, the headers as sent, and their problems. */
const HEADER_CASES: readonly (readonly [
  example: string,
  sent: Readonly<Record<string, string>>,
  ...problems: (readonly [name: string, problem: string])[],
])[] = [
  ['{"X-Tenant": "acme"}', { "x-tenant": "a, b" }],
  ['{"X-Tenant": "acme"}', { "x-tenant": "" }],
  ['{"X-Tenant": "acme"}', {}, ["X-Tenant", "is missing"]],
  ['{"X-Tenant?": "acme"}', {}],
  ['{"X-Tenant": {"$example": "acme", "$minLength": 1}}', { "x-tenant": " \t" }, [
    "X-Tenant",
    "must have at least 1 characters",
  ]],
  ['{"X-Tenant": {"$example": "acme", "$maxLength": 1}}', { "x-tenant": " \xc3\xa9\t" }],
  ['{"X-Tenant": "acme"}', { "x-tenant": "\xe9" }, ["X-Tenant", TEXT]],
  ['{"X-Tenant": "acme"}', { "x-tenant": "a\0" }, ["X-Tenant", TEXT]],
  ['{"X-Size": 1}', { "x-size": "7" }],
  // A header that is sent twice.
  ['{"X-Size": 1}', { "x-size": "7,7" }, ["X-Size", INTEGER]],
  ['{"X-Size": {"$default": 20}}', {}],
  ['{"X-Size": {"$default": 20}}', { "x-size": "" }, ["X-Size", INTEGER]],
  ['{"X-Tags": ["new"]}', { "x-tags": "" }],
  ['{"X-Tags": ["new"]}', {}, ["X-Tags", "is missing"]],
  ['{"X-Tags": ["new"]}', { "x-tags": "a,\xff" }, ["X-Tags", TEXT]],
  ['{"X-Ids": [1]}', { "x-ids": "1,\t2 ,, 3," }],
  ['{"X-Ids": [1]}', { "x-ids": "1;2" }, ["X-Ids", INTEGER]],
  ['{"X-Ids": [{"$enum": [1, 2]}]}', { "x-ids": "2,3" }, ["X-Ids", "must be 1 or 2"]],
];

for (const [example, sent, ...problems] of HEADER_CASES) {
  Deno.test(`unfitParameters() checks ${example} in ${JSON.stringify(sent)}`, () => {
    const type = parametersType(parseJson(example));
    const headers = sentHeaders((name) => sent[name.toLowerCase()] ?? null);
    deepEqual([...unfitParameters(type, headers)], problems);
  });
}

const PATHS = `
  "item": { "path": "/{id:int}", "type": "GET", "query": { "full": true } },
  "two": { "path": "/a/b", "type": "GET" }`;

const SPEC = `{ "routes": { "products": {
  "methods": {
    "GET": { "query": { "limit": 20, "q?": "tea" }, "mock": [{ "id": 1 }] },
    "POST": { "query": { "notify?": true }, "body": { "name": "Cup" }, "status": 201 }
  },
  "subroutes": {${PATHS}}
} } }`;

function unfit(...errors: readonly string[]): string {
  return '422 {"type": "about:blank", "title": "Unprocessable Entity", "status": 422, "detail": ' +
    `"The request does not have the right parameters.", "errors": [${errors.join(", ")}]}`;
}

const MISSING = '{"parameter": "limit", "in": "query", "detail": "is missing"}';
const NOTIFY = '{"parameter": "notify", "in": "query", "detail": "must be true or false"}';
const FULL = '{"parameter": "full", "in": "query", "detail": "is missing"}';

/** Requests, and the status with the response. */
const ANSWERS: readonly (readonly [request: string, answer: string | RegExp])[] = [
  ["GET /products?limit=5", '200 [{"id":1}]'],
  ["GET /products", unfit(MISSING)],
  ["HEAD /products", "422 "],
  ["OPTIONS /products", "200 "],
  ["DELETE /products", /^405 /],
  ["GET //products//item", /^404 /],
  ["GET /products//a/b", /^308 /],
  ["GET /products/1?full=true", /^200 /],
  ["GET /products/1?full=false#top", /^200 /],
  ["GET /products/1", unfit(FULL)],
  ["GET /products/seven", /^404 /],
  ['POST /products {"name": "Mug"}', /^201 /],
  ['POST /products?notify=true {"name": "Mug"}', /^201 /],
  ["POST /products?notify=true {}", /^422 .*"pointer": "\/name", "detail": "is missing"/],
  ["POST /products?notify=1 {}", unfit(NOTIFY)],
  ["POST /products?notify=1 {", unfit(NOTIFY)],
];

for (const state of [false, true]) {
  const when = state ? "with state" : "without state";
  Deno.test(`a mock checks the path, then the query, then the body, ${when}`, async () => {
    const mock = createMock(SPEC, { state });
    for (const [request, answer] of ANSWERS) {
      const [method = "", path = "", ...words] = request.split(" ");
      const body = words.length === 0 ? null : words.join(" ");
      const headers = { "content-type": "application/json" };
      const asked = new Request(`http://localhost${path}`, { method, body, headers });
      const response = await mock(asked);
      const found = `${response.status} ${(await response.text()).trimEnd()}`;
      if (typeof answer === "string") equal(found, answer, request);
      else match(found, answer, request);
    }
  });
}

Deno.test("a request whose query is refused changes no kept item", async () => {
  const mock = createMock(SPEC, { state: true });
  const post = (query: string) =>
    mock(
      new Request(`http://localhost/products?${query}`, {
        method: "POST",
        body: '{"name": "Mug"}',
        headers: { "content-type": "application/json" },
      }),
    );
  equal((await post("notify=maybe")).status, 422);
  equal((await post("notify=true")).status, 201);
  const list = await mock(new Request("http://localhost/products?limit=5"));
  deepEqual(await list.json(), [{ id: 1 }, { name: "Mug", id: 2 }]);
});
