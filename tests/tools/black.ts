/** Black: is every file laid out as it would lay it out? */

import {
  assertSawAll,
  type CheckedProject,
  type Complaint,
  complaintsByFolder,
  fileCount,
  type Finding,
} from "./checked_project.ts";
import { python } from "../../tools/python.ts";
import { runCommand } from "../../tools/run_command.ts";

/** Runs `black --check` over all projects in one process. */
export async function black(projects: readonly CheckedProject[]): Promise<Complaint[]> {
  const folders = projects.map((project) => project.folder);
  const args = ["-m", "black", "--check", "--diff", ...folders];
  const { code, stdout, stderr } = await runCommand(python(), args);
  assertSawAll("black", filesSeen(stderr), fileCount(projects), stderr);
  const findings = [...diffs(stdout), ...failures(stderr)];
  if ((code === 0) !== (findings.length === 0)) {
    throw new Error(`black ended with exit code ${code}\n${stdout}${stderr}`);
  }
  return complaintsByFolder("black", projects, findings);
}

// "1 file would be reformatted, 38 files would be left unchanged, 1 file would fail to reformat."
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
