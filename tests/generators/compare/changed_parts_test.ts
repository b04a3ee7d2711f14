/** Reports of what a spec changed in endpoints. */

import { deepEqual } from "node:assert/strict";
import { type ApiSpecInput, createMemoryWorkspace, generateApi } from "../../../mod.ts";

type Carts = Readonly<Record<"GET" | "POST", Readonly<Record<string, unknown>>>>;

const CARTS: Carts = {
  GET: { mock: [{ id: 1, note: "tea" }] },
  POST: { body: { note: "tea" }, mock: { id: 2, note: "tea" } },
};

/** Generates carts, and then the changed carts. Returns the reported endpoints with their notes. */
async function reported(changed: Partial<Carts>): Promise<readonly string[]> {
  const specOf = (methods: Carts) => ({ routes: { carts: { methods } } }) as ApiSpecInput;
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", specOf(CARTS));
  const { data } = await generateApi(workspace, "shop", specOf({ ...CARTS, ...changed }));
  return (data?.states ?? []).map(({ state, method, note }) => `${state} ${method} ${note}`);
}

const { GET, POST } = CARTS;

const CASES:
  readonly (readonly [what: string, changed: Partial<Carts>, rows: readonly string[]])[] = [
    ["a mock", { POST: { ...POST, mock: { id: 3, note: "tea" } } }, ["outdated POST mock updated"]],
    ["a body", { POST: { ...POST, body: { note: 1 } } }, ["outdated POST body updated"]],
    ["a status", { POST: { ...POST, status: 202 } }, ["outdated POST status updated"]],
    [
      "a status and a body",
      { POST: { ...POST, status: 202, body: { note: 1 } } },
      ["outdated POST status and body updated"],
    ],
    [
      "a mock that takes the name of another endpoint's model",
      { GET: { ...GET, mock: [{ id: 1, note: 5 }] } },
      ["outdated GET mock updated", "outdated POST names of its models updated"],
    ],
  ];

for (const [what, changed, rows] of CASES) {
  Deno.test(`generateApi() reports ${what} as what changed`, async () => {
    deepEqual(await reported(changed), rows);
  });
}
