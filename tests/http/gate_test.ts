import { deepEqual, equal } from "node:assert/strict";
import { keyGate, openGate } from "../../http/gate.ts";

const KEY = "correct-horse-battery";
const PEER = "127.0.0.1";
const LOCAL = {
  id: "local",
  scopes: new Set(["tools:read", "tools:write"]),
  client: null,
  author: null,
  isOperator: true,
  subject: null,
};

for (
  const authorization of [
    `Bearer ${KEY}`,
    `bearer ${KEY}`,
    `BEARER ${KEY}`,
    `Bearer   ${KEY}`,
  ]
) {
  Deno.test(`keyGate accepts '${authorization}'`, async () => {
    deepEqual(await keyGate(KEY)(authorization, PEER), LOCAL);
  });
}

for (
  const authorization of [
    undefined,
    "",
    "Bearer",
    "Bearer ",
    KEY,
    `Basic ${KEY}`,
    `Bearer ${KEY} `,
    ` Bearer ${KEY}`,
    `Bearer ${KEY}x`,
    `Bearer ${KEY.slice(1)}`,
    `Bearer ${KEY.toUpperCase()}`,
    `Bearer ${KEY} ${KEY}`,
    `Bearer ${KEY},${KEY}`,
    `Bearer ${KEY}\n`,
    `Bearer\t${KEY}`,
    `Bearer ${KEY}\0`,
    `Bearer undefined`,
    `Bearer null`,
    `Bearer [object Object]`,
  ]
) {
  Deno.test(`keyGate rejects ${JSON.stringify(authorization)}`, async () => {
    equal(await keyGate(KEY)(authorization, PEER), null);
  });
}

Deno.test("openGate accepts every request", async () => {
  deepEqual(await openGate(undefined, PEER), LOCAL);
  deepEqual(await openGate("Bearer whatever", PEER), LOCAL);
});
