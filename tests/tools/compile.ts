/** Compiles files with CPython. */

import {
  assertSawAll,
  type CheckedProject,
  type Complaint,
  complaintsByFolder,
} from "./checked_project.ts";
import type { FlaskPython } from "./flask_pythons.ts";
import { runPython } from "./run_python.ts";

interface Compiled {
  readonly file: string;
  readonly problem: string | null;
}

/**
 * Compiles every file without running it. Warnings are errors.
 *
 * @param by The Python that compiles; by default, the one of the tests.
 */
export async function compile(
  projects: readonly CheckedProject[],
  by?: FlaskPython,
): Promise<Complaint[]> {
  const files = projects.flatMap((project) => project.files);
  const compiled = await runPython("compile_files.py", files, by) as readonly Compiled[];
  assertSawAll("compile", compiled.length, files.length);
  const findings = compiled.flatMap(({ file, problem }) =>
    problem === null ? [] : [{ file, text: `${file}: ${problem}` }]
  );
  return complaintsByFolder("compile", projects, findings);
}
