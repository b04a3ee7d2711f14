/** Importing documents that try to exhaust time or memory, or to read files outside of their folder. */

import { deepEqual, equal, match } from "node:assert/strict";
import { importOpenApi, validateSpec } from "../../mod.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";

/** Number of repetitions. Without bounds, each document would take hours or gigabytes. */
const MANY = IS_FULL_TIER ? 20_000 : 2_000;

/** Returns an object with many members. */
function many(count: number, value: (index: number) => unknown) {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, value(at)]));
}

/** Returns a path item whose response has a schema. */
function withSchema(schema: unknown) {
  const content = { "application/json": { schema } };
  return { get: { responses: { 200: { description: "OK", content } } } };
}

const SHARED = { $ref: "#/components/schemas/k0" };

/** Returns a document with an operation that refers to a schema. */
function withSchemas(schemas: object, paths: unknown = { "/a": withSchema(SHARED) }): string {
  return JSON.stringify({ openapi: "3.1.0", info: {}, paths, components: { schemas } });
}

/** Returns a document in which each schema refers to the next one. */
function chain(length: number, link: (next: unknown) => unknown): string {
  const next = (at: number) => ({ $ref: `#/components/schemas/k${at + 1}` });
  return withSchemas(many(length, (at) => at === length - 1 ? {} : link(next(at))));
}

/** Returns a document with many paths that share a path item. */
function shared(item: object): string {
  const reference = { $ref: "#/components/pathItems/I" };
  const paths = Object.fromEntries(
    Array.from({ length: MANY }, (_, at) => [`/a/p${at}/{id}`, reference]),
  );
  return JSON.stringify({ openapi: "3.1.0", paths, components: { pathItems: { I: item } } });
}

const IMPORTED: readonly (readonly [string, () => string])[] = [
  ["a long chain of allOf", () => chain(MANY, (next) => ({ allOf: [next] }))],
  ["a long chain of oneOf", () => chain(MANY, (next) => ({ oneOf: [next] }))],
  ["a long chain of properties", () => chain(MANY, (next) => ({ properties: { next } }))],
  ["a long chain of items", () => chain(MANY, (items) => ({ items }))],
  ["schemas that double", () => chain(60, (next) => ({ properties: { a: next, b: next } }))],
  ["alternatives that double", () => chain(60, (next) => ({ anyOf: [next, next] }))],
  ["parts that double", () => chain(60, (next) => ({ allOf: [next, next] }))],
  [
    "a schema with many properties",
    () => withSchemas({ k0: { properties: many(100_000, () => ({ type: "integer" })) } }),
  ],
  ["a list of many values", () => withSchemas({ k0: { enum: Array(100_000).fill(1) } })],
  [
    "names with a meaning in JavaScript",
    () =>
      '{"openapi": "3.1.0", "__proto__": {"a": 1}, "paths": {"/__proto__/{constructor}": {"post": {' +
      '"responses": {"200": {"content": {"application/json": {"example": {"__proto__": 1}}}}},' +
      '"requestBody": {"content": {"application/json": {"schema": {"required": ["__proto__"],' +
      '"properties": {"__proto__": {"type": "integer"}}}}}}}}}}',
  ],
  [
    "such names in Swagger",
    () =>
      '{"swagger": "2.0", "__proto__": {"polluted": 1}, "definitions": {"__proto__": {"polluted": 1}},' +
      '"paths": {"/a": {"get": {"responses": {"200": {"schema": {"__proto__": {"polluted": 1}}}}}}}}',
  ],
  ["NUL in texts", () => withSchemas({ k0: { properties: { "\0": { example: "\0" } } } })],
  ["a long text", () => withSchemas({ k0: { example: "x".repeat(1_000_000) } })],
  [
    "a long text in YAML",
    () =>
      `openapi: 3.1.0\npaths: { /a: ${
        JSON.stringify(withSchema({ example: "x".repeat(1_000_000) }))
      } }\n`,
  ],
  ["thousands of media types in Swagger", () => {
    const types = Array.from({ length: 5_000 }, (_, at) => `application/x${at}+json`);
    const schema = { properties: many(5_000, () => ({ type: "string" })) };
    const post = {
      consumes: types,
      parameters: [{ in: "body", schema }],
      responses: { 200: { schema } },
    };
    return JSON.stringify({ swagger: "2.0", produces: types, paths: { "/a": { post } } });
  }],
  ["deep Swagger", () => {
    const schema = '{"items": '.repeat(950) + "{}" + "}".repeat(950);
    const get = `{"get": {"responses": {"200": {"schema": ${schema}}}}}`;
    return `{"swagger": "2.0", "paths": {"/a": ${get}}}`;
  }],
  [
    "broken references beside the paths",
    () =>
      JSON.stringify({
        openapi: "3.1.0",
        info: { $ref: "#/x" },
        servers: [{ url: { $ref: "#/x" } }],
        tags: [{ $ref: "#/x" }],
        paths: { "/a": withSchema({}) },
      }),
  ],
];

for (const [what, document] of IMPORTED) {
  Deno.test(`importing a document with ${what} gives a valid spec`, async () => {
    const { status, data } = await importOpenApi(document());
    deepEqual([status, data?.endpoints, data?.leftOut], ["unchanged", 1, []]);
    equal(validateSpec(data?.spec ?? "").status, "unchanged");
    equal("polluted" in {}, false);
  });
}

const TOO_MUCH: readonly (readonly [string, () => object])[] = [
  ["a long example", () => withSchema({ example: "x".repeat(1_000_000) })],
  ["many properties", () => withSchema({ properties: many(50_000, () => ({ type: "null" })) })],
  ["many required names", () => withSchema({ type: "object", required: Array(50_000).fill("a") })],
  [
    "many parameters",
    () => ({ ...withSchema({}), parameters: Array(50_000).fill({ in: "query" }) }),
  ],
  ["a long body of ours", () => ({
    post: { requestBody: {}, "x-layerwright": { body: "x".repeat(16_000) } },
  })],
  ["many alternatives", () => withSchema({ oneOf: Array(50_000).fill({}) })],
];

for (const [at, [what, item]] of TOO_MUCH.entries()) {
  // All cases except the first take seconds to reach the limit.
  const ignore = at > 0 && !IS_FULL_TIER;
  const name = `operations that share ${what} are imported or named`;
  Deno.test({ name, ignore }, async () => {
    const { status, data } = await importOpenApi(shared(item()));
    deepEqual([status, data?.operations], ["unchanged", MANY]);
    equal((data?.endpoints ?? 0) > 0, true);
    equal((data?.spec?.length ?? 0) < 40_000_000, true);
    const reasons = new Set(data?.leftOut.map(({ reason }) => reason));
    deepEqual([...reasons], ["the references of the document expand to too much data"]);
  });
}

const REFUSED: readonly (readonly [string, () => string, RegExp])[] = [
  ["a circle of references", () => chainOfTwo(), /^its references are circular$/],
  [
    "a long path",
    () => withPath(`/${"p".repeat(1_000_000)}`),
    /^its path exceeds 2000 characters$/,
  ],
  [
    "a path of many parameters",
    () => withPath(`/a${"/{x}".repeat(100_000)}`),
    /^its path exceeds 2000 characters$/,
  ],
  [
    "a long reference",
    () => withSchemas({ k0: { $ref: `#${"/a".repeat(1_000_000)}` } }),
    /^'#\/a\/a[a/]{90,}\.\.\.' exceeds 2000 characters$/,
  ],
  [
    "long references to references",
    longChains,
    /^the references of the document expand to too much data$/,
  ],
  ["a broken reference in place of the paths", () => withBrokenPaths(), /^'#\/x' does not exist$/],
];

/** Returns a document whose properties refer to chains of references, each with hundreds of steps. */
function longChains(): string {
  const pointer = (depth: number) => `#/components/schemas/k1${"/d".repeat(depth)}`;
  let nested: object = {};
  for (let depth = 899; depth >= 0; depth--) {
    nested = { d: nested, ...(depth >= 860 && { $ref: pointer(depth + 1) }) };
  }
  const properties = many(500, () => ({ $ref: pointer(860) }));
  return withSchemas({ k0: { properties }, k1: nested });
}

function chainOfTwo(): string {
  return withSchemas({ k0: { $ref: "#/components/schemas/k1" }, k1: SHARED });
}

function withPath(path: string): string {
  return withSchemas({}, { [path]: withSchema({}) });
}

function withBrokenPaths(): string {
  return withSchemas({}, { $ref: "#/x" });
}

for (const [what, document, reason] of REFUSED) {
  Deno.test(`importing a document with ${what} gives the reason`, async () => {
    const { status, diagnostics, data } = await importOpenApi(document());
    deepEqual([status, diagnostics[0]?.code], ["failed", "import-empty"]);
    match(data?.leftOut[0]?.reason ?? "", reason);
    equal((data?.leftOut[0]?.operation.length ?? 0) < 300, true);
  });
}

/**
 * Files beside a document, the number of operations that are imported, and the reason why the
 * others are not.
 */
const BESIDE: readonly (readonly [string, files: number, text: string, number, RegExp])[] = [
  [
    "more than 500 files",
    502,
    '{"get": {}}',
    500,
    /^'50[01]\.yaml': the document refers to more than 500 files$/,
  ],
  [
    "long files",
    6,
    JSON.stringify({ get: {}, "x-long": "x".repeat(19_999_950) }),
    4,
    /^'[45]\.yaml': the document and its files exceed 100,000,000 characters$/,
  ],
];

for (const [what, count, text, endpoints, reason] of BESIDE) {
  Deno.test(`importing a document with ${what} names the limit`, async () => {
    const files = Array.from({ length: count }, (_, at) => `${at}.yaml`);
    const document = JSON.stringify({
      openapi: "3.1.0",
      paths: Object.fromEntries(files.map(($ref, at) => [`/a/p${at}`, { get: {}, $ref }])),
    });
    const readFile = () => Promise.resolve(text);
    const { data } = await importOpenApi(document, { readFile });
    equal(data?.endpoints, endpoints);
    equal(data?.leftOut.length, count - endpoints);
    for (const each of data?.leftOut ?? []) match(each.reason, reason);
  });
}

const INVALID: readonly (readonly [string, () => string, RegExp])[] = [
  ["deep JSON", () => `{"a": ${"[".repeat(100_000)}`, /nested deeper than 1,?000 levels/],
  ["deep YAML", () => "- ".repeat(100_000), /nested too deeply|nested deeper than 200 levels/],
  ["aliases that multiply", () => bomb((inner) => `[${inner}]`), /more than 2,000,000 values/],
  [
    "merged mappings that multiply",
    () => bomb((inner) => `{<<: [${inner}]}`),
    /more than 2,000,000 values/,
  ],
  [
    "a long text that aliases repeat",
    () => `swagger: "2.0"\na: &a "${"x".repeat(390_000)}"\nb: [${"*a, ".repeat(1_400)}]\n`,
    /more than 20,000,000 characters/,
  ],
  ["an alias of itself", () => "a: &a [*a]", /alias 'a' has no value yet/],
  ["a list as a key", () => "? [a]\n: b", /a key must not be a list or a mapping/],
  ["several documents", () => "openapi: 3.1.0\n---\na: 1\n", /multiple documents/],
  ["a NUL byte after YAML", () => "openapi: 3.1.0\n\0", /Invalid YAML in openapi\.json:2:1 /],
  ["a text that is too long", () => `a: ${"x".repeat(20_000_000)}`, /longer than 20,000,000 char/],
];

/** Returns YAML with nine levels. Each refers ten times to the level before it. */
function bomb(level: (inner: string) => string): string {
  const lines = Array.from({ length: 9 }, (_, at) => {
    const inner = Array(10).fill(at === 0 ? "{x: 1}" : `*a${at - 1}`).join(", ");
    return `a${at}: &a${at} ${level(inner)}\n`;
  });
  return lines.join("");
}

for (const [what, document, message] of INVALID) {
  Deno.test(`importing a document with ${what} fails with its place`, async () => {
    const { status, diagnostics, data } = await importOpenApi(document());
    deepEqual([status, diagnostics[0]?.code, data], ["failed", "json-syntax", null]);
    match(diagnostics[0]?.message ?? "", message);
  });
}
