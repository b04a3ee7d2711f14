/** The words for parts of a contract that people's code does not follow. */

import { deepEqual, equal } from "node:assert/strict";
import { createMemoryWorkspace, projectStatus } from "../../../mod.ts";
import { type Edit, edits, generate, regenerate, replace } from "../edited_project.ts";

const ROUTE = "api/routes/carts_route.py";
const CART = { mock: { id: 1 }, query: { q: "a" }, headers: { "X-Tenant": "a" } };

function specWith(parts: object) {
  return { routes: { carts: { type: "GET", ...CART, ...parts } } };
}

/** Changed parts of a contract, and their words. */
const HELD: readonly (readonly [parts: object, words: string])[] = [
  [{ headers: { "X-Kind": "a" } }, "new headers"],
  [{ query: { p: "a" } }, "a new query"],
  [{ query: { p: "a" }, headers: { "X-Kind": "a" } }, "a new query and headers"],
  [{ status: 202, headers: { "X-Kind": "a" } }, "a new status and headers"],
];

for (const [parts, words] of HELD) {
  Deno.test(`an edited handler is in conflict with ${words}`, async () => {
    const edit = replace(ROUTE, "    sent = ", "    print(1)\n    sent = ");
    const before = edit(await generate(specWith({})));
    const { report } = await regenerate(before, specWith(parts));
    const { states } = Object(report.data);
    equal(states[0].note.split(";")[0], `has ${words}`);
    const { data } = await projectStatus(createMemoryWorkspace(before), "demo", {
      spec: JSON.stringify(specWith(parts)),
    });
    const [state] = Object(data).endpoints;
    equal(state.note, `the spec has ${words}, and people edited the code that has it`);
  });
}

const CARTS = { type: "GET", mock: { id: 1 } };
const DOCUMENTED = { ...CARTS, errors: { "404": "No cart" } };
const OWN_BODY = replace(
  ROUTE,
  "jsonify(service().get())",
  'jsonify({"cart": service().get()})',
);
const OWN_ERRORS = edits(OWN_BODY, replace(ROUTE, "No cart", "No cart here"));

/** Edited handlers, changed parts that are no contract, and what a run says of them. */
const UNUSED: readonly (readonly [carts: object, edit: Edit, parts: object, words: string])[] = [
  [CARTS, OWN_BODY, { mock: { id: 2 } }, "the spec's new mock is not used"],
  [
    DOCUMENTED,
    OWN_ERRORS,
    { errors: { "404": "None" } },
    "the spec's new mock or errors are not used",
  ],
];

for (const [carts, edit, parts, words] of UNUSED) {
  Deno.test(`beside an edited handler, ${words}`, async () => {
    const before = edit(await generate({ routes: { carts } }));
    const { report } = await regenerate(before, { routes: { carts: { ...carts, ...parts } } });
    const { states } = Object(report.data);
    deepEqual(states.map(({ note }: { note: string }) => note.split("; ")[1]), [words]);
  });
}
