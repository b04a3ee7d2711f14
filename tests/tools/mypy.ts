/** Checks types with mypy in strict mode. */

import { assertSawAll, type CheckedProject, type Complaint } from "./checked_project.ts";
import { checkedPython } from "./flask_pythons.ts";
import { runPython } from "./run_python.ts";

interface MypyRun {
  readonly folder: string;
  readonly code: number;
  readonly output: string;
}

/** Runs `mypy --strict` on all projects in one process. */
export async function mypy(projects: readonly CheckedProject[]): Promise<Complaint[]> {
  const folders = projects.map((project) => project.folder);
  const args = [checkedPython.interpreter];
  const runs = await runPython("mypy_projects.py", folders, undefined, args) as readonly MypyRun[];
  assertSawAll("mypy", runs.length, projects.length);
  return runs.flatMap(({ folder, code, output }, index) => {
    if (code !== 0) return [{ tool: "mypy", folder, output }];
    assertSawAll("mypy", filesSeen(output), projects[index]?.files.length ?? 0, output);
    return [];
  });
}

function filesSeen(output: string): number {
  return Number(/no issues found in (\d+) source file/.exec(output)?.[1] ?? 0);
}
