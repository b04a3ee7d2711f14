/** Takes both sides of records in which git left a conflict, as people do after a merge. */

import { adoptProject, createMemoryWorkspace } from "../../mod.ts";
import { recordConflicts } from "../../project/records/record_conflicts.ts";
import { snapshot } from "../project/snapshot.ts";
import type { Project } from "./project.ts";
import { type Spec, textOf } from "./specs.ts";

/** Returns the project without conflicts in its records. */
export async function withSettledRecords(project: Project, spec: Spec): Promise<Project> {
  if (recordConflicts(snapshot(project.files)).length === 0) return project;
  const workspace = createMemoryWorkspace(project.files);
  const { status, message } = await adoptProject(workspace, project.folder, textOf(spec));
  if (status !== "applied") throw new Error(`adopt is ${status}: ${message}`);
  return { ...project, files: Object.fromEntries(workspace.files()) };
}
