import { deepEqual, equal } from "node:assert/strict";
import * as z from "zod";
import { stringifyJson } from "../../core/json.ts";
import {
  methodType,
  parsedJson,
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

Deno.test("readArguments() accepts arguments by name and by alias", () => {
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
  [{ project: ".", count: 10 }, "Argument 'count' must be at most 9."],
  [{ project: ".", projct: "a" }, "Unknown argument 'projct'. Did you mean 'project'?"],
  [
    { project: ".", qqqqqqqq: 1, "a\n": 2 },
    "Unknown argument 'qqqqqqqq'. Arguments: project, method, count",
    "Unknown argument 'a\\n'. Arguments: project, method, count",
  ],
  // If a call has an argument under both names, the alias counts as unknown.
  [
    { project: "shop", path: "other" },
    "Unknown argument 'path'. Arguments: project, method, count",
  ],
  // Names of Object.prototype are not aliases.
  [
    { project: ".", constructor: "a" },
    "Unknown argument 'constructor'. Arguments: project, method, count",
  ],
  [
    { project: ".", toString: "a" },
    "Unknown argument 'toString'. Arguments: project, method, count",
  ],
];

Deno.test("readArguments() reports every problem", () => {
  for (const [args, ...problems] of REFUSED) {
    deepEqual(read(args), problems, JSON.stringify(args));
  }
});

/** Schemas of arguments, each with an invalid value and the message about it. */
const WRONG: readonly (readonly [type: z.ZodType, value: unknown, problem: string])[] = [
  [z.string(), 7, "Argument 'x' must be a string."],
  [z.boolean(), "yes", "Argument 'x' must be a boolean."],
  [z.number(), "7", "Argument 'x' must be a number."],
  [z.int(), "7", "Argument 'x' must be a number."],
  [z.int(), 1.5, "Argument 'x' must be an integer."],
  [z.array(z.string()), {}, "Argument 'x' must be an array."],
  [z.array(z.string()), [7], "Invalid value for argument 'x'."],
  [z.object({ a: z.string().max(2) }), [], "Argument 'x' must be an object."],
  [z.object({ a: z.string().max(2) }), { a: "abc" }, "Invalid value for argument 'x'."],
  [z.enum(["A", "B"]), "C", "Invalid x 'C' (must be one of A, B)."],
  [z.object({ a: z.enum(["A"]) }), { a: "C" }, "Invalid value for argument 'x'."],
  [z.literal(1), 2, "Invalid x '2' (must be one of 1)."],
  [z.number().max(9), 10, "Argument 'x' must be at most 9."],
  [z.number().lt(9), 9, "Argument 'x' must be less than 9."],
  [z.number().min(1), 0, "Argument 'x' must be at least 1."],
  [z.number().gt(1), 1, "Argument 'x' must be more than 1."],
  [z.bigint().max(9n), 10n, "Argument 'x' must be at most 9."],
  [z.string().max(3), "abcd", "Argument 'x' must have at most 3 characters."],
  [z.string().min(1), "", "Argument 'x' must have at least 1 character."],
  [z.array(z.string()).max(1), ["a", "b"], "Argument 'x' must have at most 1 item."],
  [z.string().regex(/^a/), "b", "Invalid value for argument 'x'."],
  [z.email(), "b", "Invalid value for argument 'x'."],
  [z.number().multipleOf(2), 3, "Invalid value for argument 'x'."],
  [z.union([z.string(), z.number()]), true, "Invalid value for argument 'x'."],
  [z.unknown().refine(() => false), 1, "Invalid value for argument 'x'."],
  [z.unknown().refine(() => false, "Too odd"), 1, "Invalid value for argument 'x'."],
  [z.record(z.string().max(1), z.string()), { ab: "" }, "Invalid value for argument 'x'."],
];

Deno.test("readArguments() describes an invalid value in our words", () => {
  for (const [type, value, problem] of WRONG) {
    const result = readArguments({ x: value }, { input: z.strictObject({ x: type }), aliases: {} });
    deepEqual(
      result.kind === "report" && result.report.diagnostics.map(({ message }) => message),
      [problem],
    );
  }
});

Deno.test("parsedJson() parses text that looks like an object or a list", () => {
  const cases: readonly (readonly [value: unknown, text: string])[] = [
    [null, "null"],
    [{ a: 1 }, '{"a": 1}'],
    ["plain", '"plain"'],
    ["a {", '"a {"'],
    ["7", '"7"'],
    [' \n[1.0, "a"]', '[1.0, "a"]'],
  ];
  for (const [value, text] of cases) {
    const mock = parsedJson("mock", value, "for route 'users'");
    equal(mock === null || "severity" in mock ? mock : stringifyJson(mock, 0), text);
  }
  equal(parsedJson("mock", undefined, "for route 'users'"), null);
});

Deno.test("parsedJson() reports text that does not parse", () => {
  const mock = parsedJson("mock", "{", "for route 'users'");
  const message = "Invalid mock for route 'users' (not JSON at 1:2: expected a key in quotes, " +
    "found end of file).";
  equal(mock !== null && "severity" in mock ? mock.message : mock, message);
});
