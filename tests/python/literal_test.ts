import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { codePoint } from "../tools/code_point.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";
import { parseJson, withoutRepeatedKeys } from "../../core/json.ts";
import { pythonLiteral, pythonString } from "../../python/literal.ts";
import { arbitraryMock } from "../generators/arbitrary_mock.ts";
import { HOSTILE_KEYS } from "../generators/hostile_texts.ts";
import { black } from "../tools/black.ts";
import { checkedProject } from "../tools/checked_project.ts";
import { ruffFormat } from "../tools/ruff.ts";
import { runPython } from "../tools/run_python.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { writeFiles } from "../workspace/tree.ts";

const SAMPLE = IS_FULL_TIER ? 5_000 : 250;

const STRINGS: readonly (readonly [value: string, literal: string])[] = [
  ["", '""'],
  ["it's", '"it\'s"'],
  ['say "hi"', "'say \"hi\"'"],
  [`"'`, `"\\"'"`],
  [`""'`, `'""\\''`],
  ['"""', '\'"""\''],
  ["\\", '"\\\\"'],
  ["\\N{DASH}", '"\\\\N{DASH}"'],
  ["a\nb\r\n\tc", '"a\\nb\\r\\n\\tc"'],
  ["\0\u0007\u007f\u0085", '"\\x00\\x07\\x7f\\x85"'],
  ["\u00a0\u3000", '"\\xa0\\u3000"'],
  ["\u202e\u200b\u2028\ufeff", '"\\u202e\\u200b\\u2028\\ufeff"'],
  ["\ud83d", '"\\ud83d"'],
  ["\udc00\ud83d", '"\\udc00\\ud83d"'],
  ["\u{1f600}\u00e4\u65e5", '"\u{1f600}\u00e4\u65e5"'],
  ["\u{e0001}\u{f0000}", '"\\U000e0001\\U000f0000"'],
];

Deno.test("pythonString() escapes only unprintable characters", () => {
  for (const [value, literal] of STRINGS) equal(pythonString(value), literal);
});

Deno.test("CPython evaluates pythonString() to the same string", async () => {
  const values = [...HOSTILE_KEYS, ...fc.sample(fc.string({ unit: codePoint }), SAMPLE)];
  const found = await runPython("python_values.py", values.map(pythonString)) as string[];
  deepEqual(found.map((text) => JSON.parse(text)), values);
});

function literal(text: string): string {
  const place = { indent: 8, before: 15, after: 0 };
  return pythonLiteral(withoutRepeatedKeys(parseJson(text)), place);
}

Deno.test("CPython evaluates pythonLiteral() to the same value, with key order and number types", async () => {
  const texts = fc.sample(arbitraryMock, SAMPLE);
  const asked = texts.map((mock) => ({ mock, words: "", sent: null }));
  const [found, expected] = await Promise.all([
    runPython("python_values.py", texts.map(literal)),
    runPython("expected_bodies.py", asked),
  ]) as [string[], string[]];
  deepEqual(found.map(compact), expected.map(compact));
});

/** Removes the spaces between values, but not within strings. */
function compact(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, "$1");
}

const LITERALS: readonly (readonly [json: string, python: string])[] = [
  ["null", "None"],
  ["[true, false]", "[True, False]"],
  ["[1E5, 1e+5, 1E-5, -0, -0.0, 1.10]", "[1e5, 1e5, 1e-5, -0, -0.0, 1.10]"],
  ["[]", "[]"],
  ["{}", "{}"],
  ['{"b": 1, "a": {"2": []}, "1": 0}', '{"b": 1, "a": {"2": []}, "1": 0}'],
  [`["${"x".repeat(69)}"]`, `["${"x".repeat(69)}"]`],
  [`["${"x".repeat(70)}"]`, `[\n            "${"x".repeat(70)}",\n        ]`],
  [`["${"\u65e5".repeat(34)}"]`, `["${"\u65e5".repeat(34)}"]`],
  [`["${"\u65e5".repeat(35)}"]`, `[\n            "${"\u65e5".repeat(35)}",\n        ]`],
  [
    `{"a": [1], "b": "${"x".repeat(70)}"}`,
    `{\n            "a": [1],\n            "b": "${"x".repeat(70)}",\n        }`,
  ],
];

Deno.test("pythonLiteral() is on one line if it fits, and has one item per line otherwise", () => {
  for (const [json, python] of LITERALS) equal(literal(json), python, json);
});

Deno.test("pythonLiteral() has the layout of black and ruff", async () => {
  await inTemporaryFolder(async (home) => {
    const folder = join(home, "literals");
    const texts = fc.sample(arbitraryMock.filter((text) => /^\s*[[{]/.test(text)), SAMPLE);
    const methods = texts.map((text, index) =>
      `    def get_${index}(self) -> object:\n        return ${literal(text)}\n`
    );
    writeFiles(folder, {
      "pyproject.toml": '[tool.ruff.lint]\nselect = ["F"]\n',
      "literals.py": `class Literals:\n${methods.join("\n")}`,
    });
    const project = await checkedProject(folder);
    match(
      await Deno.readTextFile(join(folder, "literals.py")),
      new RegExp(`def get_${SAMPLE - 1}\\b`),
    );
    deepEqual([...await black([project]), ...await ruffFormat([project])], []);
  });
});
