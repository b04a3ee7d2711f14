/** Mocks answer with a documented error if a request prefers it. */

import { deepEqual } from "node:assert/strict";
import { createMock } from "../../mod.ts";

const SPEC = {
  routes: {
    carts: {
      methods: {
        GET: { mock: [] },
        POST: {
          body: { sku: "a" },
          errors: { "409": { mock: { code: "sold_out" } }, "402": "Pay first" },
        },
      },
    },
  },
} as const;

const SOLD_OUT = [409, "application/json", "code=409", '{"code":"sold_out"}\n'];

const PAY_FIRST = [
  402,
  "application/problem+json",
  "code=402",
  '{"type": "about:blank", "title": "Payment Required", "status": 402, "detail": "Pay first"}',
];

const CREATED = [
  201,
  "application/json",
  null,
  `"Successfully created carts with data: {'sku': 'b'}"\n`,
];

/** Values of `Prefer`, and the answers. */
const ANSWERS: readonly (readonly [string, readonly unknown[]])[] = [
  ["code=409", SOLD_OUT],
  ["respond-async, Code = 409; wait=1", SOLD_OUT],
  ['code="402"', PAY_FIRST],
  ["code=402, code=409", PAY_FIRST],
  ["code=404", CREATED],
  ["code=40", CREATED],
  ["code", CREATED],
  ["decode=409", CREATED],
  ["", CREATED],
];

Deno.test("a mock answers with the documented error that a request prefers", async () => {
  const mock = createMock(SPEC);
  for (const [prefer, answer] of ANSWERS) {
    const response = await mock(
      new Request("http://localhost/carts", {
        method: "POST",
        headers: { "Content-Type": "application/json", "Prefer": prefer },
        body: '{"sku": "b"}',
      }),
    );
    const { status, headers } = response;
    const found = [status, headers.get("Content-Type"), headers.get("Preference-Applied")];
    deepEqual([...found, await response.text()], answer, prefer);
  }
});

Deno.test("a mock ignores preferences where no errors are documented", async () => {
  const request = new Request("http://localhost/carts", { headers: { Prefer: "code=409" } });
  const { status } = await createMock(SPEC)(request);
  deepEqual(status, 200);
});
