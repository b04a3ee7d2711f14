import { equal } from "node:assert/strict";
import { type Code, columns, flat, fromImport, layout } from "../../python/layout.ts";

const call = (name: string, ...parts: Code[]): Code => ({ head: `${name}(`, parts, tail: ")" });

interface LayoutCase {
  readonly what: string;
  readonly code: Code;
  readonly indent?: number;
  readonly after?: number;
  readonly text: string;
}

const CASES: readonly LayoutCase[] = [
  { what: "keeps a text", code: "n".repeat(100), text: "n".repeat(100) },
  {
    what: "fills a line",
    code: call("f".repeat(78), "a", "b", "c"),
    text: `${"f".repeat(78)}(a, b, c)`,
  },
  {
    what: "breaks after the bracket, without a comma",
    code: call("f".repeat(80), "a", "b", "c"),
    text: `${"f".repeat(80)}(\n    a, b, c\n)`,
  },
  {
    what: "counts the columns of the indentation",
    code: call("f".repeat(78), "a", "b", "c"),
    indent: 4,
    text: `${"f".repeat(78)}(\n        a, b, c\n    )`,
  },
  {
    what: "counts the columns after the code",
    code: call("f".repeat(78), "a", "b", "c"),
    after: 2,
    text: `${"f".repeat(78)}(\n    a, b, c\n)`,
  },
  {
    what: "puts each part on a line, with a comma, if one line is too short",
    code: call("f", "a".repeat(50), "b".repeat(50)),
    text: `f(\n    ${"a".repeat(50)},\n    ${"b".repeat(50)},\n)`,
  },
  {
    what: "breaks a single part as well",
    code: call("f", call("g", "a".repeat(85))),
    text: `f(\n    g(\n        ${"a".repeat(85)}\n    )\n)`,
  },
  {
    what: "breaks a part that is too long",
    code: call("f", call("g".repeat(70), "a".repeat(20)), "b"),
    text: `f(\n    ${"g".repeat(70)}(\n        ${"a".repeat(20)}\n    ),\n    b,\n)`,
  },
  {
    what: "never breaks empty brackets",
    code: call("f", call("g".repeat(100))),
    text: `f(\n    ${"g".repeat(100)}()\n)`,
  },
];

for (const { what, code, indent, after, text } of CASES) {
  Deno.test(`layout() ${what}`, () => {
    equal(layout(code, indent, after), text);
  });
}

Deno.test("flat() formats code on one line, however long", () => {
  equal(flat(call("f".repeat(90), call("g"), "a")), `${"f".repeat(90)}(g(), a)`);
});

Deno.test("fromImport() has one name per line if one line is too short", () => {
  equal(fromImport("typing", ["Any", "TypedDict"]), "from typing import Any, TypedDict");
  const module = "m".repeat(80);
  equal(fromImport(module, ["A", "B"]), `from ${module} import (\n    A,\n    B,\n)`);
});

Deno.test("columns() counts two for characters that can be wide", () => {
  const cases = [["", 0], ["ab", 2], ["\u00e4", 2], ["\u65e5", 2], ["\u{1f600}", 3]] as const;
  for (const [text, width] of cases) equal(columns(text), width, text);
});
