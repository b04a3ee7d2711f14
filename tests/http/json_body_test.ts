import { deepEqual, equal } from "node:assert/strict";
import { readJsonBody } from "../../http/json_body.ts";
import { fc } from "../tools/tier.ts";

function nested(depth: number): string {
  return "[".repeat(depth) + "]".repeat(depth);
}

for (
  const { behaviour, text, code, reason } of [
    { behaviour: "nothing", text: "", code: -32700, reason: "The body is not JSON" },
    { behaviour: "words", text: "hello", code: -32700, reason: "The body is not JSON" },
    { behaviour: "half a message", text: '{"a":', code: -32700, reason: "The body is not JSON" },
    { behaviour: "a batch", text: "[{}]", code: -32600, reason: "Batches are not supported" },
    {
      behaviour: "201 levels",
      text: `{"a":${nested(200)}}`,
      code: -32600,
      reason: "Nested deeper than 200",
    },
    {
      behaviour: "a million levels",
      text: nested(1e6),
      code: -32600,
      reason: "Nested deeper than 200",
    },
    {
      behaviour: "a million open levels",
      text: '[{"":'.repeat(1e6),
      code: -32600,
      reason: "Nested deeper than 200",
    },
    {
      behaviour: "levels behind a string with quotes",
      text: `{"\\\\\\"":${nested(200)}}`,
      code: -32600,
      reason: "Nested deeper than 200",
    },
  ]
) {
  Deno.test(`readJsonBody refuses ${behaviour}`, () => {
    deepEqual(readJsonBody(text), { kind: "refused", code, reason });
  });
}

for (
  const { behaviour, text } of [
    { behaviour: "200 levels", text: `{"a":${nested(199)}}` },
    { behaviour: "brackets in a string", text: JSON.stringify({ a: "[".repeat(100_000) }) },
    {
      behaviour: "brackets and quotes in a string",
      text: JSON.stringify({ a: '"[{\\'.repeat(1_000) }),
    },
    { behaviour: "many shallow lists", text: JSON.stringify({ a: Array(1_000).fill([{}]) }) },
    { behaviour: "null", text: "null" },
    { behaviour: "a number", text: " 1\n" },
  ]
) {
  Deno.test(`readJsonBody reads ${behaviour}`, () => {
    deepEqual(readJsonBody(text), { kind: "message", message: JSON.parse(text) });
  });
}

Deno.test("readJsonBody reads the output of JSON.stringify", () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
    const body = readJsonBody(JSON.stringify({ value }));
    deepEqual(body, { kind: "message", message: JSON.parse(JSON.stringify({ value })) });
  }));
});

Deno.test("readJsonBody rejects everything that JSON.parse rejects, without throwing", () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'[]{}":,\\1a ') }), (text) => {
    const isJson = (() => {
      try {
        return !Array.isArray(JSON.parse(text));
      } catch {
        return false;
      }
    })();
    equal(readJsonBody(text).kind === "message", isJson);
  }));
});
