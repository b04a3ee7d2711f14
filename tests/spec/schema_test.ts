import { deepEqual, equal } from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import { fc } from "../tools/tier.ts";
import type { DiagnosticCode } from "../../core/diagnostic.ts";
import { readSpec } from "../../spec/read_spec.ts";
import { specSchema } from "../../spec/schema.ts";
import { arbitrarySpec } from "../generators/arbitrary_spec.ts";

const matches = new Ajv2020({ strict: true, allErrors: true }).compile(specSchema);

/** What no JSON Schema can say of a value, which has each key once and numbers as they are. */
const UNSAYABLE: ReadonlySet<DiagnosticCode> = new Set(["spec-duplicate", "spec-case"]);

function isRefused(text: string): boolean {
  const { diagnostics } = readSpec(text, { path: "spec.json" });
  return diagnostics.some(({ severity, code }) => severity === "error" && !UNSAYABLE.has(code));
}

const junk = fc.constantFrom<unknown>(null, true, 1, "GET", [], {}, [{}]);
const word = usually(["GET", "post", "dELETE", "Put"], ["PATCH", "po\u017ft", "", " GET", "PUT\n"]);
const name = usually(
  ["a", "_", "__proto__", "constructor", "B1"],
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
  return fc.record(keys, { requiredKeys: [...required] });
}

function named(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.uniqueArray(fc.tuple(name, value), { selector: ([key]) => key, maxLength: 3 })
    .map((members) => Object.fromEntries(members));
}

const endpoint = { type: mostly(word), mock: fc.jsonValue(), other: junk };
const subroutes = mostly(named(mostly(object(endpoint, ["type"]))));
const route = fc.oneof(
  { weight: 20, arbitrary: object({ ...endpoint, subroutes }, ["type"]) },
  { weight: 1, arbitrary: object({ ...endpoint, subroutes }, []) },
);
const project = mostly(object({ description: mostly(fc.string()), other: junk }, []));
const almostSpec = mostly(
  object({ project, routes: mostly(named(mostly(route))), other: junk }, []),
);

Deno.test("specSchema refuses what readSpec() refuses, and nothing else", () => {
  const seen = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(almostSpec, (value) => {
      const text = JSON.stringify(value);
      const refused = isRefused(text);
      seen[refused ? "refused" : "accepted"]++;
      equal(matches(JSON.parse(text)), !refused, text);
    }),
    { numRuns: 3_000, examples: [[{}], [{ routes: {} }]] },
  );
  deepEqual(Object.values(seen).map((count) => count > 100), [true, true]);
});

Deno.test("specSchema accepts every spec without errors", () => {
  fc.assert(
    fc.property(arbitrarySpec, ({ text }) => {
      equal(matches(JSON.parse(text)), true);
    }),
  );
});
