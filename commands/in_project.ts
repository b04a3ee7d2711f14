/** Runs a command in the project that contains the current folder. */

import type { Diagnostic } from "../core/diagnostic.ts";
import { type Report, report } from "../core/report.ts";
import type { Context } from "./context.ts";
import { findAnyProject, findProject, type FoundProject, projectMissing } from "./locate.ts";
import type { Outcome } from "./outcome.ts";

/** A command that needs a project. */
export interface ProjectCommand {
  readonly name: string;
  readonly text: NonNullable<Outcome["text"]>;
  /** Whether projects with another layout are accepted. */
  readonly anyLayout: boolean;
}

/**
 * Finds the project, runs work in it, and records the outcome.
 *
 * @param work Returns the report, or a problem with the command's options.
 */
export async function runInProject(
  { host, cwd, finish }: Context,
  { name, text, anyLayout }: ProjectCommand,
  work: (project: FoundProject) => Promise<Report | Diagnostic>,
): Promise<void> {
  const project = anyLayout ? findAnyProject(host, cwd()) : findProject(host, cwd());
  if (project === null) {
    return finish({ report: projectMissing(name, findAnyProject(host, cwd())) });
  }
  const result = await work(project);
  const ended = "severity" in result ? report(name, "failed", { diagnostics: [result] }) : result;
  finish({ report: ended, text });
}
