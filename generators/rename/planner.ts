/** Plans the renaming of a route, or of one of its subroutes. */

import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { quotable } from "../../core/printable.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { DEFAULT_LAYOUT, README_PATH } from "../../project/layout/layout.ts";
import { MANIFEST_PATH, parseManifest } from "../../project/records/manifest.ts";
import { recordsIn } from "../../project/records/records.ts";
import {
  recordPath,
  RECORDS_FOLDER,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import { emptyPlan, type Plan } from "../plans/plan.ts";
import type { Planner } from "../plans/planner.ts";
import type { Project } from "../../project/project.ts";
import { otherFiles } from "./renamed_files.ts";
import type { RenamedData } from "./renamed_report.ts";
import type { NewName } from "./renamed_route.ts";
import { planRenaming } from "./plan.ts";
import { notGenerated } from "../plans/route_missing.ts";
import { unrecorded } from "../plans/unrecorded.ts";

/** Returns the planner that renames a route or a subroute. */
export function renamePlanner(name: NewName): Planner<RenamedData> {
  const packages = Object.values(DEFAULT_LAYOUT.routePaths(name.route)).map(packageFolder);
  return {
    reads: {
      folders: [RECORDS_FOLDER],
      files: [MANIFEST_PATH, recordPath(name.route), recordPath(name.to)],
    },
    readsAfter: ({ files, folders }) => ({
      files: [
        ...recordsIn(folders),
        ...otherFiles(parseManifest(files.get(MANIFEST_PATH) ?? "")),
        README_PATH,
        MANIFEST_PATH,
        // Reading fails if one of these files is a link out of the project, where code cannot be
        // renamed.
        ...Object.values(DEFAULT_LAYOUT.routePaths(name.route)),
      ],
      folders: packages,
      below: [DEFAULT_LAYOUT.mocksFolder],
      python: () => true,
    }),
    plan: (project) => planRename(name, project),
  };
}

/** Returns the folder of a module that people turned into a package. */
function packageFolder(path: ProjectPath): ProjectPath {
  return path.replace(/\.py$/, "") as ProjectPath;
}

function planRename(name: NewName, project: Project): Plan<RenamedData> {
  const { records } = project;
  if (records === null) return emptyPlan([unrecorded("this project", "renamed")]);
  const record = records.routes.get(name.route);
  const problem = missing(name, record, records.routes) ?? takenName(name, records.routes);
  if (problem !== null || record === undefined) {
    return emptyPlan(problem === null ? [] : [problem]);
  }
  return planRenaming(name, record, records, project);
}

/** Returns the error for a route or subroute that was not generated. */
function missing(
  { route, subroute }: NewName,
  record: RouteRecord | undefined,
  routes: ReadonlyMap<string, RouteRecord>,
): Diagnostic | null {
  if (record === undefined || record.endpoints.length === 0) {
    return notGenerated(`Route '${quotable(route)}'`, route, [...routes.keys()]);
  }
  const names = record.endpoints.flatMap((each) => each.subroute ?? []);
  if (subroute === null || names.includes(subroute)) return null;
  const what = `Subroute '${quotable(subroute)}' of route '${route}'`;
  return notGenerated(what, subroute, names);
}

/**
 * Returns the error for a name that another route or subroute has, even if the names differ in
 * case.
 */
function takenName(
  { route, subroute, to }: NewName,
  routes: ReadonlyMap<string, RouteRecord>,
): Diagnostic | null {
  const recorded = subroute === null
    ? [...routes].filter(([, { endpoints }]) => endpoints.length > 0).map(([name]) => name)
    : routes.get(route)?.endpoints.flatMap((each) => each.subroute ?? []) ?? [];
  const same = recorded.find((each) => each.toLowerCase() === to.toLowerCase());
  if (same === undefined) return null;
  const what = subroute === null ? "Route" : "Subroute";
  if (same === to) {
    const message = `${what} '${to}' already exists.`;
    return error("rename-taken", message, { hint: "Choose another name" });
  }
  const message = `${what} names '${same}' and '${to}' differ only in case.`;
  return error("rename-taken", message, { hint: "Choose a name that differs in more than case" });
}
