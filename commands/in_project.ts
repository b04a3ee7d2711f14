/** Running a command in the project around it. */

import type { Diagnostic } from "../core/diagnostic.ts";
import { type Report, report } from "../core/report.ts";
import type { Context } from "./context.ts";
import { findProject, type Project, projectMissing } from "./locate.ts";
import type { Outcome } from "./outcome.ts";

/**
 * Finds the project, does work in it, and says how it ended.
 *
 * @param work Returns the report, or what is wrong with the command's options.
 */
export async function runInProject(
  { host, cwd, finish }: Context,
  command: string,
  text: NonNullable<Outcome["text"]>,
  work: (project: Project) => Promise<Report | Diagnostic>,
): Promise<Report | null> {
  const project = findProject(host, cwd());
  if (project === null) {
    finish({ report: projectMissing(command) });
    return null;
  }
  const result = await work(project);
  const ended = "severity" in result
    ? report(command, "failed", { diagnostics: [result] })
    : result;
  finish({ report: ended, text });
  return ended;
}
