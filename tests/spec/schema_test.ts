import { deepEqual, equal } from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import { fc } from "../tools/tier.ts";
import type { DiagnosticCode } from "../../core/diagnostic.ts";
import { readSpec } from "../../spec/read_spec.ts";
import { specSchema } from "../../spec/schema.ts";
import { arbitrarySpec } from "../generators/arbitrary_spec.ts";

const matches = new Ajv2020({ strict: true, allErrors: true }).compile(specSchema);

/**
 * Errors that no JSON Schema can express: a parsed value has each key only once, and a schema can
 * neither look up `id_field` nor compare items or bounds.
 */
const UNSAYABLE: ReadonlySet<DiagnosticCode> = new Set([
  "spec-duplicate",
  "spec-case",
  "spec-resource-id",
  "spec-constraint",
  "spec-list-field",
]);

/**
 * Reports whether the schema should reject a spec, because of an error or of an unknown key, which
 * readSpec() ignores.
 */
function isRefused(text: string): boolean {
  const { diagnostics } = readSpec(text, { path: "spec.json" });
  return diagnostics.some(({ severity, code }) =>
    code === "spec-unknown-key" || severity === "error" && !UNSAYABLE.has(code)
  );
}

const junk = fc.constantFrom<unknown>(null, true, 1, "GET", [], {}, [{}]);
const word = usually(["GET", "post", "dELETE", "Put"], ["PATCH", "po\u017ft", "", " GET", "PUT\n"]);
const name = usually(
  ["a", "_", "__proto__", "constructor", "B1", "item"],
  ["1", "a-b", "", "\u00e4", "a\n", "n".repeat(201)],
);

function usually(good: readonly string[], bad: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...good) },
    { weight: 1, arbitrary: fc.constantFrom(...bad) },
  );
}

function mostly(good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 20, arbitrary: good }, { weight: 1, arbitrary: junk });
}

function object(keys: Record<string, fc.Arbitrary<unknown>>, required: readonly string[]) {
  const options = { requiredKeys: [...required] };
  return fc.oneof(
    { weight: 30, arbitrary: fc.record(keys, options) },
    { weight: 1, arbitrary: fc.record({ ...keys, ["other"]: junk } as typeof keys, options) },
  );
}

/** Generates objects. One in six may have further keys. */
function rarelyWith(
  more: Record<string, fc.Arbitrary<unknown>>,
  keys: Record<string, fc.Arbitrary<unknown>>,
  required: readonly string[],
) {
  return fc.oneof(
    { weight: 5, arbitrary: object(keys, required) },
    { weight: 1, arbitrary: object({ ...keys, ...more }, required) },
  );
}

function named(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.uniqueArray(fc.tuple(name, value), { selector: ([key]) => key, maxLength: 3 })
    .map((members) => Object.fromEntries(members));
}

const status = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(200, 201, 204, 205, 299) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(199, 300, 200.5, -204, "204", null) },
);
const limit = fc.constantFrom<unknown>(1, 2.5, "a", -1);
const listed = fc.constantFrom<unknown>([], ["tea"], [3], [1.5, 3], [true], ["a", 1], "tea");
const single = fc.record({
  $default: fc.constantFrom<unknown>("tea", 3, true, null, [], ["tea"], [3, 1.5], [{}]),
  $example: fc.constantFrom<unknown>("tea", 3, true, {}, ["tea", "a"], [1], ["a", 1], [], [["a"]]),
  $enum: fc.constantFrom<unknown>(["tea", "a"], [3, 4], [], [true], ["a", 1], "tea"),
  $minimum: limit,
  $maxLength: limit,
  $format: fc.constantFrom<unknown>("date", "uri", "time", 1),
  other: junk,
}, { requiredKeys: [] });
const inner = single.map((each) => Object.fromEntries(Object.entries(each).slice(0, 2)));
const constraint = fc.oneof(
  { weight: 4, arbitrary: single },
  {
    weight: 1,
    arbitrary: fc.record({ $example: inner.map((each) => [each]), $default: listed }, {
      requiredKeys: ["$example"],
    }),
  },
).map((each) => Object.fromEntries(Object.entries(each).slice(0, 2)));
const parameter = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom<unknown>("tea", 20, 1.5, true, ["new"], [1, 2.5]) },
  { weight: 4, arbitrary: constraint },
  { weight: 4, arbitrary: constraint.map((each) => [each]) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, {}, [], [1, "a"], [[1]], "a\0") },
);
const query = mostly(
  fc.dictionary(usually(["q", "limit?", "a b"], [""]), parameter, { maxKeys: 2 }),
);
const header = fc.oneof(
  { weight: 20, arbitrary: parameter },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>("a, b", ["a, b"], " a", ["a", ""], "\u00e9", ""),
  },
  { weight: 1, arbitrary: fc.constantFrom<unknown>({ $enum: ["a", "b "] }, [{ $example: "a,b" }]) },
);
const headers = mostly(
  fc.dictionary(
    usually(["X-Tenant", "If-Match?", "a.b"], ["", "?", "a b", "X_A", "\u00e4", "ACCEPT?", "a\n"]),
    header,
    { maxKeys: 2 },
  ),
);
const rarely = (example: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 7, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: example });
const names = mostly(fc.array(mostly(fc.constantFrom("a", "b")), { maxLength: 2 }));
const list = mostly(object({
  limit: mostly(fc.constantFrom<unknown>(1, 20, 100, 0, 101, 1.5)),
  filter: names,
  sort: names,
}, []));
const mock = fc.oneof(fc.jsonValue(), fc.constant([{ a: 1, b: "tea" }]));
const answer = { status, query: rarely(query), headers: rarely(headers), mock };
const bodyExample = fc.oneof(
  { weight: 30, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.record({ a: constraint }, { requiredKeys: [] }) },
  { weight: 1, arbitrary: fc.array(constraint, { maxLength: 2 }) },
);
const body = { body: bodyExample };
const endpoint = { type: mostly(word), ...answer };
const methods = mostly(
  fc.uniqueArray(fc.tuple(word, mostly(rarelyWith({ ...body, list }, answer, []))), {
    selector: ([method]) => method.toUpperCase(),
    maxLength: 3,
  }).map((members) => Object.fromEntries(members)),
);
const several = { methods };
const subroutes = mostly(named(fc.oneof(
  { weight: 3, arbitrary: mostly(rarelyWith({ ...body, list }, endpoint, ["type"])) },
  { weight: 1, arbitrary: mostly(object(several, ["methods"])) },
)));
const item = mostly(fc.dictionary(fc.constantFrom("id", "a", "b"), bodyExample));
const resource = {
  resource: mostly(fc.oneof(item, fc.array(item, { maxLength: 3 }))),
  id_field: mostly(fc.constantFrom("id", "a")),
};
const beside = mostly(named(mostly(object(endpoint, ["type"]))));
const route = fc.oneof(
  {
    weight: 10,
    arbitrary: rarelyWith({ ...endpoint, ...body, ...several }, {
      ...resource,
      list,
      subroutes: beside,
    }, ["resource"]),
  },
  { weight: 1, arbitrary: object({ ...endpoint, ...resource, subroutes }, ["type"]) },
  { weight: 20, arbitrary: rarelyWith({ ...body, list }, { ...endpoint, subroutes }, ["type"]) },
  { weight: 10, arbitrary: object({ ...several, subroutes }, ["methods"]) },
  { weight: 1, arbitrary: object({ ...endpoint, ...several, subroutes }, []) },
);
const project = mostly(object({ description: mostly(fc.string()) }, []));
const almostSpec = mostly(
  object({ project, routes: mostly(named(mostly(route))), $schema: junk }, []),
);

const SPEC_WITH_SCHEMA = { $schema: "layerwright.schema.json", routes: { a: { type: "GET" } } };

Deno.test("specSchema rejects exactly what readSpec() rejects or ignores", () => {
  const seen = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(almostSpec, (value) => {
      const text = JSON.stringify(value);
      const refused = isRefused(text);
      seen[refused ? "refused" : "accepted"]++;
      equal(matches(JSON.parse(text)), !refused, text);
    }),
    { numRuns: 4_000, examples: [[{}], [{ routes: {} }], [SPEC_WITH_SCHEMA]] },
  );
  deepEqual(Object.values(seen).map((count) => count > 100), [true, true]);
});

Deno.test("readSpec() accepts the address of a schema without a warning", () => {
  const { spec, diagnostics } = readSpec(JSON.stringify(SPEC_WITH_SCHEMA), { path: "spec.json" });
  deepEqual([spec?.routes.length, diagnostics], [1, []]);
});

Deno.test("specSchema accepts every spec without errors or unknown keys", () => {
  fc.assert(
    fc.property(arbitrarySpec, ({ text }) => {
      equal(matches(JSON.parse(text)), !isRefused(text));
    }),
  );
});
