/** Checks formatting with black. */

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

/** Runs `black --check` on all projects in one process, and on each text once. */
export async function black(projects: readonly CheckedProject[]): Promise<Complaint[]> {
  const groups = [...(await filesByText(projects)).values()];
  const args = ["-m", "black", "--check", "--diff", ...groups.map(([file]) => file)];
  const { code, stdout, stderr } = await runCommand(python(), args);
  assertSawAll("black", filesSeen(stderr), groups.length, stderr);
  const findings = new Map(
    [...diffs(stdout), ...failures(stderr)].map(({ file, text }) => [file, text]),
  );
  if ((code === 0) !== (findings.size === 0)) {
    throw new Error(`black failed with exit code ${code}\n${stdout}${stderr}`);
  }
  const all = groups.flatMap(([first, ...others]) => {
    const text = findings.get(first);
    return text === undefined ? [] : [first, ...others].map((file) => ({ file, text }));
  });
  return complaintsByFolder("black", projects, all);
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
