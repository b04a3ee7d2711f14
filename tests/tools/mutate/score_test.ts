import { equal } from "node:assert/strict";
import { findMutants } from "../../../tools/mutate/find_mutants.ts";
import { percent, scoreOf, scoreTable, survivor } from "../../../tools/mutate/score.ts";
import type { Outcome } from "../../../tools/mutate/try_mutant.ts";

function outcomes(path: string, ...kinds: Outcome["kind"][]): Outcome[] {
  const mutants = findMutants(path, "const f = () => [a < b, c < d, e < f];");
  return mutants.slice(0, kinds.length).map((mutant, index) =>
    kinds[index] === "killed"
      ? { kind: "killed", mutant, by: "tests/a_test.ts" }
      : { kind: "survived", mutant, passed: ["tests/a_test.ts", "tests/b_test.ts"] }
  );
}

Deno.test("scoreTable() shows the lowest score first, and the total last", () => {
  const all = [
    ...outcomes("core/good.ts", "killed", "killed"),
    ...outcomes("core/poor.ts", "killed", "survived", "survived"),
  ];
  equal(
    scoreTable(all),
    "core/poor.ts      1/3   33.3 %\n" +
      "core/good.ts      2/2  100.0 %\n" +
      "all               3/5   60.0 %\n",
  );
  equal(percent(scoreOf(all)), 60);
});

Deno.test("survivor() shows the change, and the tests that passed", () => {
  const [outcome] = outcomes("core/a.ts", "survived");
  equal(
    outcome?.kind === "survived" && survivor(outcome),
    "core/a.ts:1 in f\n" +
      "  - const f = () => [a < b, c < d, e < f];\n" +
      "  + const f = () => [a <= b, c < d, e < f];\n" +
      "  passed: tests/a_test.ts, tests/b_test.ts\n",
  );
});
