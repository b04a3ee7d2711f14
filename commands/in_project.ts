/** Running a command in the project around it. */

import type { Diagnostic } from "../core/diagnostic.ts";
import { type Report, report } from "../core/report.ts";
import type { Context } from "./context.ts";
import { findAnyProject, findProject, type FoundProject, projectMissing } from "./locate.ts";
import type { Outcome } from "./outcome.ts";

/** A command that needs a project. */
export interface ProjectCommand {
  readonly name: string;
  readonly text: NonNullable<Outcome["text"]>;
  /** Whether projects of another layout will do. */
  readonly anyLayout: boolean;
}

/**
 * Finds the project, does work in it, and says how it ended.
 *
 * @param work Returns the report, or what is wrong with the command's options.
 */
export async function runInProject(
  { host, cwd, finish }: Context,
  { name, text, anyLayout }: ProjectCommand,
  work: (project: FoundProject) => Promise<Report | Diagnostic>,
): Promise<void> {
  const project = anyLayout ? findAnyProject(host, cwd()) : findProject(host, cwd());
  if (project === null) return finish({ report: projectMissing(name) });
  const result = await work(project);
  const ended = "severity" in result ? report(name, "failed", { diagnostics: [result] }) : result;
  finish({ report: ended, text });
}
