/** What the checking tools have in common: the projects they read and the complaints they make. */

import { realpathSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** A generated project on the disk. */
export interface CheckedProject {
  /** Its real, absolute path. */
  readonly folder: string;
  /** The absolute paths of its Python files. */
  readonly files: readonly string[];
}

/** What a tool found wrong in a project. */
export interface Complaint {
  readonly tool: string;
  readonly folder: string;
  /** What the tool said. */
  readonly output: string;
}

/** Checks projects. Resolves to nothing only if it has read every one of their files. */
export type CheckingTool = (projects: readonly CheckedProject[]) => Promise<readonly Complaint[]>;

/**
 * Finds the Python files of a project.
 *
 * @throws {Error} If there are none: then no tool would have anything to complain about.
 */
export async function checkedProject(path: string): Promise<CheckedProject> {
  const folder = realpathSync(path);
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => name.endsWith(".py")).sort().map((name) =>
    join(folder, name)
  );
  if (files.length === 0) throw new Error(`No Python files in '${folder}'`);
  return { folder, files };
}

/** Counts the Python files of all projects. */
export function fileCount(projects: readonly CheckedProject[]): number {
  return projects.reduce((count, { files }) => count + files.length, 0);
}

/**
 * Guards against a tool that is content because it read nothing.
 *
 * @throws {Error} If a tool did not see as many files as there are.
 */
export function assertSawAll(tool: string, seen: number, expected: number, output = ""): void {
  if (seen !== expected) {
    throw new Error(`${tool} saw ${seen} of ${expected} Python files\n${output}`);
  }
}

/** Makes one complaint for every project that something was said about. */
export function complaintsByFolder(
  tool: string,
  projects: readonly CheckedProject[],
  findings: readonly { readonly file: string; readonly text: string }[],
): Complaint[] {
  return projects.flatMap(({ folder, files }) => {
    const own = new Set(files);
    const texts = findings.filter(({ file }) => own.has(file)).map(({ text }) => text);
    return texts.length === 0 ? [] : [{ tool, folder, output: texts.join("\n") }];
  });
}
