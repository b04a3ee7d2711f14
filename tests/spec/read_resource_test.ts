import { deepEqual, ok } from "node:assert/strict";
import type { DiagnosticCode } from "../../core/diagnostic.ts";
import type { ApiSpec, RouteSpec } from "../../spec/api_spec.ts";
import { readSpec } from "../../spec/read_spec.ts";
import { specText } from "../../spec/spec_text.ts";

function read(text: string): ApiSpec {
  const { spec, diagnostics } = readSpec(text, { path: "spec.json" });
  if (spec === null) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return spec;
}

function route(members: string): string {
  return `{"routes": {"products": {${members}}}}`;
}

/** Members of a route that is a resource, and members with the same meaning without `resource`. */
const EXPANDED: Readonly<Record<string, readonly [resource: string, meaning: string]>> = {
  "an item": [
    '"resource": {"id": 1, "name": "Cup"}',
    `"methods": {
      "GET": {"mock": [{"id": 1, "name": "Cup"}]},
      "POST": {"body": {"id?": 1, "name": "Cup"}, "mock": {"id": 1, "name": "Cup"}}
    },
    "subroutes": {"item": {"path": "/{item_id:int}", "methods": {
      "GET": {"mock": {"id": 1, "name": "Cup"}},
      "PUT": {"body": {"id?": 1, "name": "Cup"}, "mock": {"id": 1, "name": "Cup"}},
      "DELETE": {"status": 204}
    }}}`,
  ],
  "fields that may be absent, and other subroutes": [
    `"path": "/v1/cups", "resource": {"sku": "a-1", "note?": "x", "why??": null}, "id_field": "sku",
     "subroutes": {"sale": {"type": "GET"}}`,
    `"path": "/v1/cups", "methods": {
      "GET": {"mock": [{"sku": "a-1", "note": "x", "why?": null}]},
      "POST": {
        "body": {"sku?": "a-1", "note?": "x", "why??": null},
        "mock": {"sku": "a-1", "note": "x", "why?": null}
      }
    },
    "subroutes": {
      "item": {"path": "/{item_id}", "methods": {
        "GET": {"mock": {"sku": "a-1", "note": "x", "why?": null}},
        "PUT": {
          "body": {"sku?": "a-1", "note?": "x", "why??": null},
          "mock": {"sku": "a-1", "note": "x", "why?": null}
        },
        "DELETE": {"status": 204}
      }},
      "sale": {"type": "GET"}
    }`,
  ],
  "several items": [
    `"resource": [
      {"id": "123e4567-e89b-42d3-a456-426614174000", "price": 1, "tags": ["a", "b"], "odd": 1},
      {"id": "123E4567-E89B-42D3-A456-426614174001", "price": 1.5, "tags": [7, "c"], "odd": "x",
       "more": {"a": 1}},
      {"id": "123e4567-e89b-42d3-a456-426614174002", "price": 2, "tags": [], "odd": 1, "more": {}}
    ]`,
    `"methods": {
      "GET": {"mock": [
        {"id": "123e4567-e89b-42d3-a456-426614174000", "price": 1, "tags": ["a", "b"], "odd": 1},
        {"id": "123E4567-E89B-42D3-A456-426614174001", "price": 1.5, "tags": [7, "c"], "odd": "x",
         "more": {"a": 1}},
        {"id": "123e4567-e89b-42d3-a456-426614174002", "price": 2, "tags": [], "odd": 1, "more": {}}
      ]},
      "POST": {
        "body": {"id?": "123e4567-e89b-42d3-a456-426614174000", "price": 1.5, "tags": ["a", 7],
          "odd": null, "more?": {"a?": 1}},
        "mock": {"id": "123e4567-e89b-42d3-a456-426614174000", "price": 1, "tags": ["a", "b"], "odd": 1}
      }
    },
    "subroutes": {"item": {"path": "/{item_id:uuid}", "methods": {
      "GET": {
        "mock": {"id": "123e4567-e89b-42d3-a456-426614174000", "price": 1, "tags": ["a", "b"], "odd": 1}
      },
      "PUT": {
        "body": {"id?": "123e4567-e89b-42d3-a456-426614174000", "price": 1.5, "tags": ["a", 7],
          "odd": null, "more?": {"a?": 1}},
        "mock": {"id": "123e4567-e89b-42d3-a456-426614174000", "price": 1, "tags": ["a", "b"], "odd": 1}
      },
      "DELETE": {"status": 204}
    }}}`,
  ],
};

for (const [what, [resource, meaning]] of Object.entries(EXPANDED)) {
  Deno.test(`readSpec() expands a resource: ${what}`, () => {
    const [short, long] = [resource, meaning].map((each) =>
      read(route(each)).routes.map((each) => specText([withoutIds(each)]))
    );
    deepEqual(short, long);
  });

  Deno.test(`specText() writes a resource: ${what}`, () => {
    const { routes } = read(route(resource));
    const text = specText(routes);
    ok(text.includes('"resource": '), text);
    deepEqual(withoutPlaces(read(text).routes), withoutPlaces(routes));
  });
}

/** Returns a route without the parts that only a resource can have. */
function withoutIds(route: RouteSpec): RouteSpec {
  return {
    ...route,
    endpoints: route.endpoints.map(({ createdId: _, examples: __, ...each }) => each),
  };
}

function withoutPlaces(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, each) => key === "at" ? undefined : each));
}

const PATHS: readonly (readonly [resource: string, path: string])[] = [
  ['{"id": 0}', "/{item_id:int}"],
  ['{"id": "a b"}', "/{item_id}"],
  ['{"id?": 7}', "/{item_id:int}"],
  ['{"id": 7, "id": "x"}', "/{item_id}"],
  ['{"id": "123e4567-e89b-42d3-a456-426614174000"}', "/{item_id:uuid}"],
  ['[{"id": "123e4567-e89b-42d3-a456-426614174000"}, {"id": "new"}]', "/{item_id}"],
];

Deno.test("readSpec() takes the type of a resource's path from its ids", () => {
  for (const [resource, path] of PATHS) {
    const [item] = read(route(`"resource": ${resource}`)).routes[0]?.subroutes ?? [];
    deepEqual([item?.name, item?.path], ["item", path], resource);
  }
});

type Found = readonly [
  code: DiagnosticCode,
  message: string,
  pointer: string,
  hint?: string,
];

const WRONG: Readonly<Record<string, readonly [members: string, ...found: Found[]]>> = {
  "a resource that is no object": [
    '"resource": 1',
    [
      "spec-shape",
      "'resource' must be an object or a list of objects in route 'products'.",
      "/resource",
    ],
  ],
  "an empty list": [
    '"resource": []',
    [
      "spec-resource",
      "'resource' cannot be empty in route 'products'.",
      "/resource",
      "Give an example of an item",
    ],
  ],
  "items that are no objects": [
    '"resource": [{"id": 1}, 2, null]',
    [
      "spec-shape",
      "Item 2 of 'resource' must be an object in route 'products'.",
      "/resource/1",
    ],
    [
      "spec-shape",
      "Item 3 of 'resource' must be an object in route 'products'.",
      "/resource/2",
    ],
  ],
  "keys of endpoints beside it": [
    '"type": "GET", "resource": {"id": 1}, "methods": {}, "mock": 1, "subroutes": {"item": {"type": "GET"}}',
    ...["type", "methods", "mock"].map((key): Found => [
      "spec-resource",
      `Key '${key}' does not go with 'resource' in route 'products'.`,
      `/${key}`,
      "Remove it: a resource has its own methods",
    ]),
    [
      "spec-resource",
      "Subroute 'item' does not go with 'resource' in route 'products'.",
      "/subroutes/item",
      "Choose another name: the items of the resource are 'item'",
    ],
  ],
  "a subroute that differs from its items only in the parameter": [
    '"resource": {"id": 1}, "subroutes": {"one": {"path": "/{id:int}", "type": "GET"}}',
    [
      "spec-path",
      "Path '/products/{id:int}' of subroute 'one' of route 'products' differs from " +
      "'/products/{item_id:int}' of the items of route 'products' only in names or types of parameters.",
      "/subroutes/one",
      "Write the parameters the same way in both",
    ],
  ],
  "an id_field without a resource": [
    '"type": "GET", "id_field": 1',
    [
      "spec-resource",
      "Key 'id_field' does not go without 'resource' in route 'products'.",
      "/id_field",
    ],
    ["spec-shape", "'id_field' must be a string in route 'products'.", "/id_field"],
  ],
  "no id": [
    '"resource": {"sku": 1}',
    [
      "spec-resource-id",
      "Field 'id' missing in 'resource' in route 'products'.",
      "/resource",
      "Name the field of the id with 'id_field'",
    ],
  ],
  "a mistyped id_field": [
    '"resource": [{"sku": 1, "name": "x"}], "id_field": "sk"',
    [
      "spec-resource-id",
      "Field 'sk' missing in item 1 of 'resource' in route 'products'.",
      "/resource/0",
      "Did you mean 'sku'?",
    ],
  ],
  "ids that cannot be in a path": [
    `"resource": [${
      [
        ...["null", "-1", "1.0", "true", '""', '"a/b"', '".."', '"\\ud800"', "[]"],
        ...[`"${"x".repeat(1_001)}"`, "1".repeat(1_001)],
      ].map((id) => `{"id": ${id}}`).join(", ")
    }]`,
    ...Array.from({ length: 11 }, (_, index): Found => [
      "spec-resource-id",
      `Field 'id' cannot be the id in item ${index + 1} of 'resource' in route 'products'.`,
      `/resource/${index}/id`,
      "An id is an integer from 0, or a string that can be a segment of a path, of at most 1,000 characters",
    ]),
  ],
  "ids of different types": [
    '"resource": [{"id": 1}, {"id": 2}, {"id": "3"}]',
    [
      "spec-resource-id",
      "'id' is a string in item 3 of 'resource' in route 'products', but an integer before.",
      "/resource/2/id",
      "Write all ids in the same way",
    ],
  ],
  "equal ids": [
    `"resource": [
      {"id": "123e4567-e89b-42d3-a456-426614174abc"}, {"id": "123E4567-E89B-42D3-A456-426614174ABC"}
    ]`,
    [
      "spec-resource-id",
      "Duplicate 'id' in item 2 of 'resource' in route 'products'.",
      "/resource/1/id",
      "Give each item its own id",
    ],
  ],
  "an item that cannot be a body": [
    `"resource": [{"id": 1, "a": 1, "a?": 2}, {"id": 2, "b": ${"[".repeat(10)}${"]".repeat(10)}}]`,
    [
      "spec-body",
      "Members 'a' and 'a?' of the body are the same in item 1 of 'resource' in route 'products'.",
      "/resource/0",
      "Remove one of them. To end a name with ?, write two: 'a??'",
    ],
    [
      "spec-limit",
      "Body in item 2 of 'resource' in route 'products' exceeds 10 levels.",
      "/resource/1",
    ],
  ],
};

for (const [what, [members, ...expected]] of Object.entries(WRONG)) {
  Deno.test(`readSpec() rejects ${what}`, () => {
    const { spec, diagnostics } = readSpec(route(members), { path: "spec.json" });
    const found = diagnostics.map(({ code, message, where, hint }) => [
      code,
      message,
      where?.pointer?.replace("/routes/products", ""),
      ...(hint === null ? [] : [hint]),
    ]);
    deepEqual([spec, found], [null, expected]);
  });
}

Deno.test("readSpec() rejects items whose common body is too large", () => {
  const items = Array.from({ length: 900 }, (_, id) => `{"id": ${id}, "a_field_of_${id}": 1}`);
  const { diagnostics } = readSpec(route(`"resource": [${items.join(", ")}]`), { path: "s.json" });
  deepEqual(diagnostics.map(({ message }) => message), [
    "Body in route 'products' exceeds 16,384 characters of JSON.",
  ]);
});
