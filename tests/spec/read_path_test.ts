import { deepEqual, equal } from "node:assert/strict";
import { readSpec } from "../../spec/read_spec.ts";

interface Found {
  readonly message: string;
  readonly hint?: string;
}

/** Returns the errors of a spec. */
function errorsOf(routes: unknown): readonly Found[] {
  const { diagnostics } = readSpec(JSON.stringify({ routes }), { path: "spec.json" });
  return diagnostics.filter(({ severity }) => severity === "error")
    .map(({ message, hint }) => ({
      message,
      ...(hint !== undefined && hint !== null && { hint }),
    }));
}

const METHOD = { type: "GET" };

/** Invalid paths of a subroute, each with its problems. */
const WRONG: readonly (readonly [path: unknown, ...found: readonly Found[]])[] = [
  ["a", { message: "must start with '/'.", hint: "Write '/a'" }],
  ["{id:int}", { message: "must start with '/'.", hint: "Write '/{id:int}'" }],
  ["<id>", { message: "must start with '/'." }],
  ["/", { message: "must not end with '/'.", hint: "Write '' for the route's own path" }],
  ["/a/", { message: "must not end with '/'." }],
  ["/a//b", { message: "must not have '//'." }],
  ["/a/../b", { message: "must not have '..'." }],
  ["/{id}/{id:int}", { message: "has the parameter 'id' twice." }],
  ["/{id:integer}", {
    message:
      "has the parameter 'id' with the type 'integer' (must be int, float, uuid, or string).",
    hint: "Write '{id:int}'",
  }],
  ["/{id:uid}", {
    message: "has the parameter 'id' with the type 'uid' (must be int, float, uuid, or string).",
    hint: "Write '{id:uuid}'",
  }],
  ["/{id:path}", {
    message: "has the parameter 'id' with the type 'path' (must be int, float, uuid, or string).",
  }],
  ["/{item-id}", {
    message: "has the parameter 'item-id', whose name must be letters, digits and '_', and not " +
      "start with a digit.",
  }],
  ["/<int:id>", { message: segment("<int:id>"), hint: "Write '{id:int}'" }],
  ["/<id>", { message: segment("<id>"), hint: "Write '{id}'" }],
  ["/:id", { message: segment(":id"), hint: "Write '{id}'" }],
  ["/a{id}", { message: segment("a{id}") }],
  ["/a b/é", { message: segment("a b") }, { message: segment("é") }],
];

function segment(text: string): string {
  return `has the segment '${text}', but a segment is letters, digits and '_', '-', '.', '~', ` +
    "or a parameter '{name}'.";
}

for (const [path, ...found] of WRONG) {
  Deno.test(`readSpec() reports the path ${JSON.stringify(path)} of a subroute`, () => {
    const expected = found.map(({ message, ...hint }) => ({
      message: `Path '${path}' in subroute 'cart' of route 'carts' ${message}`,
      ...hint,
    }));
    deepEqual(
      errorsOf({ carts: { ...METHOD, subroutes: { cart: { ...METHOD, path } } } }),
      expected,
    );
  });
}

const OVERLAPPING: Readonly<
  Record<string, readonly [routes: unknown, ...found: readonly Found[]]>
> = {
  "a parameter in the prefix of a route": [{ carts: { ...METHOD, path: "/{shop}/carts" } }, {
    message:
      "Path '/{shop}/carts' in route 'carts' must not have the parameter '{shop}': it is a prefix.",
    hint: "Move it into the 'path' of a subroute",
  }],
  "an empty prefix": [{ carts: { ...METHOD, path: "/" } }, {
    message: "Path '/' in route 'carts' needs a segment after '/'.",
  }],
  "a path that is no string": [{ carts: { ...METHOD, path: 1 } }, {
    message: "'path' must be a string in route 'carts'.",
  }],
  "the path of the health check": [
    { a: { methods: {}, path: "/-", subroutes: { health: METHOD } } },
    {
      message: "Path '/-/health' of subroute 'health' of route 'a' is the health check's.",
      hint: "Choose another path",
    },
  ],
  "two routes with one path": [
    { carts: METHOD, baskets: { ...METHOD, path: "/carts" } },
    {
      message: "GET /carts is in route 'carts' and in route 'baskets'.",
      hint: "Give one of them another 'path'",
    },
  ],
  "a method twice at the route's own path": [
    { carts: { ...METHOD, subroutes: { all: { ...METHOD, path: "" } } } },
    {
      message: "GET /carts is in route 'carts' and in subroute 'all' of route 'carts'.",
      hint: "Give one of them another 'path'",
    },
  ],
  "paths that differ in parameters": [
    {
      carts: {
        ...METHOD,
        subroutes: {
          by_id: { ...METHOD, path: "/{id:int}" },
          by_name: { type: "PUT", path: "/{name}" },
        },
      },
    },
    {
      message: "Path '/carts/{name}' of subroute 'by_name' of route 'carts' differs from " +
        "'/carts/{id:int}' of subroute 'by_id' of route 'carts' only in names or types of parameters.",
      hint: "Write the parameters the same way in both",
    },
  ],
};

for (const [what, [routes, ...found]] of Object.entries(OVERLAPPING)) {
  Deno.test(`readSpec() reports ${what}`, () => {
    deepEqual(errorsOf(routes), found);
  });
}

Deno.test("readSpec() reads paths in their normal form", () => {
  const subroutes = {
    item: { ...METHOD, path: "/{id:string}/{part:uuid}" },
    own: { type: "PUT", path: "" },
    named: METHOD,
  };
  const { spec } = readSpec(
    JSON.stringify({
      routes: { carts: { ...METHOD, path: "/v1/carts", subroutes }, users: METHOD },
    }),
    { path: "spec.json" },
  );
  deepEqual(spec?.routes.map(({ path }) => path), ["/v1/carts", "/users"]);
  deepEqual(spec?.routes[0]?.subroutes.map(({ path }) => path), [
    "/{id}/{part:uuid}",
    "",
    "/named",
  ]);
});

Deno.test("readSpec() limits the length of a path", () => {
  const path = `/${"a".repeat(500)}`;
  deepEqual(errorsOf({ carts: { ...METHOD, path } }), [
    { message: `Path '${path.slice(0, 20)}...' in route 'carts' exceeds 500 characters.` },
  ]);
  equal(errorsOf({ carts: { ...METHOD, path: path.slice(1).replace("a", "/") } }).length, 0);
});
