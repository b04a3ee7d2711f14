/** Members of JSON that are set and removed as text. */

import { equal, throws } from "node:assert/strict";
import { withJsonMember } from "../../formats/json_member.ts";
import { Unreadable } from "../../formats/syntax.ts";

interface MemberCase {
  readonly what: string;
  readonly text: string;
  readonly value: string | null;
  readonly after: string;
}

const LONG = '[\n  { "id": 1 },\n  { "id": 2 }\n]';

const CASES: readonly MemberCase[] = [
  {
    what: "replaces a value on its own line",
    text: '{\n  "a": {\n    "m": [1],\n    "z": 0\n  }\n}',
    value: "1.0",
    after: '{\n  "a": {\n    "m": 1.0,\n    "z": 0\n  }\n}',
  },
  {
    what: "indents lines as the text does",
    text: '{\n\t"a": {\n\t\t"m": 1\n\t}\n}\n',
    value: LONG,
    after: '{\n\t"a": {\n\t\t"m": [\n\t\t\t{ "id": 1 },\n\t\t\t{ "id": 2 }\n\t\t]\n\t}\n}\n',
  },
  {
    what: "keeps Windows line ends",
    text: '{\r\n  "a": {\r\n    "m": 1\r\n  }\r\n}\r\n',
    value: LONG,
    after:
      '{\r\n  "a": {\r\n    "m": [\r\n      { "id": 1 },\r\n      { "id": 2 }\r\n    ]\r\n  }\r\n}\r\n',
  },
  {
    what: "writes one line into a line",
    text: '{"a": {"m": 1, "z": 0}}',
    value: LONG,
    after: '{"a": {"m": [ { "id": 1 }, { "id": 2 } ], "z": 0}}',
  },
  {
    what: "adds a line below lines",
    text: '{\n  "a": {\n    "z": 0\n  }\n}',
    value: "[1]",
    after: '{\n  "a": {\n    "z": 0,\n    "m": [1]\n  }\n}',
  },
  {
    what: "adds to a line",
    text: '{ "a": { "z":0 } }',
    value: '"x"',
    after: '{ "a": { "z":0,"m":"x" } }',
  },
  {
    what: "adds to an empty object",
    text: '{ "a": {} }',
    value: "1",
    after: '{ "a": { "m": 1 } }',
  },
  {
    what: "removes a line",
    text: '{\n  "a": {\n    "m": 1,\n    "z": 0\n  }\n}',
    value: null,
    after: '{\n  "a": {\n    "z": 0\n  }\n}',
  },
  {
    what: "removes nothing that is not there",
    text: '{"a": {"z": 0}}',
    value: null,
    after: '{"a": {"z": 0}}',
  },
];

for (const { what, text, value, after } of CASES) {
  Deno.test(`withJsonMember() ${what}`, () => {
    equal(withJsonMember(text, { object: ["a"], name: "m" }, value), after);
  });
}

for (const [what, text] of [["a comment", '{"a": {} // x\n}'], ["no JSON", "<<<<<<<"]] as const) {
  Deno.test(`withJsonMember() edits no text with ${what}`, () => {
    throws(() => withJsonMember(text, { object: ["a"], name: "m" }, "1"), Unreadable);
  });
}
