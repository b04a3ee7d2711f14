import { parseJson } from "../../core/json.ts";
import { orderDefinitions } from "../../generators/definition_order.ts";
import { subrouteEndpoint } from "../../generators/endpoint.ts";
import { inferModels } from "../../generators/models.ts";
import { companionPaths } from "../../generators/route_companions.ts";
import { removeUnusedImports } from "../../generators/unused_imports.ts";
import { assertLinear } from "../tools/counted_work.ts";

function repeated(count: number, text: (index: number) => string, between = ""): string {
  return Array.from({ length: count }, (_, index) => text(index)).join(between);
}

/** What is done with texts that grow with their size in one way each. */
const WORK: Readonly<Record<string, (size: number) => () => unknown>> = {
  "models of objects that share no keys": (size) => {
    const mock = parseJson(`[${repeated(size, (i) => `{"a":1,"k${i}":1}`, ",")}]`);
    const endpoint = subrouteEndpoint("a", "b", { method: "GET", mock });
    return () => inferModels([endpoint]);
  },
  "models of one name": (size) => {
    const endpoints = Array.from(
      { length: size },
      () => subrouteEndpoint("a", "b", { method: "GET", mock: parseJson('{"a":1}') }),
    );
    return () => inferModels(endpoints);
  },
  "definitions that each need the next one": (size) => {
    const text = repeated(size, (i) => `class A${i}:\n    a: A${i + 1}\n\n\n`);
    const names = new Set(Array.from({ length: size }, (_, index) => `A${index}`));
    return () => orderDefinitions(text, names, names);
  },
  "imports that nothing uses any more": (size) => {
    const imports = repeated(size, (i) => `from a import b${i}\n`);
    const code = repeated(size, (i) => `b${i}()\n`);
    return () => removeUnusedImports(`${imports}\n\nc = 1\n`, code);
  },
  "names from a module with a long name": (size) => {
    const names = repeated(size, (i) => `b${i}`, ", ");
    const text = `from api.${repeated(size, () => "a", ".")} import ${names}\n`;
    return () => companionPaths("a", text);
  },
};

for (const [what, prepare] of Object.entries(WORK)) {
  Deno.test(`generating takes work in proportion to what it reads: ${what}`, async () => {
    await assertLinear(prepare, 250);
  });
}
