/** `.layerwright/`: the folder in a project that holds what the workspace itself needs. */

import { join } from "node:path";
import { type ProjectPath, projectPath } from "../core/project_path.ts";
import type { Entry } from "../core/change_set.ts";
import { orNullIfAbsent } from "./system_calls.ts";
import { WorkspaceError } from "./workspace.ts";

/** The folder's path in the project. */
export const STATE_FOLDER: ProjectPath = projectPath(".layerwright");

/** The journal's path in the project. */
export const JOURNAL: ProjectPath = projectPath(".layerwright/journal");

/** The lock's path in the project. */
export const LOCK: ProjectPath = projectPath(".layerwright/lock");

const OWN_NAMES: ReadonlySet<string> = new Set(["lock", "journal", "stage"]);

/** The places inside one project's state folder. */
export interface StatePaths {
  readonly folder: string;
  readonly lock: string;
  readonly journal: string;
  /** New and old files of the change under way. Without a journal it is garbage. */
  readonly stage: string;
  /** The journal before it counts. */
  readonly draft: string;
}

/** The places inside the state folder of the project at a root. */
export function statePaths(root: string): StatePaths {
  return {
    folder: join(root, STATE_FOLDER),
    lock: join(root, LOCK),
    journal: join(root, JOURNAL),
    stage: join(root, STATE_FOLDER, "stage"),
    draft: join(root, STATE_FOLDER, "stage", "journal"),
  };
}

/** The entries of the state folder that are part of the project. */
export function withoutOwnEntries(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter(({ name }) => !OWN_NAMES.has(name));
}

/**
 * What is at a place in the state folder.
 *
 * @throws {WorkspaceError} `outside` if it is a link or anything else that the workspace did not make.
 */
export function ownInfo(path: string, kind: "isFile" | "isDirectory"): Deno.FileInfo | null {
  const info = orNullIfAbsent(() => Deno.lstatSync(path));
  if (info === null || info[kind]) return info;
  throw new WorkspaceError("outside", path, kind === "isFile" ? "Not a file" : "Not a folder");
}
