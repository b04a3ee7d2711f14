/** Plans new endpoints of a route, one after another. */

import { type Diagnostic, hasErrors } from "../../core/diagnostic.ts";
import { ProjectDraft } from "../edits/project_draft.ts";
import { withSupport } from "./first_check.ts";
import { newCreations } from "./new_creations.ts";
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
): Promise<Plan<GeneratedEndpoints>> {
  return withSupport({ endpoints, folder }, project, (ready) => planInTurn(endpoints, ready));
}

async function planInTurn(
  endpoints: readonly NewEndpoint[],
  project: Project,
): Promise<Plan<GeneratedEndpoints>> {
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
  const located = await newLocations(endpoints[0]?.route ?? "", draft);
  const diagnostics = [...plan.diagnostics, ...located];
  return {
    ...plan,
    diagnostics,
    claims: claimAdded(plan.data?.endpoints ?? [], diagnostics),
    changes: draft.changes(),
    conflicts: conflicts.changes(),
  };
}

/** Lets POST endpoints return the locations of the items that they create, and returns notes about it. */
async function newLocations(route: string, draft: ProjectDraft): Promise<readonly Diagnostic[]> {
  const { before, project } = draft;
  const creations = newCreations(before.recordOf(route), project.recordOf(route));
  if (creations.size === 0) return [];
  // Most commands start faster without this code.
  const { addLocations } = await import("./created_locations.ts");
  return addLocations(route, creations, draft);
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
