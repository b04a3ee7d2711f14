/** Finds the blueprints of a plan that Flask refuses, because the app has others of their names. */

import type { ProjectPath } from "../../core/project_path.ts";
import type { Project } from "../../project/project.ts";
import { refusedRegistrations } from "../../project/routing/analysis.ts";
import type { Contradiction, PlannedProject } from "./planned_project.ts";

/** Finds the blueprints that a plan adds under names that the app has already. */
export function refusedBlueprints(
  { before, after, touched }: PlannedProject,
): readonly Contradiction[] {
  const isTaken = [...touched].some((path) => {
    const known = namesIn(before, path);
    return namesIn(after, path).some((name) =>
      name !== null && !known.includes(name) && after.symbols.withBlueprint(name).length > 1
    );
  });
  if (!isTaken) return [];
  const known = new Set(refusedRegistrations(before.python).map(({ message }) => message));
  return refusedRegistrations(after.python).filter(({ message }) => !known.has(message));
}

/** Returns the names of the blueprints that a file creates; `null` for those that are unknown. */
function namesIn({ python, symbols }: Project, path: ProjectPath): readonly (string | null)[] {
  return python.has(path) ? symbols.flask(path).blueprints.map(({ name }) => name) : [];
}
