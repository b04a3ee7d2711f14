import { deepEqual, equal } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import type { Diagnostic, DiagnosticCode } from "../../core/diagnostic.ts";
import { readSpec } from "../../spec/read_spec.ts";

interface WrongSpec {
  readonly text: string;
  /** The expected diagnostics in order: code, message, line, column and pointer. */
  readonly found: readonly Found[];
  readonly foldsCase?: boolean;
}

type Found = readonly [code: DiagnosticCode, message: string, place: string];

const LONG = "n".repeat(201);
const START = "n".repeat(20);

const WRONG: Readonly<Record<string, WrongSpec>> = {
  "an array": {
    text: "[]",
    found: [["spec-not-object", "Spec must be a JSON object.", "1:1 "]],
  },
  "null": {
    text: " null",
    found: [["spec-not-object", "Spec must be a JSON object.", "1:2 "]],
  },
  "a string": {
    text: '"routes"',
    found: [["spec-not-object", "Spec must be a JSON object.", "1:1 "]],
  },
  "no routes": {
    text: "{}",
    found: [["spec-routes-missing", "Key 'routes' missing at top level.", "1:1 "]],
  },
  "empty routes": {
    text: '{"routes": {}}',
    found: [["spec-routes-empty", "'routes' cannot be empty.", "1:12 /routes"]],
  },
  "routes that are no object": {
    text: '{"routes": []}',
    found: [["spec-shape", "'routes' must be an object at top level.", "1:12 /routes"]],
  },
  "a route name with a hyphen": {
    text: '{"routes": {"user-list": {"type": "GET"}}}',
    found: [[
      "spec-route-name",
      "Invalid route name 'user-list' (must be a valid Python identifier).",
      "1:13 /routes/user-list",
    ]],
  },
  "an empty route name": {
    text: '{"routes": {"": {"type": "GET"}}}',
    found: [[
      "spec-route-name",
      "Invalid route name '' (must be a valid Python identifier).",
      "1:13 /routes/",
    ]],
  },
  "a route name that begins with a digit": {
    text: '{"routes": {"1a": {"type": "GET"}}}',
    found: [[
      "spec-route-name",
      "Invalid route name '1a' (must be a valid Python identifier).",
      "1:13 /routes/1a",
    ]],
  },
  "a route name beyond ASCII": {
    text: '{"routes": {"stra\u00dfe": {"type": "GET"}, "\uff41": {"type": "GET"}}}',
    found: [
      [
        "spec-route-name",
        "Invalid route name 'stra\u00dfe' (must be ASCII letters, digits and _).",
        "1:13 /routes/stra\u00dfe",
      ],
      [
        "spec-route-name",
        "Invalid route name '\uff41' (must be ASCII letters, digits and _).",
        "1:40 /routes/\uff41",
      ],
    ],
  },
  "a route name with a line break at its end": {
    text: '{"routes": {"a\\n": {"type": "GET"}}}',
    found: [[
      "spec-route-name",
      "Invalid route name 'a\\n' (must be a valid Python identifier).",
      "1:13 /routes/a\n",
    ]],
  },
  "a route name of more than 200 letters": {
    text: `{"routes": {"${LONG}": {"type": "GET"}}}`,
    found: [[
      "spec-limit",
      `Route name '${START}...' exceeds 200 characters.`,
      `1:13 /routes/${LONG}`,
    ]],
  },
  "a subroute name of more than 200 letters": {
    text: `{"routes": {"a": {"type": "GET", "subroutes": {"${LONG}": {"type": "GET"}}}}}`,
    found: [[
      "spec-limit",
      `Subroute name '${START}...' in route 'a' exceeds 200 characters.`,
      `1:48 /routes/a/subroutes/${LONG}`,
    ]],
  },
  "a bad method": {
    text: '{"routes": {"a": {"type": "patch"}}}',
    found: [[
      "spec-method",
      "Invalid HTTP method 'patch' in route 'a' (must be GET, POST, PUT, or DELETE).",
      "1:27 /routes/a/type",
    ]],
  },
  "a bad method in a subroute, which is named after its parent": {
    text: '{"routes": {"a": {"type": "GET", "subroutes": {"b": {"type": ""}}}}}',
    found: [[
      "spec-method",
      "Invalid HTTP method '' in route 'a' (must be GET, POST, PUT, or DELETE).",
      "1:62 /routes/a/subroutes/b/type",
    ]],
  },
  "a method that only upper case makes one": {
    text: '{"routes": {"a": {"type": "po\u017ft"}}}',
    found: [[
      "spec-method",
      "Invalid HTTP method 'po\u017ft' in route 'a' (must be GET, POST, PUT, or DELETE).",
      "1:27 /routes/a/type",
    ]],
  },
  "a bad subroute name": {
    text: '{"routes": {"a": {"type": "GET", "subroutes": {"by email": {"type": "GET"}}}}}',
    found: [[
      "spec-subroute-name",
      "Invalid subroute name 'by email' in route 'a' (must be a valid Python identifier).",
      "1:48 /routes/a/subroutes/by email",
    ]],
  },
  "no type": {
    text: '{"routes": {"a": {"subroutes": {"b": {}}}}}',
    found: [
      ["spec-type-missing", "Key 'type' missing in route 'a'.", "1:18 /routes/a"],
      [
        "spec-type-missing",
        "Key 'type' missing in subroute 'b' of route 'a'.",
        "1:38 /routes/a/subroutes/b",
      ],
    ],
  },
  "things of the wrong kind": {
    text: `{
  "project": [],
  "routes": {
    "a": 1,
    "b": {"type": null, "subroutes": "c"},
    "d": {"type": "GET", "subroutes": {"e": [], "f": {"type": ["GET"]}}}
  }
}`,
    found: [
      ["spec-shape", "'project' must be an object at top level.", "2:14 /project"],
      ["spec-shape", "'a' must be an object in 'routes'.", "4:10 /routes/a"],
      ["spec-shape", "'type' must be a string in route 'b'.", "5:19 /routes/b/type"],
      ["spec-shape", "'subroutes' must be an object in route 'b'.", "5:38 /routes/b/subroutes"],
      ["spec-shape", "'e' must be an object in route 'd'.", "6:45 /routes/d/subroutes/e"],
      [
        "spec-shape",
        "'type' must be a string in subroute 'f' of route 'd'.",
        "6:63 /routes/d/subroutes/f/type",
      ],
    ],
  },
  "a description that is no text": {
    text: '{"project": {"description": 1}, "routes": {"a": {"type": "GET"}}}',
    found: [[
      "spec-shape",
      "'description' must be a string in 'project'.",
      "1:29 /project/description",
    ]],
  },
  "names that come twice": {
    text: `{"routes": {
  "a": {"type": "X"},
  "b": {"type": "GET", "subroutes": {"c": {"type": "GET"}, "c": {"type": "POST"}}},
  "a": {"type": "GET"}
}}`,
    found: [
      [
        "spec-method",
        "Invalid HTTP method 'X' in route 'a' (must be GET, POST, PUT, or DELETE).",
        "2:17 /routes/a/type",
      ],
      [
        "spec-duplicate",
        "Duplicate subroute name 'c' in route 'b'.",
        "3:60 /routes/b/subroutes/c",
      ],
      ["spec-duplicate", "Duplicate route name 'a' in 'routes'.", "4:3 /routes/a"],
    ],
  },
  "keys that come twice": {
    text: '{"routes": {"a": {"type": "GET", "mock": 1, "type": "PUT"}}, "routes": {}}',
    found: [
      ["spec-duplicate", "Duplicate key 'routes' at top level.", "1:62 /routes"],
      ["spec-routes-empty", "'routes' cannot be empty.", "1:72 /routes"],
    ],
  },
  "names that differ only in case, where that matters": {
    text: '{"routes": {"users": {"type": "GET"}, "Users": {"type": "GET"}}}',
    foldsCase: true,
    found: [[
      "spec-case",
      "Route names 'users' and 'Users' differ only in case.",
      "1:39 /routes/Users",
    ]],
  },
  "numbers that Python cannot hold": {
    text: `{"routes": {"a": {"type": "GET", "mock": [1e400, -1E+999, ${"7".repeat(4_301)}]}}}`,
    found: [
      [
        "spec-limit",
        "Number '1e400' in route 'a' exceeds the range of a float.",
        "1:43 /routes/a/mock",
      ],
      [
        "spec-limit",
        "Number '-1E+999' in route 'a' exceeds the range of a float.",
        "1:50 /routes/a/mock",
      ],
      [
        "spec-limit",
        `Number '${"7".repeat(20)}...' in route 'a' exceeds 4,300 digits.`,
        "1:59 /routes/a/mock",
      ],
    ],
  },
  "bodies of methods that have none": {
    text: `{"routes": {
  "a": {"type": "GET", "body": {}},
  "b": {"methods": {"DELETE": {"body": null}, "PUT": {"body": null}}}
}}`,
    found: [
      ["spec-body", "'body' does not go with GET in route 'a'.", "2:32 /routes/a/body"],
      [
        "spec-body",
        "'body' does not go with DELETE in method 'DELETE' in route 'b'.",
        "3:40 /routes/b/methods/DELETE/body",
      ],
    ],
  },
  "a body beside methods": {
    text: '{"routes": {"a": {"methods": {"POST": {}}, "body": 1}}}',
    found: [[
      "spec-methods",
      "Key 'body' does not go with 'methods' in route 'a'.",
      "1:44 /routes/a/body",
    ]],
  },
  "members of a body that are the same": {
    text: `{"routes": {"a": {"type": "POST", "body": {
  "x": 1, "x?": 2, "y??": 1, "y???": 1,
  "z": [{"b?": 1, "b": 2}, {"b": 3}]
}}}}`,
    found: [
      [
        "spec-body",
        "Members 'x' and 'x?' of the body are the same in route 'a'.",
        "2:11 /routes/a/body",
      ],
      [
        "spec-body",
        "Members 'y??' and 'y???' of the body are the same in route 'a'.",
        "2:30 /routes/a/body",
      ],
      [
        "spec-body",
        "Members 'b?' and 'b' of the body are the same in route 'a'.",
        "3:19 /routes/a/body",
      ],
    ],
  },
  "members of a body that no model can have": {
    text: `{"routes": {"a": {"type": "PUT", "body": {"\\ud800": 1, "${LONG}": 1e400}}}}`,
    found: [
      [
        "spec-body",
        "Member '\ud800' of the body in route 'a' is not valid Unicode.",
        "1:43 /routes/a/body",
      ],
      [
        "spec-limit",
        `Member '${START}...' of the body in route 'a' exceeds 100 characters.`,
        "1:56 /routes/a/body",
      ],
      [
        "spec-limit",
        "Number '1e400' in route 'a' exceeds the range of a float.",
        "1:261 /routes/a/body",
      ],
    ],
  },
  "a body that is too deep": {
    text: `{"routes": {"a": {"type": "PUT", "body": ${"[".repeat(11)}${"]".repeat(11)}}}}`,
    found: [["spec-limit", "Body in route 'a' exceeds 10 levels.", "1:42 /routes/a/body"]],
  },
  "a body that is too long": {
    text: `{"routes": {"a": {"type": "PUT", "body": "${"x".repeat(16_384)}"}}}`,
    found: [[
      "spec-limit",
      "Body in route 'a' exceeds 16,384 characters of JSON.",
      "1:42 /routes/a/body",
    ]],
  },
  "a mock deeper than 900 levels": {
    text: `{"routes": {"a": {"type": "GET", "mock": ${"[".repeat(901)}${"]".repeat(901)}}}}`,
    found: [["spec-limit", "Mock in route 'a' exceeds 900 levels.", "1:42 /routes/a/mock"]],
  },
};

function described({ code, message, where }: Diagnostic): Found {
  return [code, message, `${where?.line}:${where?.column} ${where?.pointer}`];
}

for (const [what, { text, found, foldsCase = false }] of Object.entries(WRONG)) {
  Deno.test(`readSpec() refuses ${what}`, () => {
    const { spec, diagnostics } = readSpec(text, { path: "spec.json", foldsCase });
    deepEqual(diagnostics.map(described), found);
    deepEqual(diagnostics.map(({ severity }) => severity), found.map(() => "error"));
    equal(spec, null);
  });
}

Deno.test("readSpec() reports all errors of a broken spec", async () => {
  const folder = fileURLToPath(new URL("../testdata/specs/", import.meta.url));
  const text = await Deno.readTextFile(`${folder}broken.json`);
  const expected = await Deno.readTextFile(`${folder}broken.expected.txt`);
  const { diagnostics } = readSpec(text, { path: "broken.json" });
  deepEqual(diagnostics.map(({ message }) => `Error: ${message}`), expected.trimEnd().split("\n"));
});

Deno.test("readSpec() shows where a text is not JSON", () => {
  const text = '{\n  "routes": {\n    "a": {"type": "GET",}\n  }\n}\n';
  const { spec, diagnostics } = readSpec(text, { path: "shop.json" });
  equal(spec, null);
  deepEqual(diagnostics.map(described), [[
    "json-syntax",
    "Invalid JSON in shop.json:3:24 (trailing comma).\n" +
    '  2 |   "routes": {\n' +
    '  3 |     "a": {"type": "GET",}\n' +
    "    |                        ^",
    "3:24 null",
  ]]);
});

Deno.test("readSpec() locates each of a hundred thousand errors", () => {
  const count = 100_000;
  const routes = Array.from({ length: count }, (_, at) => `"${at}": 1`).join(",\r\n");
  const { diagnostics } = readSpec(`{"routes": {\r\n${routes}}}`, { path: "spec.json" });
  const places = diagnostics.filter(({ code }) => code === "spec-shape").map(({ where }) => where);
  deepEqual(
    places.map((where) => where?.line),
    Array.from({ length: count }, (_, at) => at + 2),
  );
  deepEqual(places.at(-1)?.column, 10);
});
