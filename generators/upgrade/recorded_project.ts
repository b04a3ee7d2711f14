/** A recorded project, and the facts about its spec that its code shows. */

import { firstRouteIn, README_PATH, titleIn } from "../../project/layout/layout.ts";
import type { Project } from "../../project/project.ts";
import type { Records } from "../../project/records/records.ts";
import type { RouteSpec } from "../../spec/api_spec.ts";
import type { ProjectValues } from "../../templates/mod.ts";
import { projectName, projectValues } from "../code/project_files.ts";
import { presentSupport } from "../code/support.ts";
import { completeSpec, draftSpec } from "../export/exported_spec.ts";

/** What the code of a project shows about its spec. */
export interface RecordedProject {
  readonly name: string;
  /** The routes that a spec can describe, by name. */
  readonly routes: ReadonlyMap<string, RouteSpec>;
  /** The values that fill the project-wide files. */
  readonly values: ProjectValues;
}

/**
 * Reads a project.
 *
 * @param folder The name of the project's folder.
 * @param project The project's records, Python files and data files, and the files that the records
 * name.
 */
export function recordedProject(
  folder: string,
  project: Project,
  { manifest, routes: records }: Records,
): RecordedProject {
  const { files, layout } = project;
  const readme = files.get(README_PATH) ?? "";
  const spec = completeSpec(draftSpec(project), files, firstRouteIn(readme)).routes;
  const title = titleIn(readme);
  const name = manifest.name ?? (title === null ? folder : projectName(title));
  const fromSpec = spec.filter((route) =>
    records.get(route.name)?.endpoints.some(({ origin }) => origin === "spec")
  );
  const support = presentSupport(files, layout);
  const values = projectValues(name, { description: null, routes: fromSpec }, support);
  return { name, routes: new Map(spec.map((route) => [route.name, route])), values };
}
