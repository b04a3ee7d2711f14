import { deepEqual, equal } from "node:assert/strict";
import { fc } from "../tools/tier.ts";
import { stringifyJson } from "../../core/json.ts";
import { countEndpoints } from "../../spec/api_spec.ts";
import { readSpec } from "../../spec/read_spec.ts";
import { arbitrarySpec } from "../generators/arbitrary_spec.ts";
import { HOSTILE_NAMES } from "../generators/hostile_texts.ts";

function read(text: string) {
  const { spec, diagnostics } = readSpec(text, { path: "spec.json" });
  if (spec === null) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return { spec, diagnostics };
}

Deno.test("readSpec() reads the smallest spec", () => {
  deepEqual(read('{"routes": {"ping": {"type": "get"}}}'), {
    spec: {
      description: null,
      routes: [{
        name: "ping",
        path: "/ping",
        endpoints: [{ method: "GET", status: 200, mock: null }],
        subroutes: [],
      }],
    },
    diagnostics: [],
  });
});

Deno.test("readSpec() distinguishes a mock of null from no mock", () => {
  const { spec } = read('{"routes": {"a": {"type": "GET", "mock": null}}}');
  deepEqual(spec.routes[0]?.endpoints[0]?.mock, { kind: "null", at: 41 });
});

Deno.test("readSpec() keeps the last value of a mock's repeated key", () => {
  const { spec } = read('{"routes": {"a": {"type": "GET", "mock": {"x": 1, "y": 2, "x": 3}}}}');
  const mock = spec.routes[0]?.endpoints[0]?.mock;
  equal(mock && stringifyJson(mock, 0), '{"x": 3, "y": 2}');
});

Deno.test("readSpec() accepts Python keywords and builtins as names", () => {
  for (const name of HOSTILE_NAMES) {
    const endpoint = `{"type": "GET"`;
    const text = `{"routes": {"${name}": ${endpoint}, "subroutes": {"${name}": ${endpoint}}}}}}`;
    const { spec, diagnostics } = read(text);
    deepEqual(diagnostics, []);
    equal(spec.routes[0]?.name, name);
    equal(spec.routes[0]?.subroutes[0]?.name, name);
  }
});

Deno.test("readSpec() accepts the largest values that Python can hold", () => {
  const mocks = [
    `${"[".repeat(900)}${"]".repeat(900)}`,
    "9".repeat(4_300),
    `-${"9".repeat(4_300)}`,
    "1.7976931348623157e308",
    "1e-400",
    `0.${"1".repeat(5_000)}`,
  ];
  for (const mock of mocks) read(`{"routes": {"a": {"type": "GET", "mock": ${mock}}}}`);
});

const WARNINGS: readonly (readonly [
  what: string,
  text: string,
  message: string,
  hint: string | null,
])[] = [
  [
    "of a key that it does not know",
    '{"routes": {"a": {"type": "GET", "colour": 1}}}',
    "Unknown key 'colour' in route 'a'",
    null,
  ],
  [
    "of a mistyped key",
    '{"routes": {"a": {"type": "GET", "subroutes": {"b": {"type": "GET", "moc": 1}}}}}',
    "Unknown key 'moc' in subroute 'b' of route 'a'",
    "Did you mean 'mock'?",
  ],
  [
    "of subroutes of subroutes",
    '{"routes": {"a": {"type": "GET", "subroutes": {"b": {"type": "GET", "subroutes": {}}}}}}',
    "Unknown key 'subroutes' in subroute 'b' of route 'a'",
    null,
  ],
  [
    "of keys at top level",
    '{"routs": {}, "routes": {"a": {"type": "GET"}}}',
    "Unknown key 'routs' at top level",
    "Did you mean 'routes'?",
  ],
  [
    "of keys of the project",
    '{"project": {"name": "shop"}, "routes": {"a": {"type": "GET"}}}',
    "Unknown key 'name' in 'project'",
    null,
  ],
  [
    "of route names that differ only in case",
    '{"routes": {"users": {"type": "GET"}, "Users": {"type": "GET"}}}',
    "Route names 'users' and 'Users' differ only in case.",
    null,
  ],
  [
    "of subroute names that differ only in case",
    '{"routes": {"a": {"type": "GET", "subroutes": {"b": {"type": "GET"}, "B": {"type": "PUT"}}}}}',
    "Subroute names 'b' and 'B' differ only in case.",
    null,
  ],
];

for (const [what, text, message, hint] of WARNINGS) {
  Deno.test(`readSpec() warns ${what}`, () => {
    const { diagnostics } = read(text);
    deepEqual(
      diagnostics.map((each) => [each.severity, each.message, each.hint]),
      [["warning", message, hint]],
    );
  });
}

Deno.test("readSpec() finds every endpoint of a spec, in its order", () => {
  fc.assert(
    fc.property(arbitrarySpec, ({ text, endpoints }) => {
      const { spec } = read(text);
      equal(countEndpoints(spec), endpoints.length);
      const found = spec.routes.flatMap(({ name, endpoints, subroutes }) => [
        ...endpoints.map(({ method }) => [name, null, method]),
        ...subroutes.flatMap((each) =>
          each.endpoints.map(({ method }) => [name, each.name, method])
        ),
      ]);
      deepEqual(found, endpoints.map(({ route, subroute, method }) => [route, subroute, method]));
    }),
  );
});
