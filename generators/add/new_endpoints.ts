/** Plans new endpoints of a route, one after another. */

import { filesAfter, type Snapshot } from "../../core/change_set.ts";
import { type Diagnostic, hasErrors } from "../../core/diagnostic.ts";
import { withLocations } from "./created_locations.ts";
import { joined } from "../plans/in_turn.ts";
import { withBodySupport } from "./first_body.ts";
import { additionMessages, type NewEndpoint, planEndpoint } from "./new_endpoint.ts";
import { emptyPlan, type GeneratedEndpoints, type Plan, type PlanMessages } from "../plans/plan.ts";

/**
 * Plans endpoints, with the code that their bodies need.
 *
 * @param endpoints At least one, all of one route.
 * @param snapshot The files that {@linkcode planEndpoint} needs; the whole project if an endpoint
 * has the project's first checked body.
 * @param folder Path to the project's folder, for the suggested next steps.
 */
export function planEndpoints(
  endpoints: readonly NewEndpoint[],
  snapshot: Snapshot,
  folder: string,
): Plan<GeneratedEndpoints> {
  const route = endpoints[0]?.route ?? "";
  return withBodySupport(
    { endpoints, folder },
    snapshot,
    (files) => withLocations(planInTurn(endpoints, files), route, files),
  );
}

function planInTurn(
  endpoints: readonly NewEndpoint[],
  snapshot: Snapshot,
): Plan<GeneratedEndpoints> {
  const plans: Plan<GeneratedEndpoints>[] = [];
  let files = snapshot;
  for (const endpoint of endpoints) {
    const plan = planEndpoint(endpoint, files, snapshot);
    if (hasErrors(plan.diagnostics)) return plan;
    plans.push(plan);
    files = filesAfter(files, plan.changes);
  }
  const [only, ...more] = plans;
  return only === undefined || more.length > 0 ? together(endpoints, plans) : only;
}

/** Returns the plans of several endpoints as one. Endpoints that exist already stay as they are. */
function together(
  endpoints: readonly NewEndpoint[],
  plans: readonly Plan<GeneratedEndpoints>[],
): Plan<GeneratedEndpoints> {
  const added = endpoints.filter((_, index) => (plans[index]?.changes.length ?? 0) > 0);
  const messages = plans.map((plan) => plan.messages.applied).filter((text) => text !== "");
  return {
    ...emptyPlan(unique(plans.flatMap(({ diagnostics }) => diagnostics))),
    changes: joined(plans.flatMap(({ changes }) => changes)),
    conflicts: joined(plans.flatMap(({ conflicts }) => conflicts)),
    messages: added.length === 0 ? textOf(messages) : additionMessages(added),
    data: { endpoints: plans.flatMap(({ data }) => data?.endpoints ?? []) },
  };
}

function textOf(messages: readonly string[]): PlanMessages {
  const text = messages.join("\n");
  return { applied: text, planned: text, unchanged: text, conflict: null };
}

/** Several methods can cause the same warning. */
function unique(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...new Map(diagnostics.map((each) => [each.message, each])).values()];
}
