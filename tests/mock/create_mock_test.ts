import { deepEqual, equal, throws } from "node:assert/strict";
import { createMock } from "../../mod.ts";
import { MAX_BODY_BYTES } from "../../mock/mock_request.ts";

const SPEC = `{ "routes": { "products": {
  "methods": { "GET": { "mock": [{ "id": 1, "price": 24.50 }] }, "POST": {} },
  "subroutes": { "old": { "methods": { "DELETE": { "status": 204 } } } }
} } }`;

const mock = createMock(SPEC);

function ask(method: string, path: string, init: RequestInit = {}): Promise<Response> {
  return mock(new Request(`https://api.example.com${path}`, { ...init, method }));
}

Deno.test("createMock() answers as the generated app does", async () => {
  const response = await ask("GET", "/products/?page=2");
  deepEqual(Object.fromEntries(response.headers), {
    "content-type": "application/json",
    "content-length": "24",
  });
  equal(await response.text(), '[{"id":1,"price":24.5}]\n');
});

Deno.test("createMock() has the methods HEAD and OPTIONS, and statuses without content", async () => {
  const head = await ask("HEAD", "/products");
  deepEqual([head.status, head.body, head.headers.get("content-length")], [200, null, "24"]);
  const options = await ask("OPTIONS", "/products");
  deepEqual([options.status, options.headers.get("allow")], [200, "GET, HEAD, OPTIONS, POST"]);
  const deleted = await ask("DELETE", "/products/old");
  deepEqual([deleted.status, deleted.body], [204, null]);
});

Deno.test("createMock() prints a body as Python does", async () => {
  const headers = { "content-type": "application/json" };
  const response = await ask("POST", "/products", { headers, body: '{"a": [true, null]}' });
  equal(response.status, 201);
  const said = "Successfully created products with data: {'a': [True, None]}";
  equal(await response.json(), said);
});

Deno.test("createMock() redirects within the requested origin", async () => {
  const response = await ask("GET", "//products//?q=1");
  equal(response.status, 308);
  equal(response.headers.get("location"), "https://api.example.com/products/?q=1");
});

Deno.test("createMock() refuses a body that is too long, and reads no more of it", async () => {
  const headers = { "content-type": "application/json" };
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 64 * 1024;
      controller.enqueue(new Uint8Array(64 * 1024));
    },
  });
  const response = await ask("POST", "/products", { headers, body });
  equal(response.status, 413);
  equal(sent < 2 * MAX_BODY_BYTES, true);
});

Deno.test("createMock() lists the errors of a spec", () => {
  const wrong = '{ "routes": { "a-b": { "type": "PATCH" } } }';
  throws(() => createMock(wrong), (problem: unknown) => {
    equal(problem instanceof TypeError, true);
    return /a-b[^]*PATCH/.test(String(problem));
  });
});
