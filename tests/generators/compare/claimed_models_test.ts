/** Models whose names the spec gives to other endpoints, of endpoints that stay as they are. */

import { deepEqual, equal } from "node:assert/strict";
import { generateSubroute } from "../../../mod.ts";
import { readPython } from "../../../python/python_module.ts";
import { symbols } from "../../../python/symbols.ts";
import { fc, IS_FULL_TIER } from "../../tools/tier.ts";
import { areApart } from "../arbitrary_path.ts";
import { arbitrarySpec } from "../arbitrary_spec.ts";
import { type ExpectedEndpoint, pathOf, specOf as specTextOf } from "../written_spec.ts";
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

/** Returns the models that each handler of a route has, without their names. */
function shownModels(files: Files, route: string): ReadonlyMap<string, string> {
  const symbolsOf = (path: string) => symbols(readPython(files[path] ?? ""));
  const models = new Map(
    symbolsOf(`api/models/${route}_model.py`).map(({ name, text }) => [name, text]),
  );
  const shown = (text: string, seen: Set<string>): string =>
    [...text.matchAll(MODEL)].map(([name]) => {
      const model = seen.has(name) ? "" : models.get(name) ?? "";
      seen.add(name);
      return model.replace(MODEL, "") + shown(model, seen);
    }).join("\n");
  return new Map(
    symbolsOf(`api/routes/${route}_route.py`).map(({ name, text }) =>
      [`${route} ${name}`, shown(text, new Set())] as const
    ),
  );
}

const MODEL = /\w+(?:Model|Body|Parameters)\d*/g;

Deno.test("handlers above edited methods keep their models when a spec puts others above them", async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySpec, arbitrarySpec, async ({ endpoints }, other) => {
      const routes = [...new Map(endpoints.map((each) => [each.route, each])).values()];
      const added = other.endpoints.flatMap((each, index): readonly ExpectedEndpoint[] => {
        const { route, prefix } = routes[index % routes.length] ?? each;
        const { path: _, prefix: __, subroute, ...rest } = each;
        const at = { route, subroute: `n${index}_${subroute}` };
        return subroute === null
          ? []
          : [{ ...rest, ...at, ...(prefix !== undefined && { prefix }) }];
      });
      const all = [...added, ...endpoints];
      fc.pre(areApart(all.map((each) => ({ ...each, path: pathOf(each) }))));
      const before = Object.fromEntries(
        Object.entries(await generate(specTextOf(endpoints))).map(([path, text]) => [
          path,
          path.startsWith("api/services/")
            ? text.replaceAll("        # Mock.", "        log()\n        # Mock.")
            : text,
        ]),
      );
      const { files } = await regenerate(before, specTextOf(all));
      for (const { route } of routes) {
        const after = shownModels(files, route);
        for (const [name, models] of shownModels(before, route)) {
          equal(after.get(name), models, name);
        }
      }
    }),
    { numRuns: IS_FULL_TIER ? 300 : 5 },
  );
});
