/**
 * Adds the code that checked requests share, when a command adds the first checked query or body to a
 * project.
 */

import { hasErrors } from "../../core/diagnostic.ts";
import type { Project } from "../../project/project.ts";
import type { EndpointSpec } from "../../spec/api_spec.ts";
import { grownSupport } from "../code/support.ts";
import { ProjectDraft } from "../edits/project_draft.ts";
import type { Plan } from "../plans/plan.ts";

/** Reports whether new endpoints check requests, and the project lacks the code for it. */
export function isFirstCheck(endpoints: readonly EndpointSpec[], project: Project): boolean {
  return grownSupport(endpoints, project) !== null;
}

/**
 * Plans new endpoints, with the code that checks their requests.
 *
 * @param added The endpoints, and the path to the project's folder for the suggested next steps.
 * @param project The whole project if {@linkcode isFirstCheck} returns `true`.
 * @param plan Plans the endpoints, in a project that has that code.
 */
export async function withSupport<Data>(
  { endpoints, folder }: { readonly endpoints: readonly EndpointSpec[]; readonly folder: string },
  project: Project,
  plan: (project: Project) => Plan<Data> | Promise<Plan<Data>>,
): Promise<Plan<Data>> {
  const grown = grownSupport(endpoints, project);
  if (grown === null) return await plan(project);
  // Most commands start faster without this code.
  const { planSupport } = await import("./plan_support.ts");
  const support = planSupport(project, grown, folder);
  if (hasErrors(support.diagnostics)) return support;
  const draft = new ProjectDraft(project);
  draft.follow(support.changes);
  const planned = await plan(draft.project);
  if (planned.changes.length === 0) return planned;
  draft.follow(planned.changes);
  const conflict = "Change your code as the patch shows, then run the command again";
  return {
    ...planned,
    changes: draft.changes(),
    conflicts: [...support.conflicts, ...planned.conflicts],
    diagnostics: [...support.diagnostics, ...planned.diagnostics],
    messages: support.conflicts.length > 0 ? { ...planned.messages, conflict } : planned.messages,
    next: support.next,
  };
}
