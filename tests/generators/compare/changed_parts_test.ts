/** Reports of what a spec changed in endpoints. */

import { deepEqual, equal } from "node:assert/strict";
import { type ApiSpecInput, createMemoryWorkspace, generateApi } from "../../../mod.ts";

const SERVICE = "api/services/carts_service.py";

type Carts = Readonly<Record<"GET" | "POST", Readonly<Record<string, unknown>>>>;

const CARTS: Carts = {
  GET: { mock: [{ id: 1, note: "tea" }] },
  POST: { body: { note: "tea" }, mock: { id: 2, note: "tea" } },
};

function specOf(methods: Carts): ApiSpecInput {
  return { routes: { carts: { methods } } } as ApiSpecInput;
}

/**
 * Generates carts, and then the changed carts. Returns the reported endpoints with their notes.
 *
 * @param edit An edit of the service between the two.
 */
async function reported(
  changed: Partial<Carts>,
  edit: (service: string) => string = (service) => service,
): Promise<readonly string[]> {
  const first = createMemoryWorkspace();
  await generateApi(first, "shop", specOf(CARTS));
  const files = Object.fromEntries(first.files());
  const service = files[SERVICE] ?? "";
  const workspace = createMemoryWorkspace({ ...files, [SERVICE]: edit(service) });
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

for (
  const [what, changed, words] of [
    ["status", { POST: { ...POST, status: 202 } }, "status updated"],
    ["body", { POST: { ...POST, body: { note: 1 } } }, "body updated"],
  ] as const
) {
  Deno.test(`generateApi() reports a ${what} as what changed beside an edited service`, async () => {
    for (const mock of ["self.read()", '{"id": 5, "note": "own"}']) {
      const edit = (service: string) =>
        service.replace('return {"id": 2, "note": "tea"}', `return ${mock}`);
      const [row = ""] = await reported(changed, edit);
      equal(row.split(";")[0], `outdated POST ${words}`);
    }
  });
}
