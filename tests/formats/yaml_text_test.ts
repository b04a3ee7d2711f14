/** Strings that the wizard writes into YAML files. */

import { deepEqual, equal } from "node:assert/strict";
import { parseDocument } from "yaml";
import {
  type BlockStyle,
  writeBelow,
  writeFlow,
  writePair,
  writeString,
} from "../../formats/yaml_text.ts";

for (
  const [value, written] of [
    ["a", "a"],
    ["_a-b.c1", "_a-b.c1"],
    ["", '""'],
    ["1", '"1"'],
    ["-a", '"-a"'],
    ["a b", '"a b"'],
    ["a.", '"a."'],
    [".a", '".a"'],
    ["a..b", '"a..b"'],
    ["a\n", '"a\\n"'],
    ["\na", '"\\na"'],
    ["ä", '"ä"'],
    ["yes", '"yes"'],
    ["NO", '"NO"'],
    ["y", '"y"'],
    ["null", '"null"'],
    ["nulls", "nulls"],
    ["anull", "anull"],
    ["\x7f", '"\\u007f"'],
    ["\x80\x9f\xa0", '"\\u0080\\u009f\xa0"'],
    ["\u2027\u2028\u2029\u202a", '"\u2027\\u2028\\u2029\u202a"'],
    ["\ufeff\ufffe\uffff", '"\\ufeff\\ufffe\\uffff"'],
    ["\u{1f600}", '"\u{1f600}"'],
  ] as const
) {
  Deno.test(`${JSON.stringify(value)} is written as a string that YAML 1.1 and 1.2 read alike`, () => {
    equal(writeString(value), written);
    equal(writeString(value, true), written.startsWith('"') ? written : `"${written}"`);
    for (const version of ["1.1", "1.2"] as const) {
      equal(parseDocument(written, { version }).toJS(), value, version);
    }
  });
}

const STYLE: BlockStyle = { eol: "\n", unit: 4, listUnit: 2 };

for (
  const [value, below, flow] of [
    [1, " 1", "1"],
    [true, " true", "true"],
    [null, " null", "null"],
    ["yes", ' "yes"', '"yes"'],
    [[], " []", "[]"],
    [{}, " {}", "{}"],
    [["a", "b"], "\n  - a\n  - b", "[a, b]"],
    [{ a: 1, b: 2 }, "\n    a: 1\n    b: 2", "{ a: 1, b: 2 }"],
    [{ a: { b: 1 } }, "\n    a:\n        b: 1", "{ a: { b: 1 } }"],
    [{ a: ["b", []] }, "\n    a:\n      - b\n      - []", "{ a: [b, []] }"],
    [[{ a: 1, b: 2 }, 3], "\n  - a: 1\n    b: 2\n  - 3", "[{ a: 1, b: 2 }, 3]"],
    [[["a"], "b"], "\n  - - a\n  - b", "[[a], b]"],
  ] as const
) {
  Deno.test(`${JSON.stringify(value)} is written in a block and on one line`, () => {
    equal(writeBelow(value, 0, STYLE), below);
    equal(writePair("x y", value, 0, STYLE), `"x y":${below}`);
    equal(writeFlow(value, { pad: " ", quoted: false }), flow);
    for (const text of [`"x y":${below}`, `"x y": ${flow}`]) {
      deepEqual(parseDocument(text).toJS(), { "x y": value });
    }
    equal(
      writeFlow(value, { pad: "", quoted: true }),
      JSON.stringify(value).replaceAll(/[,:]/g, "$& "),
    );
  });
}
