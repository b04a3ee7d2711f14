/** Checks generated projects with all supported tools. */

import { black } from "./black.ts";
import {
  type CheckedProject,
  checkedProject,
  type CheckingTool,
  type Complaint,
} from "./checked_project.ts";
import { compile } from "./compile.ts";
import { mypy } from "./mypy.ts";
import { pyright } from "./pyright.ts";
import { pytest } from "./pytest.ts";
import { ruffCheck, ruffFormat } from "./ruff.ts";

export type { Complaint } from "./checked_project.ts";

export interface CheckOptions {
  /**
   * Number of projects that mypy and pytest check, evenly spread; by default, all. Both need a
   * process for each project. Pyright checks the types of all projects.
   */
  readonly sample?: number;
}

const TOOLS_OF_ALL: readonly CheckingTool[] = [
  compile,
  black,
  pyright,
  ruffCheck,
  ruffFormat,
];

const TOOLS_OF_SAMPLE: readonly CheckingTool[] = [mypy, pytest];

/**
 * Checks projects with CPython, black, mypy, pyright, ruff and pytest.
 *
 * @param folders The projects' folders.
 * @returns The complaints of the tools; empty if there are none.
 * @throws {Error} If there are no projects, or a tool is missing or has not read every file.
 */
export async function checkProjects(
  folders: readonly string[],
  { sample = folders.length }: CheckOptions = {},
): Promise<Complaint[]> {
  if (folders.length === 0) throw new Error("No projects to check");
  const projects = await Promise.all(folders.map(checkedProject));
  const some = spread(projects, sample);
  const complaints = await Promise.all([
    ...TOOLS_OF_ALL.map((tool) => tool(projects)),
    ...TOOLS_OF_SAMPLE.map((tool) => tool(some)),
  ]);
  return complaints.flat();
}

function spread(
  projects: readonly CheckedProject[],
  count: number,
): readonly CheckedProject[] {
  const share = (index: number) => Math.floor(index * count / projects.length);
  return projects.filter((_, index) => share(index) !== share(index - 1));
}
