/** A project before and after a plan, and the places that contradict the plan. */

import type { Change } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { withFactsOf } from "../../project/facts/fact_store.ts";
import { Project } from "../../project/project.ts";
import type { AnalyzedEndpoint } from "../../project/routing/analysis.ts";

/** A place that contradicts a plan. */
export interface Contradiction {
  readonly file: string | null;
  /** 1-based; `null` without a file. */
  readonly line: number | null;
  readonly message: string;
}

/** An endpoint of the code with one method and a known path. */
export interface ServedEndpoint extends AnalyzedEndpoint {
  readonly method: string;
  readonly path: string;
  /** Its method and its path, in a form that is equal for the same requests. */
  readonly key: string;
  /** Its method and path for people. */
  readonly label: string;
}

/** A project before and after a plan. */
export interface PlannedProject {
  readonly before: Project;
  readonly after: Project;
  /** The Python files that the plan changes. */
  readonly touched: ReadonlySet<ProjectPath>;
}

/** Returns the project before and after changes. */
export function plannedProject(before: Project, changes: readonly Change[]): PlannedProject {
  const files = new Map(before.files);
  for (const { path, after } of changes) {
    if (after === null) files.delete(path);
    else files.set(path, after);
  }
  return {
    before,
    after: new Project(withFactsOf(files, before.python)),
    touched: new Set(
      changes.map(({ path }) => path).filter((path) => path.endsWith(".py")),
    ),
  };
}
