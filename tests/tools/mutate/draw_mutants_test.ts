import { deepEqual, equal, notDeepEqual } from "node:assert/strict";
import { drawMutants } from "../../../tools/mutate/draw_mutants.ts";
import { findMutants } from "../../../tools/mutate/find_mutants.ts";

const SOURCE = "[a < 1 && b];\n[c < 2 && d];\n[e < 3 && f];\n";
const MODULES = ["core/a.ts", "core/b.ts", "core/c.ts"].map((path) => findMutants(path, SOURCE));

Deno.test("drawMutants() draws the same mutants for the same seed", () => {
  deepEqual(drawMutants(MODULES, 7, 1), drawMutants(MODULES, 7, 1));
  notDeepEqual(drawMutants(MODULES, 7, 1), drawMutants(MODULES, 7, 2));
});

Deno.test("drawMutants() spreads mutants over modules and lines", () => {
  const drawn = drawMutants(MODULES, 9, 1);
  const places = new Set(drawn.map(({ path, line }) => `${path}:${line}`));
  equal(places.size, 9);
});

Deno.test("drawMutants() draws a module's mutants independently of other modules", () => {
  const ofFirst = (modules: typeof MODULES) =>
    drawMutants(modules, 6, 1).filter(({ path }) => path === "core/a.ts");
  deepEqual(ofFirst(MODULES), ofFirst(MODULES.slice(0, 1)).slice(0, 2));
});

Deno.test("drawMutants() draws each mutant once if the count covers all", () => {
  const drawn = drawMutants(MODULES, 1_000, 1);
  equal(drawn.length, MODULES.flat().length);
  equal(new Set(drawn).size, drawn.length);
});
