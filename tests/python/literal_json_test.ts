import { deepEqual, equal } from "node:assert/strict";
import { parseJson, stringifyJson, withoutRepeatedKeys } from "../../core/json.ts";
import { tokenize } from "../../python/expression.ts";
import { pythonLiteral } from "../../python/literal.ts";
import { literalJson } from "../../python/literal_json.ts";
import { arbitraryMock } from "../generators/arbitrary_mock.ts";
import { assertLinear } from "../tools/counted_work.ts";
import { runPython } from "../tools/run_python.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";

function read(source: string): string | null {
  const json = literalJson(tokenize(source, 0, source.length));
  return json === null ? null : stringifyJson(json, 0);
}

/** Python literals, and the JSON that Python's `json` writes for them. */
const LITERALS: readonly (readonly [python: string, json: string])[] = [
  ["None", "null"],
  ["True", "true"],
  ["False", "false"],
  ["0", "0"],
  ["00", "0"],
  ["-5", "-5"],
  ["+5", "5"],
  ["- 5", "-5"],
  ["1_000", "1000"],
  ["123456789012345678901234567890", "123456789012345678901234567890"],
  ["0xFF", "255"],
  ["0b101", "5"],
  ["0o17", "15"],
  ["1.0", "1.0"],
  ["1.", "1.0"],
  [".5", "0.5"],
  ["-.5", "-0.5"],
  ["01.5", "1.5"],
  ["1e5", "1e5"],
  ["1E5", "1E5"],
  ["1e-5", "1e-5"],
  ["1.5e+3", "1.5e+3"],
  [".5e-3", "0.5e-3"],
  ["1_0.0_1", "10.01"],
  ["''", '""'],
  ["\"a\" 'b'", '"ab"'],
  ['("a"\n "b")', '"ab"'],
  ['r"\\d"', '"\\\\d"'],
  ['f"{{a}}"', '"{a}"'],
  ['"""a\nb"""', '"a\\nb"'],
  ['"\\u00e9\\x41"', '"\\u00e9A"'],
  ["[]", "[]"],
  ["[1, 2,]", "[1, 2]"],
  ["()", "[]"],
  ["(1,)", "[1]"],
  ["(1, 2)", "[1, 2]"],
  ["((1))", "1"],
  ["[(1), (2,)]", "[1, [2]]"],
  ["{}", "{}"],
  ["{'a': 1, \"b\": {'c': ()}}", '{"a": 1, "b": {"c": []}}'],
  ["{'a': 1, 'b': 2, 'a': 3}", '{"a": 3, "b": 2}'],
  ["{1: 'a', -2: 'b'}", '{"1": "a", "-2": "b"}'],
  ["{  # comment\n    'a': 1,  # one\n}", '{"a": 1}'],
];

for (const [python, json] of LITERALS) {
  Deno.test(`literalJson() reads ${JSON.stringify(python)}`, () => equal(read(python), json));
}

const OTHERS: readonly string[] = [
  "",
  "a",
  "a.b",
  "f()",
  "1 + 1",
  "1 - 1",
  "0xe-1",
  "'a' + 'b'",
  "'a' 'b'.upper()",
  "'%s' % 1",
  "1j",
  "1, 2",
  "b'a'",
  "f'{a}'",
  "'\\N{COLON}'",
  "{1, 2}",
  "{'a'}",
  "{**a}",
  "{'a': b}",
  "{1.5: 1}",
  "{None: 1}",
  "{(1, 2): 1}",
  "[*a]",
  "[a for a in b]",
  "[1 2]",
  "[1",
  "not True",
  "...",
  ". 5",
  "1 if a else 2",
  "lambda: 1",
  "[".repeat(300) + "]".repeat(300),
];

for (const python of OTHERS) {
  Deno.test(`literalJson() rejects ${JSON.stringify(python.slice(0, 30))}`, () => {
    equal(read(python), null);
  });
}

Deno.test("literalJson() reads the values that CPython has", async () => {
  // Python's `literal_eval` does not accept formatted strings.
  const plain = LITERALS.filter(([python]) => !python.startsWith("f"));
  const values = await runPython("python_values.py", plain.map(([python]) => python));
  for (const [index, [python, json]] of plain.entries()) {
    deepEqual(JSON.parse((values as string[])[index] ?? ""), JSON.parse(json), python);
  }
});

Deno.test("literalJson() reads what pythonLiteral() writes", () => {
  fc.assert(
    fc.property(arbitraryMock, (text) => {
      const json = withoutRepeatedKeys(parseJson(text));
      const source = pythonLiteral(json, { indent: 8, before: 15, after: 0 });
      const found = read(source);
      // Literals with brackets nested this deeply cannot be read.
      if (/^[[{ ]{180}/.test(source.replaceAll(/\s|"a": /g, ""))) return;
      equal(found?.replaceAll(/[eE]\+?/g, "e"), stringifyJson(json, 0).replaceAll(/[eE]\+?/g, "e"));
    }),
    { numRuns: IS_FULL_TIER ? 10_000 : 500 },
  );
});

Deno.test("literalJson() runs in linear time", async () => {
  for (const repeated of ["[", "(", "1,", "'a' ", "{'a':", "-", ". "]) {
    await assertLinear((size) => {
      const source = `[${repeated.repeat(size)}`;
      const tokens = tokenize(source, 0, source.length);
      return () => literalJson(tokens);
    }, 1_000);
  }
});
