/** Previews keep keys and lines, and hide the values that people wrote. */

import { equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { stringify } from "yaml";
import { hiddenValues } from "../../setup/preview.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";

const RUNS = { numRuns: IS_FULL_TIER ? 5_000 : 200 };

const NONE: ReadonlyMap<string, string> = new Map();

/** A value that contains a unique marker. */
const secret = fc.tuple(
  fc.constantFrom("", "--key=", "Basic ", "a: ", "https://h/?t=", '"', "'", "# ", "{", "\n", "é "),
  fc.constantFrom("s3cr3t", "4711s3cr3t"),
  fc.constantFrom("", "==", ": b", " = c", '"', "'", " # d", "}", ",", "\n", "\\"),
).map((parts) => parts.join(""));

const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    secret,
    fc.array(tie("tree"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b c", "API_KEY", "x.y"), tie("tree"), { maxKeys: 3 }),
  ),
}));

const document = fc.dictionary(fc.constantFrom("a", "b"), tree);

for (const indent of [0, 2]) {
  Deno.test(`hiddenValues() shows no value of JSON with an indentation of ${indent}`, () =>
    fc.assert(
      fc.property(document, (data) => {
        const text = JSON.stringify(data, null, indent);
        const shown = hiddenValues(text, "json", NONE);
        ok(!shown.includes("s3cr3t"), shown);
        equal(shown, JSON.stringify(JSON.parse(text), hideValue, indent));
      }),
      RUNS,
    ));
}

function hideValue(_: string, value: unknown): unknown {
  return typeof value === "string" ? "****" : value;
}

Deno.test("hiddenValues() shows no value of YAML, and keeps the number of lines", () =>
  fc.assert(
    fc.property(document, fc.boolean(), (data, isFolded) => {
      const text = stringify(data, { lineWidth: isFolded ? 20 : 0 });
      const shown = hiddenValues(text, "yaml", NONE);
      equal(shown.split("\n").length, text.split("\n").length);
      // YAML may wrap a value anywhere.
      ok(!/s3c|r3t/.test(shown), `${text}\n${shown}`);
    }),
    RUNS,
  ));

Deno.test("hiddenValues() shows no value of TOML", () => {
  const text =
    '# s1\na = "s2"\n[t.u]\nb.c = [\n  "s3", \'s4\',\n] # s5\nd = """\ns6 = s7\n\ns8"""\n' +
    'e = { f = "s9", g = 2001-02-03 }\nh = c3M==\n';
  equal(
    hiddenValues(text, "toml", NONE),
    '# ****\na = "****"\n[t.u]\nb.c = [\n  "****", \'****\',\n] # ****\nd = "****\n****\n\n****"\n' +
      'e = { f = "****", g = **** }\nh = ****==\n',
  );
});

Deno.test("hiddenValues() shows known values, and hides values that only contain one", () => {
  const own = new Map([["http", "http"], ["Bearer k*y", "Bearer ****"], ['C:\\x"', 'C:\\x"']]);
  equal(
    hiddenValues(
      '{"a":"http","b":"https","c":"Bearer k*y","d":"C:\\\\x\\"","e":"x http"}',
      "json",
      own,
    ),
    '{"a":"http","b":"****","c":"Bearer ****","d":"C:\\\\x\\"","e":"****"}',
  );
});

/**
 * Maximum time, in milliseconds. Usually, a fraction of a second is enough. Searching from the start
 * for each value would take minutes.
 */
const MAX_MS = 30_000;

Deno.test("hiddenValues() handles megabytes on one line in time", () => {
  const text = JSON.stringify(Object.fromEntries(
    Array.from({ length: 50_000 }, (_, index) => [`key${index}`, ["a", { b: index }]]),
  ));
  const start = performance.now();
  hiddenValues(text, "json", NONE);
  ok(performance.now() - start < MAX_MS);
});
