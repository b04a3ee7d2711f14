/** Models whose names the spec gives to other endpoints, of endpoints that stay as they are. */

import { deepEqual, equal } from "node:assert/strict";
import { generateSubroute } from "../../../mod.ts";
import { type Edit, type Files, generate, regenerate, replace, run } from "../edited_project.ts";

/** The stem of a body's name is so short that all subroutes have the same one. */
const ROUTE = "customer_subscription_invoices";
const SERVICE = `api/services/${ROUTE}_service.py`;
const HANDLERS = `api/routes/${ROUTE}_route.py`;

const LIMITS = { type: "POST", body: { a: 1 }, mock: { id: 1 } };
const LINES = { type: "POST", body: { b: 1 }, mock: { id: 1 } };

function specOf(subroutes: Readonly<Record<string, unknown>>) {
  return { routes: { [ROUTE]: { type: "GET", subroutes } } };
}

/** Returns the fields of each model by the function that has it. */
function modelsOf(files: Files, layer: string, pattern: RegExp): Readonly<Record<string, string>> {
  const models = files[`api/models/${ROUTE}_model.py`] ?? "";
  const uses = (files[layer] ?? "").split("def ").flatMap((code) => {
    const [, model = ""] = pattern.exec(code) ?? [];
    const [, fields = ""] = new RegExp(`class ${model}\\(.*\\):\n((?: {4}.*\n)+)`).exec(models) ??
      [];
    return model === "" ? [] : [[code.slice(0, code.indexOf("(")), fields.trim()] as const];
  });
  return Object.fromEntries(uses.sort());
}

function bodiesOf(files: Files): Readonly<Record<string, string>> {
  return modelsOf(files, HANDLERS, /json_body\((\w+)\)/);
}

const EDITS: Readonly<Record<string, Edit>> = {
  "method": replace(SERVICE, '{"id": 1}', '{"id": 7}'),
  "handler": replace(HANDLERS, "    return (\n", "    log()\n    return (\n"),
};

for (const [what, edit] of Object.entries(EDITS)) {
  Deno.test(`an endpoint whose ${what} people edited keeps its body when a new one gets the name`, async () => {
    const edited = edit(await generate(specOf({ limits: LIMITS })));
    const next = specOf({ line_items: LINES, limits: LIMITS });
    const { report, files } = await regenerate(edited, next);
    equal(report.status, "applied", report.message);
    deepEqual(bodiesOf(files), { create_limits: "a: int", create_line_items: "b: int" });
    equal((await regenerate(files, next)).report.status, "unchanged");
    const more = await regenerate(
      files,
      specOf({ ...next.routes[ROUTE]?.subroutes, lists: LINES }),
    );
    deepEqual(bodiesOf(more.files), { ...bodiesOf(files), create_lists: "b: int" });
  });
}

Deno.test("an endpoint of a command keeps its body when a new one of the spec gets the name", async () => {
  const { files } = await run(
    await generate(specOf({})),
    (each) => generateSubroute(each, ROUTE, "limits", { type: "POST", body: { a: 1 } }),
  );
  const next = await regenerate(files, specOf({ line_items: LINES }));
  deepEqual(bodiesOf(next.files), { create_limits: "a: int", create_line_items: "b: int" });
});

Deno.test("an endpoint that the spec dropped keeps its body until it is pruned", async () => {
  const first = await generate(specOf({ limits: LIMITS }));
  const next = specOf({ line_items: LINES });
  const kept = await regenerate(first, next);
  deepEqual(bodiesOf(kept.files), { create_limits: "a: int", create_line_items: "b: int" });
  const fresh = await generate(next);
  for (const before of [first, kept.files]) {
    const { files } = await regenerate(before, next, { prune: true });
    equal(files[HANDLERS], fresh[HANDLERS]);
    deepEqual(bodiesOf(files), { create_line_items: "b: int" });
  }
});

Deno.test("an edited method keeps the model of its answer when a new method is the first of its path", async () => {
  const spec = (methods: unknown) => specOf({ limits: { methods } });
  const GET = { mock: { id: 1 } };
  const edited = replace(SERVICE, '{"id": 1}', '{"id": 7}')(await generate(spec({ GET })));
  const { files } = await regenerate(edited, spec({ POST: { mock: { no: 1.5 } }, GET }));
  deepEqual(modelsOf(files, SERVICE, /-> (\w+Model\w*):/), {
    create_limits: "no: float",
    get_limits: "id: int",
  });
});
