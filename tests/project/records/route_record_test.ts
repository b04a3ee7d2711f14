import { deepEqual, equal, ok } from "node:assert/strict";
import {
  asOrdered,
  definitionsIn,
  formatRouteRecord,
  inOrder,
  namesPath,
  parseRouteRecord,
  recordedRouteAt,
  recordPath,
  type RouteRecord,
} from "../../../project/records/route_record.ts";

const INPUT = "0123456789abcdef";
const HASH = "0123456789ab";

const RECORD: RouteRecord = {
  prefix: "/v1/users",
  renamed: [{ from: "people", to: "users" }, { from: "users/sales", to: "users/sale" }],
  shared: [
    { layer: "route", name: "users_bp", hash: HASH },
    { layer: "service", name: "UsersService", hash: HASH },
  ],
  endpoints: [
    {
      method: "GET",
      path: "/v1/users",
      subroute: null,
      origin: "spec",
      input: INPUT,
      kept: null,
      definitions: [
        { layer: "route", name: "get", hash: HASH },
        { layer: "mock", name: "users/get.json", hash: INPUT },
      ],
    },
    {
      method: "POST",
      path: "/v1/users/sale",
      subroute: "sale",
      origin: "command",
      input: null,
      kept: INPUT,
      wanted: { method: "PUT", path: "/shop/sale" },
      asked: INPUT,
      definitions: [{ layer: "service", name: "UsersService.create_sale", hash: HASH }],
    },
  ],
  removed: [
    {
      method: "PUT",
      path: "/v1/users/old",
      subroute: "old",
      input: INPUT,
      before: "POST /v1/users/sale",
    },
    { method: "GET", path: "/v1/users/last", subroute: "last", input: INPUT, before: null },
  ],
  withoutModels: true,
  form: null,
};

const REMOVED = { method: "GET", path: "/v1/users", subroute: null, input: INPUT };

const TEXT = `renamed people users

mounted /v1/users

route users_bp ${HASH}
service UsersService ${HASH}
without models

endpoint GET /users - spec
input ${INPUT}
route get ${HASH}
mock users/get.json ${INPUT}
end GET

endpoint PUT /users/old old spec
removed ${INPUT}
end PUT /old

endpoint POST /users/sale sale command
renamed users/sales users/sale
service UsersService.create_sale ${HASH}
kept ${INPUT}
wanted PUT /shop/sale
asked ${INPUT}
end POST /sale

endpoint GET /users/last last spec
removed ${INPUT}
end GET /last

end
`;

Deno.test("parseRouteRecord() reads what formatRouteRecord() wrote", () => {
  equal(formatRouteRecord(RECORD, "users"), TEXT);
  deepEqual(parseRouteRecord(TEXT, "users"), RECORD);
  deepEqual(parseRouteRecord(TEXT.replaceAll("\n", "\r\n"), "users"), RECORD);
});

Deno.test("parseRouteRecord() reads a record that a merge left with facts twice", () => {
  const [, , block = ""] = TEXT.split("\n\n");
  const twice = `${TEXT}\n<<<<<<< ours\n${block}\n=======\n>>>>>>> theirs\n`;
  const { endpoints } = parseRouteRecord(twice, "users");
  deepEqual(endpoints.map(({ path }) => path), ["/v1/users", "/v1/users/sale"]);
  deepEqual(endpoints[0]?.definitions, RECORD.endpoints[0]?.definitions);
});

Deno.test("endpoints that a merge adds are below the prefix", () => {
  const more = `endpoint GET /users/new new spec\ninput ${INPUT}\nroute get_new ${HASH}\n\nend\n`;
  const { endpoints } = parseRouteRecord(TEXT.replace(/end\n$/, more), "users");
  deepEqual(endpoints.at(-1)?.path, "/v1/users/new");
});

Deno.test("endpoints that were removed from another prefix come first", () => {
  const old = { method: "PUT", subroute: "old", input: INPUT };
  const before = "GET /v1/users";
  const paths = ["/users/old", "/shop/old", "//old"];
  const [, last] = RECORD.removed;
  ok(last !== undefined);
  const record = {
    ...RECORD,
    removed: [...paths.map((path) => ({ ...old, path, before })), last],
  };
  const text = formatRouteRecord(record, "users");
  deepEqual([...text.matchAll(/^endpoint (\S+ \S+)/gm)].map(([, key]) => key), [
    ...["PUT //users/old", "PUT /shop/old", "PUT ///old"],
    ...["GET /users", "POST /users/sale", "GET /users/last"],
  ]);
  deepEqual(parseRouteRecord(text, "users"), record);
  const anywhere = record.removed.map((each) => ({ ...each, before: null }));
  equal(formatRouteRecord({ ...record, removed: anywhere }, "users"), text);
});

Deno.test("an endpoint that one branch removed and another one changed is both", () => {
  const record = { ...RECORD, removed: [{ ...REMOVED, before: "GET /v1/users" }] };
  const text = formatRouteRecord(record, "users");
  deepEqual(parseRouteRecord(text, "users"), record);
  const merged = TEXT.replace(`end GET\n`, `removed ${INPUT}\nend GET\n`);
  deepEqual(parseRouteRecord(merged, "users").removed[0], record.removed[0]);
  deepEqual(parseRouteRecord(merged, "users").endpoints, RECORD.endpoints);
});

Deno.test("an endpoint that two branches removed with different inputs has both inputs", () => {
  const other = INPUT.replace("0", "1");
  const merged = TEXT.replace("end GET /last\n", `removed ${other}\n=======\nend GET /last\n`);
  const [, last] = RECORD.removed;
  ok(last !== undefined);
  const record = parseRouteRecord(merged, "users");
  deepEqual(record.removed.slice(1), [last, { ...last, input: other }]);
  deepEqual(parseRouteRecord(formatRouteRecord(record, "users"), "users"), record);
});

/** A record with two endpoints, each with an input and a definition. */
function twoEndpoints([get, post]: readonly [string, string]): string {
  return [
    ...["endpoint GET / - spec", `input ${get}`, `route get ${get.slice(0, 12)}`, "end GET"],
    ...["", "endpoint POST / - spec", `input ${post}`, `route post ${post.slice(0, 12)}`],
    "end POST",
  ].join("\n");
}

for (const base of [false, true]) {
  Deno.test(`both sides of a conflict begin in one block, ${base ? "with" : "without"} its base`, () => {
    const [a, b, c] = ["a", "b", "c"].map((digit) => digit.repeat(16)) as [string, string, string];
    const [first = "", ...ours] = twoEndpoints([a, a]).split("\n");
    const [, ...theirs] = twoEndpoints([b, b]).split("\n");
    const old = base ? ["||||||| base", `removed ${c}`, "end GET"] : [];
    const text = [
      first,
      ...["<<<<<<< ours", ...ours.slice(0, -1), ...old, "=======", ...theirs.slice(0, -1)],
      ...[">>>>>>> theirs", "end POST"],
    ].join("\n");
    const { endpoints, removed } = parseRouteRecord(text, "users");
    deepEqual(
      endpoints.map((
        { method, input, definitions },
      ) => [method, input, definitions.map((each) => each.name)]),
      [["GET", b, ["get"]], ["POST", b, ["post"]]],
    );
    deepEqual(removed, []);
  });
}

Deno.test("parseRouteRecord() skips data files outside of the project", () => {
  const lines = ["../../../secrets.json", "/etc/passwd", "users/get.json"]
    .map((name) => `mock ${name} ${INPUT}\n`);
  const { shared } = parseRouteRecord(lines.join(""), "users");
  deepEqual(shared.map(({ name }) => name), ["users/get.json"]);
});

Deno.test("asOrdered() leaves each removed endpoint where it was", () => {
  const [first, second] = RECORD.endpoints;
  ok(first !== undefined && second !== undefined);
  const ordered = asOrdered(inOrder(RECORD).map((each) => each === first ? REMOVED : each));
  deepEqual(ordered.endpoints, [second]);
  deepEqual(ordered.removed.map(({ path, before }) => [path, before]), [
    ["/v1/users", "POST /v1/users/sale"],
    ["/v1/users/old", "POST /v1/users/sale"],
    ["/v1/users/last", null],
  ]);
});

Deno.test("definitionsIn() returns the definitions of one layer, in their order", () => {
  deepEqual([...definitionsIn(RECORD, "service").keys()], [
    "UsersService",
    "UsersService.create_sale",
  ]);
});

Deno.test("recordPath() has a name that every system accepts, and recordedRouteAt() reads it", () => {
  for (const route of ["users", "aux", "COM1", "__pycache__", "_"]) {
    equal(recordedRouteAt(recordPath(route)), route);
  }
  equal(recordPath("aux"), ".layerwright/routes/aux-");
  equal(recordedRouteAt("api/routes/users_route.py"), null);
  equal(recordedRouteAt(namesPath("users")), null);
});

Deno.test("a record of an endpoint takes at most 400 bytes", () => {
  const name = "import_batch";
  const definitions = [
    { layer: "route", name: `create_${name}` },
    { layer: "service", name: `ProductsService.create_${name}` },
    { layer: "repository", name: `ProductsRepository.add_${name}` },
    { layer: "model", name: "ProductsImportBatchModel" },
    { layer: "test", name: `test_create_${name}` },
  ] as const;
  const [endpoint] = RECORD.endpoints;
  ok(endpoint !== undefined);
  const text = formatRouteRecord({
    ...RECORD,
    renamed: [],
    shared: [],
    withoutModels: false,
    removed: [],
    endpoints: [{
      ...endpoint,
      path: `/products/${name}`,
      subroute: name,
      definitions: definitions.map((each) => ({ ...each, hash: HASH })),
    }],
  }, "products");
  ok(text.length <= 400, `${text.length} bytes`);
});
