import { equal, match } from "node:assert/strict";
import { mockApp } from "../../mock/mock_app.ts";
import { MAX_BODY_BYTES } from "../../mock/mock_request.ts";
import { createMockServer } from "../../mock/mock_server.ts";
import { MAX_COLLECTIONS, MockState } from "../../mock/mock_state.ts";
import { readState, stateText } from "../../mock/state_text.ts";
import { createMock } from "../../mod.ts";
import { checkedSpec } from "../generators/written_projects.ts";

const SPEC = `{ "routes": { "products": {
  "methods": {
    "GET": { "mock": [{ "id": 1, "name": "Teapot", "price": 24.50 }, { "id": 4, "name": "Cup", "price": 3.0 }] },
    "POST": { "body": { "id?": 1, "name": "Teapot", "price": 24.5 }, "mock": { "queued": true } }
  },
  "subroutes": {
    "item": { "path": "/{id:int}", "methods": {
      "GET": {},
      "PUT": { "body": { "id?": 1, "name": "Teapot", "price": 24.5 } },
      "DELETE": { "status": 204 }
    } },
    "popular": { "type": "GET", "mock": "a mock" }
  }
} } }`;

/**
 * Creates a mock that keeps its items, and a function that sends it a request and returns the
 * status and JSON of the response.
 */
function story(spec: string) {
  const mock = createMock(spec, { state: true });
  return async (line: string, body?: string) => {
    const [method = "", path = ""] = line.split(" ");
    const response = await mock(
      new Request(`http://localhost${path}`, {
        method,
        ...(body !== undefined && { body, headers: { "content-type": "application/json" } }),
      }),
    );
    const text = await response.text();
    const location = response.headers.get("location");
    const answer = text === "" ? response.status : `${response.status} ${text.trimEnd()}`;
    return location === null ? answer : `${answer} ${location}`;
  };
}

/** A request, its response, and its body. */
type Step = readonly [line: string, answer: string | number, body?: string];

function problem(status: number, title: string, detail: string): string {
  return `${status} {"type": "about:blank", "title": "${title}", "status": ${status}, "detail": "${detail}"}`;
}

function unfit(pointer: string, detail: string): string {
  return '422 {"type": "about:blank", "title": "Unprocessable Entity", "status": 422, "detail": ' +
    '"The request body does not have the right shape.", "errors": ' +
    `[{"pointer": "${pointer}", "detail": "${detail}"}]}`;
}

function missing(id: number): string {
  return problem(404, "Not Found", `No item has the id ${id}.`);
}

function item(id: number, name: string, price: string): string {
  return `{"id":${id},"name":"${name}","price":${price}}`;
}

const TEAPOT = item(1, "Teapot", "24.5");
const CUP = item(4, "Cup", "3.0");

const STEPS: readonly Step[] = [
  ["GET /products", `200 [${TEAPOT},${CUP}]`],
  ["GET /products/4", `200 ${CUP}`],
  ["GET /products/04/", `200 ${CUP}`],
  ["GET /products/5", missing(5)],
  ["POST /products", `201 ${item(5, "Jug", "1.0")} /products/5`, '{"price": 1, "name": "Jug"}'],
  ["POST /products", `201 ${item(2, "Pan", "2.0")} /products/2`, item(2, "Pan", "2")],
  ["POST /products", problem(409, "Conflict", "Another item has the id 2."), item(2, "Pot", "2")],
  ["POST /products", unfit("/id", "must be an integer, 0 or more"), item(-2, "Pot", "2")],
  ["POST /products", unfit("/price", "is missing"), '{"name": "Pot"}'],
  ["PUT /products/1", `200 ${item(1, "Tea", "9.0")}`, '{"name": "Tea", "price": 9}'],
  ["PUT /products/1", unfit("/id", "must be 1"), item(2, "Tea", "9")],
  ["PUT /products/9", missing(9), item(9, "Tea", "9")],
  ["DELETE /products/5", 204],
  ["DELETE /products/5", missing(5)],
  ["POST /products", `201 ${item(6, "Lid", "1.0")} /products/6`, '{"name": "Lid", "price": 1}'],
  ["GET /products/popular", '200 "a mock"'],
  [
    "GET /products",
    `200 [${item(1, "Tea", "9.0")},${CUP},${item(2, "Pan", "2.0")},${item(6, "Lid", "1.0")}]`,
  ],
];

Deno.test("a mock with state keeps created, replaced and deleted items", async () => {
  const ask = story(SPEC);
  for (const [line, answer, body] of STEPS) equal(await ask(line, body), answer, line);
});

const BOOKINGS = `{ "routes": { "bookings": {
  "methods": {
    "GET": { "mock": [{ "id": 1, "room": "a", "status": "paid", "price": 9.5 }] },
    "POST": {
      "body": { "room": "a", "note?": "by the window", "guest?": { "name": "Ada" } },
      "mock": { "id": 2, "room": "b", "status": "open", "price": 9.5, "guest": { "id": 7, "name": "Ada" } }
    }
  },
  "subroutes": { "booking": { "path": "/{id:int}", "methods": {
    "GET": {},
    "PUT": {
      "body": { "room": "a", "note?": "by the window" },
      "mock": { "id": 1, "room": "a", "note": "by the window", "status": "paid", "seen": false }
    }
  } } }
} } }`;

/** Requests for items with members that only the server sets. */
const BOOKING_STEPS: readonly Step[] = [
  [
    "POST /bookings",
    '201 {"id":2,"room":"c","status":"open","price":9.5,"guest":{"id":7,"name":"Ada"}} /bookings/2',
    '{"room": "c"}',
  ],
  [
    "POST /bookings",
    '201 {"id":3,"room":"d","note":"x","guest":{"name":"Bo"},"status":"open","price":9.5} /bookings/3',
    '{"note": "x", "guest": {"name": "Bo"}, "room": "d"}',
  ],
  ["PUT /bookings/1", '200 {"id":1,"room":"e","status":"paid","seen":false}', '{"room": "e"}'],
  [
    "PUT /bookings/3",
    '200 {"id":3,"room":"e","note":"y","status":"open","seen":false}',
    '{"room": "e", "note": "y"}',
  ],
  ["GET /bookings/1", '200 {"id":1,"room":"e","status":"paid","seen":false}'],
];

Deno.test("a mock with state sets members that only the server sets, from mocks of items", async () => {
  const ask = story(BOOKINGS);
  for (const [line, answer, body] of BOOKING_STEPS) equal(await ask(line, body), answer, line);
});

const NESTED = `{ "routes": { "carts": { "methods": {}, "subroutes": {
  "lines": { "path": "/{cart}/lines", "methods": { "GET": { "mock": [{ "sku": "a" }] }, "POST": {} } },
  "line": { "path": "/{cart}/lines/{sku}", "methods": {
    "GET": {}, "PUT": { "status": 205 }, "DELETE": { "status": 204 }
  } }
} } } }`;

const NESTED_STEPS: readonly Step[] = [
  ["POST /carts/1/lines", `201 {"sku":"é"} /carts/1/lines/%C3%A9`, '{"sku": "é"}'],
  ["POST /carts/a%20b/lines", '201 {"sku":"1","n":2} /carts/a%20b/lines/1', '{"n": 2}'],
  ["GET /carts/1/lines/%C3%A9", '200 {"sku":"é"}'],
  ["PUT /carts/1/lines/a", 205, '{"n": [1]}'],
  ["GET /carts/1/lines", '200 [{"sku":"a","n":[1]},{"sku":"é"}]'],
  ["GET /carts/2/lines", '200 [{"sku":"a"}]'],
  [
    "POST /carts/1/lines",
    unfit("/sku", "must be a string without '/', and not empty"),
    '{"sku": 1}',
  ],
  ["POST /carts/1/lines", unfit("", "must be an object"), "[]"],
  ["POST /carts/1/lines", unfit("", "is missing")],
  [
    "POST /carts/1/lines",
    unfit("/sku", "must be a string without '/', and not empty"),
    '{"sku":".."}',
  ],
];

Deno.test("a mock with state keeps a collection for each value of a parameter before it", async () => {
  const ask = story(NESTED);
  for (const [line, answer, body] of NESTED_STEPS) equal(await ask(line, body), answer, line);
});

Deno.test("a mock with state keeps the items of a resource in a spec", async () => {
  const ask = story(
    '{"routes": {"stock": {"resource": {"sku": "a-1", "n": 2}, "id_field": "sku"}}}',
  );
  equal(await ask("POST /stock", '{"n": 3}'), '201 {"sku":"1","n":3} /stock/1');
  equal(await ask("POST /stock", '{"sku": "b", "n": 3}'), '201 {"sku":"b","n":3} /stock/b');
  equal(await ask("PUT /stock/a-1", '{"n": 1}'), '200 {"sku":"a-1","n":1}');
  equal(await ask("DELETE /stock/b"), 204);
  equal(await ask("GET /stock"), '200 [{"sku":"a-1","n":1},{"sku":"1","n":3}]');
});

/** Returns a spec of items whose ids have this type in paths, and this example in JSON. */
function withIds(type: string, id: string): string {
  return `{ "routes": { "prices": { "methods": {
    "GET": { "mock": [{ "id": ${id} }] },
    "POST": { "body": { "id?": ${id.split(" ")[0]}, "n": 1 } }
  }, "subroutes": {
    "item": { "path": "/{id${type}}", "methods": { "GET": {}, "PUT": {}, "DELETE": { "status": 204 } } }
  } } } }`;
}

/** Requests for items whose ids have this type in paths, and this example in JSON. */
const IDS: readonly (readonly [type: string, example: string, steps: readonly Step[]])[] = [
  [":float", '"2.0"', [
    ["PUT /prices/2.0", '200 {"id":"2.0","n":1}', '{"n": 1}'],
    ["POST /prices", '201 {"id":"3.0","n":1} /prices/3.0', '{"n": 1}'],
    ["GET /prices/03.00", '200 {"id":"3.0","n":1}'],
  ]],
  [":float", "2.0", [
    ["POST /prices", '201 {"id":3.0,"n":1} /prices/3.0', '{"n": 1}'],
    ["PUT /prices/3.0", '200 {"id":3.0,"n":2}', '{"n": 2}'],
    [
      "POST /prices",
      `201 {"id":1e+22,"n":1} /prices/1${"0".repeat(22)}.0`,
      '{"id": 1e22, "n": 1}',
    ],
    ["POST /prices", '201 {"id":5e-07,"n":1} /prices/0.0000005', '{"id": 0.0000005, "n": 1}'],
    [`PUT /prices/1${"0".repeat(22)}.0`, '200 {"id":1e+22,"n":2}', '{"n": 2}'],
    ["PUT /prices/0.00000050", '200 {"id":5e-07,"n":2}', '{"n": 2}'],
    ["POST /prices", unfit("/id", "must be a number such as 1.5"), '{"id": -1.5, "n": 1}'],
    [
      `GET /prices/${"9".repeat(400)}.0`,
      problem(404, "Not Found", `No item has the id ${"9".repeat(60)}....`),
    ],
  ]],
  ["", "1.5", [
    ["POST /prices", '201 {"id":100000.0,"n":1} /prices/100000.0', '{"id": 1e5, "n": 1}'],
    [
      "POST /prices",
      problem(409, "Conflict", "Another item has the id 100000.0."),
      '{"id": 100000.0, "n": 1}',
    ],
  ]],
];

for (const [type, example, steps] of IDS) {
  Deno.test(`a mock with state makes and keeps ids such as ${example} for {id${type}}`, async () => {
    const ask = story(withIds(type, example));
    for (const [line, answer, body] of steps) equal(await ask(line, body), answer, line);
  });
}

Deno.test("a mock with state makes UUIDs, whatever the example of a body has", async () => {
  const spec = withIds(":uuid", "7").replace('"GET": { "mock": [{ "id": 7 }] }', '"GET": {}');
  const id = "00000000-0000-4000-8000-000000000001";
  equal(await story(spec)("POST /prices", '{"n": 1}'), `201 {"id":"${id}","n":1} /prices/${id}`);
});

Deno.test("a mock with state replaces an item whose id has another type than others", async () => {
  const ask = story(withIds("", '1 }, { "id": "a"'));
  equal(await ask("PUT /prices/a", '{"n": 2}'), '200 {"id":"a","n":2}');
});

Deno.test("mocks with state keep their own items, and mocks without state none", async () => {
  const [one, other] = [story(SPEC), story(SPEC)];
  equal(await one("DELETE /products/1"), 204);
  equal(await other("GET /products/1"), `200 ${TEAPOT}`);
  const stateless = createMock(SPEC);
  await stateless(new Request("http://localhost/products/1", { method: "DELETE" }));
  const again = await stateless(new Request("http://localhost/products/1"));
  equal(await again.json(), "Your item route is working!");
});

function server(spec: string, state = new MockState()) {
  const mock = createMockServer(checkedSpec(spec), {
    name: "shop.json",
    title: "shop",
    cors: false,
    isLocal: false,
    delayMs: 0,
    state,
    wait: () => Promise.resolve(),
    now: () => 0,
    onAnswer: () => {},
  });
  const ask = async (method: string, path: string, body?: string) => {
    const response = await mock.fetch(
      new Request(`http://localhost${path}`, {
        method,
        ...(body !== undefined && { body, headers: { "content-type": "application/json" } }),
      }),
    );
    return (await response.text()).trimEnd();
  };
  return { ask, save: (text: string) => mock.replace(checkedSpec(text)) };
}

Deno.test("a changed collection outlives a reload, and others follow their mocks", async () => {
  const { ask, save } = server(SPEC);
  save(SPEC.replace("Teapot", "Kettle"));
  equal(await ask("GET", "/products/1"), TEAPOT.replace("Teapot", "Kettle"));
  await ask("DELETE", "/products/4");
  save(SPEC);
  equal(await ask("GET", "/products"), `[${TEAPOT.replace("Teapot", "Kettle")}]`);
  save('{"routes": {"products": {"type": "GET", "mock": 7}}}');
  equal(await ask("GET", "/products"), "7");
  save(SPEC);
  equal(await ask("GET", "/products"), `[${TEAPOT.replace("Teapot", "Kettle")}]`);
  save(SPEC.replace("/{id:int}", "/{name}"));
  equal(await ask("GET", "/products"), `[${TEAPOT},${CUP}]`, "other ids: begins again");
});

Deno.test("a changed collection begins again if a reload turns numbers into strings", async () => {
  const { ask, save } = server(withIds("", "1"));
  await ask("POST", "/prices", '{"n": 1}');
  save(withIds("", '"a"'));
  equal(await ask("GET", "/prices"), '[{"id":"a"}]');
  equal(await ask("POST", "/prices", '{"n": 1}'), '{"id":"1","n":1}');
  equal(await ask("PUT", "/prices/1", '{"id": "1", "n": 2}'), '{"id":"1","n":2}');
});

const FULL = problem(507, "Insufficient Storage", "The mock server has no room for more items.");

/** Requests that change a collection for the first time, and the status of each. */
const FIRST_CHANGES: readonly (readonly [line: (cart: string) => string, status: number])[] = [
  [(cart) => `POST /carts/${cart}/lines`, 201],
  [(cart) => `PUT /carts/${cart}/lines/a`, 205],
  [(cart) => `DELETE /carts/${cart}/lines/a`, 204],
];

for (const [line, status] of FIRST_CHANGES) {
  Deno.test(`a mock with state refuses more than it can keep after ${line("1")}`, async () => {
    const ask = story(NESTED);
    const body = status === 204 ? undefined : "{}";
    for (let cart = 0; cart < MAX_COLLECTIONS; cart++) {
      equal(String(await ask(line(String(cart)), body)).slice(0, 3), String(status));
    }
    for (const [other] of FIRST_CHANGES) equal(await ask(other("x"), "{}"), FULL, other("x"));
    equal(await ask("GET /carts/x/lines"), '200 [{"sku":"a"}]');
    equal(await ask("POST /carts/1/lines", '{"sku": "b"}'), '201 {"sku":"b"} /carts/1/lines/b');
    equal(await ask("DELETE /carts/1/lines/b"), 204);
  });
}

Deno.test("a mock with state keeps no collection with a path of more than 2,000 characters", async () => {
  const ask = story(NESTED);
  for (const [line] of FIRST_CHANGES) equal(await ask(line("x".repeat(2_000)), "{}"), FULL);
});

Deno.test("a mock with state keeps only as much as its file can hold, and deletions make room", async () => {
  const state = new MockState();
  const app = mockApp(checkedSpec(NESTED), state);
  const ask = async (line: string, text: string) => {
    const [method = "", target = ""] = line.split(" ");
    const { status } = await app({
      method,
      target,
      scheme: "http",
      host: "localhost",
      contentType: "application/json",
      header: () => null,
      body: () => Promise.resolve(new TextEncoder().encode(text)),
    });
    return status;
  };
  const body = (length: number) => JSON.stringify({ text: "x".repeat(length) });
  const large = MAX_BODY_BYTES - 100;
  let created = 0;
  while (await ask("POST /carts/1/lines", body(large)) === 201) created++;
  equal(created, 16);
  equal(await ask("POST /carts/2/lines", body(large)), 507);
  equal(await ask("PUT /carts/1/lines/a", body(large)), 507);
  equal(readState(new TextEncoder().encode(stateText(state.changed))).kind, "state");
  equal(await ask("PUT /carts/1/lines/1", body(1)), 205);
  equal(await ask("DELETE /carts/1/lines/2", ""), 204);
  equal(await ask("POST /carts/1/lines", body(large)), 201);
});

Deno.test("a state can be read again after ids of any size", async () => {
  const state = new MockState();
  const { ask } = server(SPEC, state);
  for (const id of ["9".repeat(17), "9".repeat(18), "9".repeat(900)]) {
    await ask("POST", "/products", `{"id": ${id}, "name": "Pan", "price": 1}`);
  }
  match(await ask("POST", "/products", '{"name": "Pan", "price": 1}'), /^{"id":10{17},/);
  equal(readState(new TextEncoder().encode(stateText(state.changed))).kind, "state");
});
