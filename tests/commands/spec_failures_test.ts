/** Errors in specs, from invalid bytes to invalid values. */

import { specText } from "./code_folder.ts";
import { type Failure, testFailures } from "./failure.ts";

/**
 * Matches errors of a spec on stdin, and their hints. Below each error are its position and its
 * line, with a mark at the column.
 */
function withLines(errors: string): RegExp {
  const lines = errors.split("\n").slice(0, -1);
  const place = /\n {2}<stdin>:\d+:\d+\n {2}\d+ \| .{1,70}\n +\| *\^\n/.source;
  const patterns = lines.map((line) =>
    RegExp.escape(line) + (line.startsWith("Hint: ") ? "\n" : place)
  );
  return new RegExp(`^${patterns.join("")}$`);
}

const EXAMPLE = 'Hint: Write {"routes": {"pets": {"type": "GET"}}}\n';
const NO_OBJECT = `Error: Spec must be a JSON object.\n${EXAMPLE}`;
const NO_ROUTES = `Error: Key 'routes' missing at top level.\n${EXAMPLE}`;

/** Every error of a spec, in as few specs as possible. */
function specFailures(): Failure[] {
  const cases: readonly (readonly [string, string, Failure["ids"], string])[] = [
    ["a list", "[]", ["spec-not-object"], NO_OBJECT],
    ["null", "null", ["spec-not-object"], NO_OBJECT],
    ["a text", '"routes"', ["spec-not-object"], NO_OBJECT],
    ["no routes", "{}", ["spec-routes-missing"], NO_ROUTES],
    [
      "empty routes",
      '{"routes": {}}',
      ["spec-routes-empty"],
      "Error: 'routes' cannot be empty.\n" +
      'Hint: Add a route, such as "pets": {"type": "GET"}\n',
    ],
    [
      "wrong names and methods",
      specText("broken.json"),
      ["spec-route-name", "spec-method", "spec-subroute-name", "spec-method"],
      "Error: Invalid route name 'user-list' (must be a valid Python identifier).\n" +
      `Hint: Name it 'user_list', with "path": "/user-list"\n` +
      "Error: Invalid HTTP method 'PATCH' in route 'users' (must be GET, POST, PUT, or DELETE).\n" +
      "Error: Invalid subroute name 'by email' in route 'users' (must be a valid Python identifier).\n" +
      "Hint: Name it 'by_email'\n" +
      "Error: Invalid HTTP method 'OPTIONS' in route 'users' (must be GET, POST, PUT, or DELETE).\n",
    ],
    [
      "wrong shapes",
      '{"project": [], "routes": {"a": 1, "b": {"type": 1}, "c": {"type": "GET", "subroutes": []}}}',
      ["spec-shape", "spec-shape", "spec-shape", "spec-shape"],
      "Error: 'project' must be an object at top level.\n" +
      'Hint: Write an object, such as {"description": "A small shop"}\n' +
      "Error: 'a' must be an object in 'routes'.\n" +
      "Error: 'type' must be a string in route 'b'.\n" +
      "Error: 'subroutes' must be an object in route 'c'.\n" +
      'Hint: Write an object, such as {"open": {"type": "GET"}}\n',
    ],
    [
      "missing types",
      '{"routes": {"a": {"subroutes": {"b": {}}}}}',
      ["spec-type-missing", "spec-type-missing"],
      "Error: Key 'type' missing in route 'a'.\n" +
      'Hint: Add "type": "GET", or POST, PUT or DELETE\n' +
      "Error: Key 'type' missing in subroute 'b' of route 'a'.\n" +
      'Hint: Add "type": "GET", or POST, PUT or DELETE\n',
    ],
    [
      "names given twice",
      '{"routes": {"a": {"type": "GET"}, ' +
      '"a": {"type": "GET", "subroutes": {"b": {"type": "GET"}, "b": {"type": "GET"}}}}}',
      ["spec-duplicate", "spec-duplicate"],
      "Error: Duplicate route name 'a' in 'routes'.\n" +
      "Error: Duplicate subroute name 'b' in route 'a'.\n",
    ],
    [
      "numbers beyond Python's",
      '{"routes": {"a": {"type": "GET", "mock": [1e400]}}}',
      ["spec-limit"],
      "Error: Number '1e400' in route 'a' exceeds the range of a float.\n",
    ],
  ];
  return cases.map(([what, stdin, ids, stderr]) => ({
    behaviour: `refuses a spec with ${what}`,
    args: ["generate", "api", "new", "--json", "-"],
    stdin,
    code: 1,
    ids,
    stderr: withLines(stderr),
  }));
}

const INPUT_FAILURES: readonly Failure[] = [
  {
    behaviour: "shows where a spec stops being JSON",
    args: ["generate", "api", "new", "--json", "typo.json"],
    code: 1,
    ids: ["json-syntax"],
    stderr: `Error: Invalid JSON in typo.json:6:7 (expected ',' or '}', found '"').
  5 |       "type": "GET"
  6 |       "mock": []
    |       ^
`,
  },
  {
    behaviour: "shows a trailing comma",
    args: ["generate", "api", "new", "--json", "-"],
    stdin: '{"routes": {"a": {"type": "GET"},}}',
    code: 1,
    ids: ["json-syntax"],
    stderr: `Error: Invalid JSON in <stdin>:1:33 (trailing comma).
  1 | {"routes": {"a": {"type": "GET"},}}
    |                                 ^
`,
  },
  {
    behaviour: "shows a comment",
    args: ["validate", "-"],
    stdin: '{\n  // one route\n  "routes": {}\n}\n',
    code: 1,
    ids: ["json-syntax"],
    stderr: `Error: Invalid JSON in <stdin>:2:3 (comments are not allowed).
  1 | {
  2 |   // one route
    |   ^
`,
  },
  {
    behaviour: "reports an empty spec",
    args: ["validate", "-"],
    stdin: "",
    code: 1,
    ids: ["json-syntax"],
    stderr: `Error: Invalid JSON in <stdin>:1:1 (expected a value, found end of file).
  1 |
    | ^
Hint: The spec is empty. Write {"routes": {"pets": {"type": "GET"}}}
`,
  },
  {
    behaviour: "reports a missing spec",
    args: ["generate", "api", "new", "--json", "missing.json"],
    code: 1,
    ids: ["file-unreadable"],
    stderr: "Error: Cannot read 'missing.json' (No such file or directory).\n" +
      "Hint: There are: broken.json, minimal.json, shop.json, ...\n",
  },
  {
    behaviour: "finds the spec that was probably meant",
    args: ["validate", "shop.jsn"],
    code: 1,
    ids: ["file-unreadable"],
    stderr: "Error: Cannot read 'shop.jsn' (No such file or directory).\n" +
      "Hint: Did you mean 'shop.json'?\n",
  },
  {
    behaviour: "reports an empty path of a spec",
    args: ["validate", ""],
    code: 1,
    ids: ["file-unreadable"],
    stderr: "Error: Cannot read '' (No such file or directory).\n",
  },
  {
    behaviour: "reports a folder for a spec",
    args: ["generate", "api", "new", "--json", "shop"],
    code: 1,
    ids: ["file-unreadable"],
    stderr: "Error: Cannot read 'shop' (Is a directory).\nHint: Name a file in that folder\n",
  },
  {
    behaviour: "reports a URL for a spec",
    args: ["validate", "https://example.com/shop.json"],
    code: 1,
    ids: ["file-unreadable"],
    stderr: "Error: Cannot read 'https://example.com/shop.json' (a URL).\n" +
      "Hint: Layerwright fetches nothing. Download the file first: curl -O\n" +
      "      https://example.com/shop.json\n",
  },
  {
    behaviour: "says that paths are relative to the folder of -C",
    args: ["-C", "shop", "generate", "api", "--json", "shop.json"],
    code: 1,
    ids: ["file-unreadable"],
    stderr: "Error: Cannot read 'shop.json' (No such file or directory).\n" +
      "Hint: Paths are relative to the folder of -C: type ../shop.json\n",
  },
  {
    behaviour: "recognizes a spec that is YAML",
    files: { "shop.yaml": "routes:\n  a: { type: GET }\n" },
    args: ["validate", "shop.yaml"],
    code: 1,
    ids: ["json-syntax"],
    stderr: "Error: Invalid JSON in shop.yaml:1:1 (expected a value, found 'r').\n" +
      "  1 | routes:\n    | ^\n" +
      'Hint: This looks like YAML. Write JSON: {"routes": {"pets": {"type": "GET"}}}\n',
  },
  {
    behaviour: "recognizes a web page",
    files: { "shop.json": "<!DOCTYPE html>\n<title>shop.json</title>\n" },
    args: ["validate", "shop.json"],
    code: 1,
    ids: ["json-syntax"],
    stderr: "Error: Invalid JSON in shop.json:1:1 (expected a value, found '<').\n" +
      "  1 | <!DOCTYPE html>\n    | ^\nHint: This looks like a web page. Download the file itself\n",
  },
  ...["validate pets", "generate api pets --json pets", "-C shop status --spec ../pets"].flatMap(
    (command) =>
      Object.entries({
        yaml: "---\nopenapi: 3.1.0\npaths: {}\n",
        json: '{ "swagger": "2.0", "paths": {} }',
        // Its error is further down.
        txt: '{\n  "openapi": "3.1.0",\n  "paths": {},\n}',
      }).map(([kind, text]): Failure => {
        const args = `${command}.${kind}`.split(" ");
        return {
          behaviour: `leads from an OpenAPI document to import with ${args.join(" ")}`,
          files: { [`pets.${kind}`]: text },
          args,
          code: 1,
          ids: ["spec-openapi"],
          stderr: `Error: '${args.at(-1)}' is an OpenAPI document, not a spec.\n` +
            `Hint: 'layerwright import ${args.at(-1)} -o imported.json' makes a spec from it\n`,
        };
      }),
  ),
  {
    behaviour: "reports a binary file for a spec",
    args: ["generate", "api", "new", "--json", "-"],
    stdin: new Uint8Array([0x89, 0x50, 0x4e, 0x47]),
    code: 1,
    ids: ["file-unreadable"],
    stderr: "Error: Cannot read '<stdin>' (neither UTF-8 nor UTF-16).\n",
  },
];

testFailures([...specFailures(), ...INPUT_FAILURES]);
