/** Proves plans: reads what the planned project imports, and compares it with the report. */

import type { Change } from "../core/change_set.ts";
import { type Diagnostic, error, warning } from "../core/diagnostic.ts";
import { isProjectPath, type ProjectPath } from "../core/project_path.ts";
import { counted } from "../core/report.ts";
import type { Plan } from "../generators/plans/plan.ts";
import { contradictions } from "../generators/proof/contradictions.ts";
import { openRoutes } from "../generators/proof/open_routes.ts";
import {
  type Contradiction,
  type PlannedProject,
  plannedProject,
} from "../generators/proof/planned_project.ts";
import { withFactsOf } from "../project/facts/fact_store.ts";
import { Project } from "../project/project.ts";
import { importedPaths } from "../project/problems/imported_modules.ts";
import { moduleFacts } from "../project/problems/module_facts.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Most contradictions that a message lists. */
const MOST = 5;

/**
 * Compares the planned project with what the plan says.
 *
 * @param planned The result of {@linkcode readPlanned}.
 * @param options.isAllowed Whether the plan is applied in any case.
 * @param options.folder Prefix of the project's paths in the report, such as `shop/`.
 * @returns What contradicts the plan, and the new routes that are open unlike all others. An error if the plan
 * must not be applied.
 */
export function provePlan(
  planned: PlannedProject,
  { claims }: Pick<Plan, "claims">,
  { isAllowed, folder }: { readonly isAllowed: boolean; readonly folder: string },
): readonly Diagnostic[] {
  const found = contradictions(planned, claims).map(({ file, ...rest }) => ({
    ...rest,
    file: file === null ? null : folder + file,
  }));
  const [first] = found;
  const open = openRoutes(planned, folder);
  const notes = open === null ? [] : [open];
  if (first === undefined) return notes;
  const listed = found.slice(0, MOST).map(lineOf).join("");
  const more = found.length > MOST ? `\n  and ${found.length - MOST} more` : "";
  const what = `The planned code has ${counted(found.length, "problem")} that the project has not`;
  const where = first.file === null
    ? {}
    : { where: { path: first.file, line: first.line, column: null, pointer: null } };
  if (isAllowed) return [warning("plan-contradicted", `${what}:${listed}${more}`, where), ...notes];
  return [
    error("plan-contradicted", `${what}; nothing was written.${listed}${more}`, {
      ...where,
      hint: "Solve them first, or write it anyway with --allow-problems",
    }),
  ];
}

function lineOf({ file, line, message }: Contradiction): string {
  return file === null ? `\n  ${message}` : `\n  ${file}:${line}  ${message}`;
}

/** Returns the project before and after changes, with the modules that changed modules import. */
export async function readPlanned(
  workspace: Workspace,
  project: Project,
  changes: readonly Change[],
): Promise<PlannedProject> {
  const planned = plannedProject(project, changes);
  const { python } = planned.after;
  const wanted = new Set<ProjectPath>();
  for (const path of planned.touched) {
    if (!python.has(path)) continue;
    for (const each of importedPaths(path, moduleFacts(python, path).imports, python)) {
      if (isProjectPath(each) && !project.files.has(each) && !python.has(each)) wanted.add(each);
    }
  }
  const deleted = new Set(changes.filter(({ after }) => after === null).map(({ path }) => path));
  const unread = [...wanted].filter((path) => !deleted.has(path));
  if (unread.length === 0) return planned;
  const more = await workspace.read(unread);
  if (more.size === 0) return planned;
  const files = withFactsOf(new Map([...project.files, ...more]), project.files);
  return plannedProject(new Project(files), changes);
}
