/** The code behind `apply` and `show`. Like `late_agents.ts`, it is one module that is loaded late. */

export { applyReadPlan } from "../actions/apply_plan.ts";
export { planReport } from "../actions/plan_report.ts";
export { presenterOf } from "../presentation/presenters.ts";
export { presentLeft } from "../presentation/present_upgrade.ts";
export { findPlanPlace, readPlanFile } from "./plan_input.ts";
export { planOutcome } from "./plan_output.ts";
