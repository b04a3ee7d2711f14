/** Skips planning if a cached result shows that nothing changes. */

import { hasErrors } from "../core/diagnostic.ts";
import type { Plan } from "../generators/plans/plan.ts";
import type { SynchronousPlanner } from "../generators/plans/planner.ts";
import { factAboutProject } from "../project/facts/fact_store.ts";
import type { Invocation } from "./invocation.ts";

/**
 * Returns a planner that skips planning if a cached result shows that nothing changes. Only some
 * programs keep a cache between runs.
 *
 * @param planner A planner that reads no history.
 * @param invocation The command with all input that its plan depends on.
 */
export function withKnownPlans<Data>(
  planner: SynchronousPlanner<Data>,
  invocation: Invocation,
): SynchronousPlanner<Data> {
  return {
    ...planner,
    plan: (project) =>
      factAboutProject({
        name: "plan",
        files: project.files,
        input: () => JSON.stringify([invocation, [...project.folders]]),
        isKept: changesNothing,
      }, () => planner.plan(project)),
  };
}

function changesNothing(plan: Plan): boolean {
  const { changes, conflicts, discarded, refusal, diagnostics } = plan;
  return changes.length + conflicts.length + discarded.length === 0 &&
    refusal === undefined && !hasErrors(diagnostics);
}
