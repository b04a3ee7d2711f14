/** A project as people and commands change it. */

import { projectPath } from "../../core/project_path.ts";
import { routeRecordsIn } from "../../project/records/records.ts";
import type { RouteRecord } from "../../project/records/route_record.ts";

export type Files = Readonly<Record<string, string>>;

export interface Project {
  /** The name of the project's folder. */
  readonly folder: string;
  /** The package with the application factory, such as `api`. */
  readonly app: string;
  /** The contents by path. */
  readonly files: Files;
}

/** Returns the paths of files that differ between two states, sorted. The records do not count. */
export function changedPaths(before: Files, after: Files): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((path) => before[path] !== after[path] && !path.startsWith(".layerwright/"))
    .sort();
}

/** Reports whether a project has records. */
export function hasRecords({ files }: Project): boolean {
  return Object.keys(files).some((path) => path.startsWith(".layerwright/"));
}

/** Returns the records of a project's routes, by their names. */
export function recordedRoutes({ files }: Project): ReadonlyMap<string, RouteRecord> {
  const records = Object.entries(files).filter(([path]) => path.startsWith(".layerwright/"));
  return routeRecordsIn(new Map(records.map(([path, text]) => [projectPath(path), text])));
}
