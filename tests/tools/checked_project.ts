/** What the checking tools have in common: the projects they read and the complaints they make. */

import { realpathSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
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
 * Groups the files of all projects by their text, for tools that look at one file at a time: generated
 * projects share most of their files.
 *
 * @returns Absolute paths of the files with each text.
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
 * Guards against a tool that is content because it read nothing.
 *
 * @throws {Error} If a tool did not see as many files as there are.
 */
export function assertSawAll(tool: string, seen: number, expected: number, output = ""): void {
  if (seen !== expected) {
    throw new Error(`${tool} saw ${seen} of ${expected} Python files\n${output}`);
  }
}

/** Something that a tool said about a file. */
export interface Finding {
  readonly file: string;
  readonly text: string;
}

/**
 * Makes one complaint for every project that something was said about.
 *
 * @throws {Error} If a finding is about none of the projects' files: it would go unheard.
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
