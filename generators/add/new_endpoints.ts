/** Plans new endpoints of a route, one after another. */

import { type Diagnostic, hasErrors } from "../../core/diagnostic.ts";
import { addLocations } from "./created_locations.ts";
import { ProjectDraft } from "../edits/project_draft.ts";
import { withBodySupport } from "./first_body.ts";
import { additionMessages, type NewEndpoint, planEndpoint } from "./new_endpoint.ts";
import {
  claimAdded,
  emptyPlan,
  type GeneratedEndpoints,
  type Plan,
  type PlanMessages,
} from "../plans/plan.ts";
import type { Project } from "../../project/project.ts";

/**
 * Plans endpoints, with the code that their bodies need.
 *
 * @param endpoints At least one, all of one route.
 * @param project The files that {@linkcode planEndpoint} needs; the whole project if an endpoint
 * has the project's first checked body.
 * @param folder Path to the project's folder, for the suggested next steps.
 */
export function planEndpoints(
  endpoints: readonly NewEndpoint[],
  project: Project,
  folder: string,
): Plan<GeneratedEndpoints> {
  return withBodySupport({ endpoints, folder }, project, (ready) => planInTurn(endpoints, ready));
}

function planInTurn(
  endpoints: readonly NewEndpoint[],
  project: Project,
): Plan<GeneratedEndpoints> {
  const plans: Plan<GeneratedEndpoints>[] = [];
  const draft = new ProjectDraft(project);
  const conflicts = new ProjectDraft(project);
  for (const endpoint of endpoints) {
    const plan = planEndpoint(endpoint, draft, conflicts);
    if (hasErrors(plan.diagnostics)) return plan;
    plans.push(plan);
  }
  const [only, ...more] = plans;
  const plan = only !== undefined && more.length === 0 ? only : together(endpoints, plans);
  const located = addLocations(endpoints[0]?.route ?? "", draft);
  const diagnostics = [...plan.diagnostics, ...located];
  return {
    ...plan,
    diagnostics,
    claims: claimAdded(plan.data?.endpoints ?? [], diagnostics),
    changes: draft.changes(),
    conflicts: conflicts.changes(),
  };
}

/** Returns the plans of several endpoints as one, without its changes. Endpoints that exist already stay as they are. */
function together(
  endpoints: readonly NewEndpoint[],
  plans: readonly Plan<GeneratedEndpoints>[],
): Plan<GeneratedEndpoints> {
  const added = endpoints.filter((_, index) => plans[index]?.data !== null);
  const messages = plans.map((plan) => plan.messages.applied).filter((text) => text !== "");
  return {
    ...emptyPlan(unique(plans.flatMap(({ diagnostics }) => diagnostics))),
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
