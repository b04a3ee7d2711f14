import { deepEqual, equal, throws } from "node:assert/strict";
import { fc } from "../tools/tier.ts";
import {
  type Json,
  jsonDepth,
  JsonSyntaxError,
  memberValue,
  parseJson,
  stringifyJson,
  walkJson,
  withoutRepeatedKeys,
} from "../../core/json.ts";
import { arbitraryMock } from "../generators/arbitrary_mock.ts";

/** Converts to the value that `JSON.parse` returns. A key `__proto__` becomes an ordinary property. */
function plain(json: Json): unknown {
  switch (json.kind) {
    case "null":
      return null;
    case "boolean":
    case "string":
      return json.value;
    case "number":
      return Number(json.text);
    case "array":
      return json.items.map(plain);
    case "object":
      return Object.fromEntries(json.members.map(({ key, value }) => [key, plain(value)]));
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

Deno.test("parseJson() parses the same values as JSON.parse", () => {
  fc.assert(
    fc.property(arbitraryMock, (text) => {
      deepEqual(plain(parseJson(text)), JSON.parse(text));
    }),
  );
});

/** JSON with a part removed, doubled or inserted. */
const damaged = fc.tuple(
  arbitraryMock,
  fc.nat(),
  fc.nat({ max: 3 }),
  fc.constantFrom("", ",", '"', "]", "}", "{", "\\", "\u0000", "\n", "0", "-", ".", "e", "\u00a0"),
).map(([text, where, cut, put]) => {
  const at = where % (text.length + 1);
  return text.slice(0, at) + put + text.slice(at + cut);
});

Deno.test("parseJson() rejects exactly what JSON.parse rejects", () => {
  fc.assert(
    fc.property(damaged, (text) => {
      if (isJson(text)) return deepEqual(plain(parseJson(text)), JSON.parse(text));
      throws(() => parseJson(text), (problem) => {
        if (!(problem instanceof JsonSyntaxError)) throw problem;
        return problem.at >= 0 && problem.at <= text.length;
      });
    }),
    { numRuns: 2_000 },
  );
});

const REFUSED: readonly (readonly [text: string, reason: string, at: number])[] = [
  ["", "expected a value, found end of file", 0],
  ["  ", "expected a value, found end of file", 2],
  ["{", "expected a key in quotes, found end of file", 1],
  ["[1", "expected ',' or ']', found end of file", 2],
  ["{id: 1}", "expected a key in quotes, found 'i'", 1],
  ["{'id': 1}", "expected a key in quotes, found '''", 1],
  ['{"a" 1}', "expected ':', found '1'", 5],
  ['{"a": }', "expected a value, found '}'", 6],
  ['{"a": 1 "b": 2}', "expected ',' or '}', found '\"'", 8],
  ["[1,]", "trailing comma", 2],
  ['{"a": 1,\n}', "trailing comma", 7],
  ["[,1]", "expected a value, found ','", 1],
  ["[1] 2", "expected end of file, found '2'", 4],
  ["// no", "comments are not allowed", 0],
  ["[1, /* no */ 2]", "comments are not allowed", 4],
  ["# no", "expected a value, found '#'", 0],
  ['"abc', "string is never closed", 0],
  ['["a\nb"]', "control character in string", 3],
  ['"a\\x41"', "invalid escape in string", 2],
  ['"\\u12g4"', "invalid escape in string", 1],
  ['"\\', "invalid escape in string", 1],
  ["True", "expected a value, found 'T'", 0],
  ["nulls", "expected a value, found 'n'", 0],
  ["NaN", "expected a value, found 'N'", 0],
  ["-Infinity", "expected a value, found '-'", 0],
  ["01", "expected end of file, found '1'", 1],
  ["+1", "expected a value, found '+'", 0],
  [".5", "expected a value, found '.'", 0],
  ["1.", "expected end of file, found '.'", 1],
  ["1e", "expected end of file, found 'e'", 1],
  ["\u00a01", "expected a value, found '\u00a0'", 0],
  ["\u{1f600}", "expected a value, found '\u{1f600}'", 0],
  ["[".repeat(1_001), "nested deeper than 1000 levels", 1_000],
];

Deno.test("parseJson() rejects exactly the control characters in strings", () => {
  for (let code = 0; code <= 0x7f; code++) {
    const text = `"${String.fromCharCode(code)}"`;
    const isRefused = code < 0x20 || text === '"""' || text === '"\\"';
    if (isRefused) throws(() => parseJson(text), JsonSyntaxError, text);
    else equal(plain(parseJson(text)), String.fromCharCode(code));
  }
});

for (const [text, reason, at] of REFUSED) {
  const shown = JSON.stringify(text.slice(0, 20));
  Deno.test(`parseJson() reports for ${shown}: ${reason}`, () => {
    throws(() => parseJson(text), new JsonSyntaxError(reason, at));
  });
}

Deno.test("parseJson() keeps the text of numbers, the order of keys and positions", () => {
  deepEqual(parseJson(' {"b": -0.0,\n"a": [1E+5], "b": true}'), {
    kind: "object",
    at: 1,
    members: [
      { key: "b", at: 2, value: { kind: "number", at: 7, text: "-0.0" } },
      {
        key: "a",
        at: 13,
        value: { kind: "array", at: 18, items: [{ kind: "number", at: 19, text: "1E+5" }] },
      },
      { key: "b", at: 26, value: { kind: "boolean", at: 31, value: true } },
    ],
  });
});

Deno.test("parseJson() parses 1,000 levels", () => {
  equal(jsonDepth(parseJson("[".repeat(1_000) + "]".repeat(1_000))), 1_000);
});

Deno.test("stringifyJson() writes the same value in ASCII, with the same number texts", () => {
  fc.assert(
    fc.property(arbitraryMock, fc.constantFrom(0, 2), (text, indent) => {
      const json = parseJson(text);
      const written = stringifyJson(json, indent);
      equal(/[^\n\x20-\x7e]/.test(written), false);
      const again = parseJson(written);
      deepEqual(plain(again), plain(json));
      deepEqual(numbers(again), numbers(json));
      equal(stringifyJson(again, indent), written);
    }),
  );
});

function numbers(json: Json): string[] {
  const found: string[] = [];
  walkJson(json, (each) => {
    if (each.kind === "number") found.push(each.text);
  });
  return found;
}

Deno.test("stringifyJson() indents", () => {
  const json = parseJson('{"a":[1,{}],"b":[]}');
  equal(stringifyJson(json, 0), '{"a": [1, {}], "b": []}');
  equal(stringifyJson(json, 2), '{\n  "a": [\n    1,\n    {}\n  ],\n  "b": []\n}');
});

Deno.test("withoutRepeatedKeys() has the keys of JSON.parse in the same order", () => {
  const json = withoutRepeatedKeys(parseJson('[{"b": 1, "a": 2, "b": {"c": 3, "c": 4}}]'));
  equal(stringifyJson(json, 0), '[{"b": {"c": 4}, "a": 2}]');
});

Deno.test("memberValue() returns the last value of a key", () => {
  const object = parseJson('{"a": 1, "__proto__": 2, "a": 3}');
  if (object.kind !== "object") throw new Error("Not an object");
  deepEqual(memberValue(object, "a"), { kind: "number", at: 30, text: "3" });
  deepEqual(memberValue(object, "__proto__"), { kind: "number", at: 22, text: "2" });
  equal(memberValue(object, "toString"), undefined);
});

Deno.test("jsonDepth() counts the levels of arrays and objects", () => {
  const cases = [["1", 0], ["[]", 1], ["{}", 1], ['[1, {"a": []}]', 3]] as const;
  for (const [text, depth] of cases) equal(jsonDepth(parseJson(text)), depth, text);
});

Deno.test("walkJson() visits containers before their contents", () => {
  const kinds: string[] = [];
  walkJson(parseJson('[{"a": 1}, "b"]'), ({ kind }) => kinds.push(kind));
  deepEqual(kinds, ["array", "object", "number", "string"]);
});

Deno.test("walkJson() and jsonDepth() accept a million items", () => {
  const items = parseJson(`[${"1,".repeat(999_999)}1]`);
  let visited = 0;
  walkJson(items, () => visited++);
  equal(visited, 1_000_001);
  equal(jsonDepth(items), 1);
});
