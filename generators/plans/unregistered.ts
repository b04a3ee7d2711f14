/** Warnings about blueprints that no module registers. */

import type { Snapshot } from "../../core/change_set.ts";
import { type Diagnostic, warning } from "../../core/diagnostic.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { analyzeRoutes } from "../../project/routing/analysis.ts";
import {
  type MissingRegistration,
  MissingRegistrations,
  registrationNote,
} from "../../project/routing/missing_registration.ts";

/** Returns the warning about a blueprint that nothing registers, with the lines to add. */
export function unregisteredBlueprint(missing: MissingRegistration): Diagnostic {
  const [where = "", ...lines] = registrationNote(missing).split("\n");
  const message = `Nothing registers '${missing.variable}', so Flask answers 404.`;
  const place = where.charAt(0).toUpperCase() + where.slice(1);
  return warning(
    "mounting-missing",
    [message, `  ${place}`, ...lines.map((line) => `    ${line}`)].join("\n"),
  );
}

/**
 * Warns if the application does not serve the endpoints of a new module.
 *
 * @param path The path of the module.
 * @param files The project's Python files, including the module.
 */
export function unregisteredModule(path: ProjectPath, files: Snapshot): readonly Diagnostic[] {
  const endpoint = analyzeRoutes(files).filter(({ file }) => file === path)
    .flatMap(({ endpoints }) => endpoints).find(({ registered }) => !registered);
  const missing = endpoint === undefined ? null : new MissingRegistrations(files).of(endpoint);
  return missing === null ? [] : [unregisteredBlueprint(missing)];
}
