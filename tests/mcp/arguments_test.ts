import { deepEqual, equal } from "node:assert/strict";
import * as z from "zod";
import {
  jsonText,
  methodType,
  PROJECT,
  PROJECT_ALIASES,
  readArguments,
} from "../../mcp/arguments.ts";

const ACCEPTED = {
  input: z.strictObject({
    project: PROJECT,
    method: methodType(["GET", "POST"]),
    count: z.number().max(9).optional(),
  }),
  aliases: { ...PROJECT_ALIASES, amount: "count" },
};

function read(args: unknown): unknown {
  const result = readArguments(args, ACCEPTED);
  if (result.kind === "input") return result.input;
  return result.report.diagnostics.map(({ message, hint }) =>
    hint === null ? message : `${message} ${hint}`
  );
}

const READ: readonly (readonly [args: unknown, input: object])[] = [
  [{ project: "." }, { project: "." }],
  [{ project: "shop", method: "post" }, { project: "shop", method: "POST" }],
  [{ path: "shop" }, { project: "shop" }],
  [{ project_name: "shop", amount: 2 }, { project: "shop", count: 2 }],
];

Deno.test("readArguments() takes arguments by their names and by what agents call them", () => {
  for (const [args, input] of READ) deepEqual(read(args), input, JSON.stringify(args));
});

const REFUSED: readonly (readonly [args: unknown, ...problems: string[]])[] = [
  [undefined, "Missing argument 'project'."],
  [null, "Missing argument 'project'."],
  [{}, "Missing argument 'project'."],
  ["shop", "Arguments must be an object."],
  [["shop"], "Arguments must be an object."],
  [7, "Arguments must be an object."],
  [{ project: 7 }, "Argument 'project' must be a string."],
  [{ project: null }, "Argument 'project' must be a string."],
  [
    { project: ".", method: "PUT" },
    "Invalid method 'PUT' (must be one of GET, POST).",
  ],
  [{ project: ".", method: 7 }, "Invalid method '7' (must be one of GET, POST)."],
  [
    { project: ".", count: 10 },
    "Argument 'count' must be Too big: expected number to be <=9.",
  ],
  [{ project: ".", projct: "a" }, "Unknown argument 'projct'. Did you mean 'project'?"],
  [
    { project: ".", qqqqqqqq: 1, "a\n": 2 },
    "Unknown argument 'qqqqqqqq'. Arguments: project, method, count",
    "Unknown argument 'a\\n'. Arguments: project, method, count",
  ],
  // What is there twice keeps its own.
  [
    { project: "shop", path: "other" },
    "Unknown argument 'path'. Arguments: project, method, count",
  ],
  // Names that every object has are no aliases.
  [
    { project: ".", constructor: "a" },
    "Unknown argument 'constructor'. Arguments: project, method, count",
  ],
  [
    { project: ".", toString: "a" },
    "Unknown argument 'toString'. Arguments: project, method, count",
  ],
];

Deno.test("readArguments() names each problem", () => {
  for (const [args, ...problems] of REFUSED) {
    deepEqual(read(args), problems, JSON.stringify(args));
  }
});

Deno.test("jsonText() takes text that looks like an object or a list for one", () => {
  const cases: readonly (readonly [value: unknown, text: string | undefined])[] = [
    [undefined, undefined],
    [null, "null"],
    [{ a: 1 }, '{"a":1}'],
    ["plain", '"plain"'],
    ["a {", '"a {"'],
    ["7", '"7"'],
    ["{", "{"],
    [' \n[1.0, "a"]', ' \n[1.0, "a"]'],
  ];
  for (const [value, text] of cases) equal(jsonText(value), text);
});
