/** Runs projects' own tests with pytest. */

import type { CheckedProject, Complaint } from "./checked_project.ts";
import { debianFlask, type FlaskPython } from "./flask_pythons.ts";
import { runCommand } from "../../tools/run_command.ts";

/**
 * Runs the tests of every project, each in its own process, two at a time.
 *
 * @param by The Python that runs them.
 */
export async function pytest(
  projects: readonly CheckedProject[],
  by: FlaskPython = debianFlask,
): Promise<Complaint[]> {
  const waiting = [...projects];
  const lanes = [inTurn(waiting, by), inTurn(waiting, by)];
  return (await Promise.all(lanes)).flat();
}

async function inTurn(waiting: CheckedProject[], by: FlaskPython): Promise<Complaint[]> {
  const complaints: Complaint[] = [];
  for (let project = waiting.shift(); project; project = waiting.shift()) {
    complaints.push(...await runTests(project.folder, by));
  }
  return complaints;
}

async function runTests(
  folder: string,
  { interpreter, env }: FlaskPython,
): Promise<Complaint[]> {
  const args = ["-B", "-m", "pytest", "-q", "-p", "no:cacheprovider"];
  const { code, stdout, stderr } = await runCommand(interpreter, args, {
    cwd: folder,
    env: { ...env },
  });
  const output = stdout + stderr;
  if (!/^.*\d+ (?:passed|failed|error)/m.test(stdout)) {
    throw new Error(`pytest ran no tests in '${folder}'\n${output}`);
  }
  return code === 0 ? [] : [{ tool: "pytest", folder, output }];
}
