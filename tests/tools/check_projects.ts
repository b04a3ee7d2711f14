/** Checks generated projects with every tool that their owners may use. */

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
  /** How many projects, spread evenly, run their own tests: every one costs a process. All unless given. */
  readonly sample?: number;
}

const STATIC_TOOLS: readonly CheckingTool[] = [
  compile,
  black,
  mypy,
  pyright,
  ruffCheck,
  ruffFormat,
];

/**
 * Checks projects with CPython, black, mypy, pyright, ruff and pytest.
 *
 * @param folders Where the projects are.
 * @returns What the tools complain about; nothing if all is well.
 * @throws {Error} If there is nothing to check, or a tool is missing or has not read every file.
 */
export async function checkProjects(
  folders: readonly string[],
  { sample = folders.length }: CheckOptions = {},
): Promise<Complaint[]> {
  if (folders.length === 0) throw new Error("No projects to check");
  const projects = await Promise.all(folders.map(checkedProject));
  const complaints = await Promise.all([
    ...STATIC_TOOLS.map((tool) => tool(projects)),
    pytest(spread(projects, sample)),
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
