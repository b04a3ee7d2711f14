/** Checks formatting with black. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { columns, isUnsure } from "../../python/layout.ts";
import {
  assertSawAll,
  type CheckedProject,
  type Complaint,
  complaintsByFolder,
  filesByText,
  type Finding,
} from "./checked_project.ts";
import { python } from "../../tools/python.ts";
import { runCommand } from "../../tools/run_command.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";

/**
 * Runs `black --check` on all projects in one process, and on each text once.
 *
 * Since version 24.1, black counts columns; before, it counts characters. So it gets a copy of a text
 * with two letters in place of each wide character, which all versions count alike.
 */
export async function black(projects: readonly CheckedProject[]): Promise<Complaint[]> {
  const groups = await filesByText(projects);
  return await inTemporaryFolder(async (folder) => {
    const checked = new Map<string, readonly string[]>();
    for (const [text, files] of groups) {
      for (const counted of countedTexts(text)) {
        const file = counted === text ? files[0] : join(folder, `${checked.size}.py`);
        if (counted !== text) await writeFile(file, counted);
        checked.set(file, files);
      }
    }
    const found = await findings([...checked.keys()]);
    const all = found.flatMap(({ file, text }) =>
      (checked.get(file) ?? []).map((each) => ({ file: each, text }))
    );
    return complaintsByFolder("black", projects, all);
  });
}

/**
 * Returns a text with letters in place of wide characters. There are two such texts if it has
 * characters whose columns the versions of formatters count in different ways.
 */
function countedTexts(text: string): ReadonlySet<string> {
  const counted = (least: boolean) =>
    // deno-lint-ignore no-control-regex
    text.replace(/[^\x00-\x7f]/gu, (each) => {
      const width = least && isUnsure(each, 0) ? 0 : columns(each);
      return width === 1 ? each : "w".repeat(width);
    });
  return new Set([counted(false), counted(true)]);
}

/** Returns black's findings in some files. */
async function findings(files: readonly string[]): Promise<readonly Finding[]> {
  const { code, stdout, stderr } = await runCommand(python(), [
    "-m",
    "black",
    "--check",
    "--diff",
    ...files,
  ]);
  assertSawAll("black", filesSeen(stderr), files.length, stderr);
  const found = [...diffs(stdout), ...failures(stderr)];
  if ((code === 0) !== (found.length === 0)) {
    throw new Error(`black failed with exit code ${code}\n${stdout}${stderr}`);
  }
  return found;
}

// Sums the numbers in "1 file would be reformatted, 38 files would be left unchanged, 1 file would
// fail to reformat."
function filesSeen(stderr: string): number {
  return [...stderr.matchAll(/(\d+) files? would /g)]
    .reduce((sum, [, count]) => sum + Number(count), 0);
}

function diffs(stdout: string): Finding[] {
  return stdout.split(/^(?=--- .*\t\d{4}-)/m).flatMap((text) => {
    const file = /^--- (.*)\t/.exec(text)?.[1];
    return file === undefined ? [] : [{ file, text }];
  });
}

function failures(stderr: string): Finding[] {
  return [...stderr.matchAll(/^error: cannot format (.*\.py): .*$/gm)]
    .map(([text, file = ""]) => ({ file, text }));
}
