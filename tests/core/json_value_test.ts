import { deepEqual, equal, ok } from "node:assert/strict";
import { type Json, JsonSyntaxError, parseJson, stringifyJson } from "../../core/json.ts";
import { jsonOf } from "../../core/json_value.ts";
import { NumberText } from "../../core/number_text.ts";
import { fc } from "../tools/tier.ts";

function treeOf(value: unknown): Json {
  const json = jsonOf(value);
  ok(!(json instanceof JsonSyntaxError));
  return json;
}

Deno.test("jsonOf() returns the tree that parsing the value's text returns", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    const text = JSON.stringify(value);
    equal(stringifyJson(treeOf(value), 2), stringifyJson(parseJson(text), 2));
  }));
});

Deno.test("jsonOf() numbers values in their order", () => {
  const places: number[] = [];
  const collect = (json: Json): void => {
    places.push(json.at);
    if (json.kind === "array") json.items.forEach(collect);
    if (json.kind !== "object") return;
    for (const { at, value } of json.members) {
      places.push(at);
      collect(value);
    }
  };
  collect(treeOf({ a: [1, { b: null }], c: "d" }));
  deepEqual(places, places.toSorted((a, b) => a - b));
  equal(new Set(places).size, places.length);
});

Deno.test("jsonOf() converts some values as JSON.stringify does", () => {
  const cases: readonly (readonly [value: unknown, text: string])[] = [
    [-0, "0"],
    [{ a: undefined, b: 1 }, '{"b": 1}'],
    [Object.assign(Object.create(null), { a: 1 }), '{"a": 1}'],
    [JSON.parse('{"__proto__": 1}'), '{"__proto__": 1}'],
    [[new NumberText("1.0")], "[1.0]"],
  ];
  for (const [value, text] of cases) equal(stringifyJson(treeOf(value), 0), text);
});

Deno.test("jsonOf() refuses values that JSON cannot hold", () => {
  const cases: readonly (readonly [value: unknown, reason: string])[] = [
    [NaN, "JSON has no NaN"],
    [-Infinity, "JSON has no -Infinity"],
    [1n, "JSON has no bigint"],
    [() => 1, "JSON has no function"],
    [Symbol.iterator, "JSON has no symbol"],
    [new Date(), "JSON has no Date"],
    [new Map(), "JSON has no Map"],
    [[undefined], "JSON has no undefined"],
    [new Array(1), "JSON has no undefined"],
  ];
  for (const [value, reason] of cases) {
    for (const each of [value, { nested: [value] }]) {
      const json = jsonOf(each);
      ok(json instanceof JsonSyntaxError);
      equal(json.reason, reason);
    }
  }
});

Deno.test("jsonOf() accepts 1,000 levels and no more", () => {
  const nested = (levels: number) => JSON.parse("[".repeat(levels) + "]".repeat(levels));
  treeOf(nested(1_000));
  for (const value of [nested(1_001), circle()]) {
    const json = jsonOf(value);
    ok(json instanceof JsonSyntaxError);
    equal(json.reason, "nested deeper than 1000 levels");
  }
});

Deno.test("jsonOf() refuses objects of classes without a name", () => {
  const cases: readonly (readonly [value: unknown, reason: string])[] = [
    [
      Object.create(Object.create(Object.prototype, { constructor: { value: undefined } })),
      "object",
    ],
    [new (class {})(), "object"],
    [Object.assign(new Map(), { constructor: null }), "Map"],
  ];
  for (const [value, name] of cases) {
    const json = jsonOf(value);
    ok(json instanceof JsonSyntaxError);
    equal(json.reason, `JSON has no ${name}`);
  }
});

function circle(): unknown {
  const value: unknown[] = [];
  value.push(value);
  return value;
}
