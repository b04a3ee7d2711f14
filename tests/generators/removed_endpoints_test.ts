/**
 * Removing an endpoint's definitions from a generated module gives the module that is generated
 * without the endpoint.
 */

import { deepEqual, equal, ok } from "node:assert/strict";
import { createMemoryWorkspace, generateApi } from "../../mod.ts";
import { readPython } from "../../python/python_module.ts";
import { removeSymbols } from "../../python/remove_symbols.ts";
import { addedSymbols, symbols } from "../../python/symbols.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";
import { arbitrarySpec } from "./arbitrary_spec.ts";
import { type ExpectedEndpoint, specOf } from "./written_spec.ts";

const NUM_RUNS = IS_FULL_TIER ? 1_000 : 40;

async function generated(endpoints: readonly ExpectedEndpoint[]) {
  const workspace = createMemoryWorkspace();
  const { status } = await generateApi(workspace, "demo", specOf(endpoints));
  equal(status, "applied");
  return workspace.files();
}

/**
 * Reports whether a module has all definitions of another one. If it does not, a model has different
 * names in the two.
 */
function includes(whole: string, part: string): boolean {
  const texts = new Map(symbols(readPython(whole)).map(({ name, text }) => [name, text]));
  return symbols(readPython(part)).every(({ name, text }) => texts.get(name) === text);
}

const grown = fc.tuple(arbitrarySpec, fc.infiniteStream(fc.boolean())).map(
  ([{ endpoints }, isLeft]) => {
    const left = endpoints.filter(({ subroute }) => subroute === null || isLeft.next().value);
    return { endpoints, left: left.length === 0 ? endpoints : left };
  },
);

Deno.test("removeSymbols() makes a generated module equal to the module of a smaller spec", async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(grown, async ({ endpoints, left }) => {
      const whole = await generated(endpoints);
      for (const [path, wanted] of await generated(left)) {
        const text = whole.get(path) ?? "";
        if (!path.endsWith(".py") || text === wanted || !includes(text, wanted)) continue;
        const module = readPython(text);
        const found = addedSymbols(readPython(wanted), module);
        deepEqual(removeSymbols(module, found), { text: wanted, left: [] });
        compared++;
      }
    }),
    { numRuns: NUM_RUNS },
  );
  ok(compared > NUM_RUNS, `Compared only ${compared} modules`);
});
