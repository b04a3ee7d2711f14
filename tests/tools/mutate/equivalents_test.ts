import { deepEqual } from "node:assert/strict";
import { withoutEquivalents } from "../../../tools/mutate/equivalents.ts";
import { findMutants } from "../../../tools/mutate/find_mutants.ts";

const known = {
  path: "core/a.ts",
  within: "f",
  before: "const f = () => a < b;",
  after: "const f = () => a <= b;",
  reason: "`a` is never `b`.",
};

Deno.test("withoutEquivalents() finds a known mutant on another line", () => {
  const mutants = findMutants("core/a.ts", `\n\n  ${known.before}\nconst g = () => a < b;`);
  const { mutants: left, unmatched } = withoutEquivalents(mutants, [known]);
  deepEqual(left.map(({ within }) => within), ["g"]);
  deepEqual(unmatched, []);
});

Deno.test("withoutEquivalents() returns entries whose code no longer exists", () => {
  const mutants = findMutants("core/a.ts", "const f = () => a < c;");
  deepEqual(withoutEquivalents(mutants, [known]), { mutants, unmatched: [known] });
});
