/** The projects that the checkers read, and the complaints that they return. */

import { realpathSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** A generated project on disk. */
export interface CheckedProject {
  /** The project's real, absolute path. */
  readonly folder: string;
  /** The absolute paths of its Python files. */
  readonly files: readonly string[];
}

/** A tool's findings in a project. */
export interface Complaint {
  readonly tool: string;
  readonly folder: string;
  /** The tool's output. */
  readonly output: string;
}

/** Checks projects. Throws an error unless the tool has read every file. */
export type CheckingTool = (projects: readonly CheckedProject[]) => Promise<readonly Complaint[]>;

/**
 * Finds the Python files of a project.
 *
 * @throws {Error} If the project has no Python files, because then no tool could find a problem.
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
 * Groups the files of all projects by text, for tools that check one file at a time. Generated projects share
 * most of their files.
 *
 * @returns The absolute paths of the files by text.
 */
export async function filesByText(
  projects: readonly CheckedProject[],
): Promise<ReadonlyMap<string, readonly [string, ...string[]]>> {
  const groups = new Map<string, [string, ...string[]]>();
  for (const file of projects.flatMap(({ files }) => files)) {
    const text = await readFile(file, "utf8");
    const group = groups.get(text);
    if (group === undefined) groups.set(text, [file]);
    else group.push(file);
  }
  return groups;
}

/**
 * Checks that a tool has read all files.
 *
 * @throws {Error} If a tool read fewer or more files.
 */
export function assertSawAll(tool: string, seen: number, expected: number, output = ""): void {
  if (seen !== expected) {
    throw new Error(`${tool} saw ${seen} of ${expected} Python files\n${output}`);
  }
}

/** A tool's finding in a file. */
export interface Finding {
  readonly file: string;
  readonly text: string;
}

/**
 * Creates one complaint for each project with findings.
 *
 * @throws {Error} If a finding is not in a project's file, because it would be lost.
 */
export function complaintsByFolder(
  tool: string,
  projects: readonly CheckedProject[],
  findings: readonly Finding[],
): Complaint[] {
  const folders = new Map(
    projects.flatMap(({ folder, files }) => files.map((file) => [file, folder] as const)),
  );
  const complaints = Map.groupBy(findings, ({ file, text }) => {
    const folder = folders.get(file);
    if (folder === undefined) throw new Error(`${tool} speaks of '${file}'\n${text}`);
    return folder;
  });
  return [...complaints].map(([folder, found]) => (
    { tool, folder, output: found.map(({ text }) => text).join("\n") }
  ));
}
