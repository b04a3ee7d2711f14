/** Checks types with pyright in strict mode, as editors do. */

import { join, relative } from "node:path";
import {
  assertSawAll,
  type CheckedProject,
  type Complaint,
  complaintsByFolder,
  fileCount,
} from "./checked_project.ts";
import { checkedPython } from "./flask_pythons.ts";
import { runCommand } from "../../tools/run_command.ts";

const PYRIGHT = "npm:pyright@1.1.414";

interface PyrightReport {
  readonly generalDiagnostics: readonly Diagnostic[];
  readonly summary: { readonly filesAnalyzed: number };
}

interface Diagnostic {
  readonly file: string;
  readonly message: string;
  readonly range?: { readonly start: { readonly line: number } };
  readonly rule?: string;
}

/** Runs pyright in strict mode on all projects in one process. */
export async function pyright(projects: readonly CheckedProject[]): Promise<Complaint[]> {
  const report = await runPyright(projects);
  assertSawAll("pyright", report.summary.filesAnalyzed, fileCount(projects));
  const findings = report.generalDiagnostics.map((diagnostic) => (
    { file: diagnostic.file, text: sentence(diagnostic) }
  ));
  return complaintsByFolder("pyright", projects, findings);
}

async function runPyright(projects: readonly CheckedProject[]): Promise<PyrightReport> {
  const home = await Deno.realPath(await Deno.makeTempDir());
  try {
    const config = JSON.stringify(configuration(projects, home));
    await Deno.writeTextFile(join(home, "pyrightconfig.json"), config);
    const args = ["run", "-A", PYRIGHT, "--pythonpath", checkedPython.interpreter, "--outputjson"];
    const { stdout, stderr } = await runCommand(Deno.execPath(), args, { cwd: home });
    if (stdout === "") throw new Error(`pyright did not run\n${stderr}`);
    return JSON.parse(stdout);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

// All projects have modules with the same names, so each gets its own environment.
function configuration(projects: readonly CheckedProject[], home: string) {
  // Pyright ignores absolute paths here.
  const roots = projects.map(({ folder }) => relative(home, folder));
  return {
    typeCheckingMode: "strict",
    pythonVersion: "3.11",
    include: roots,
    executionEnvironments: roots.map((root) => ({ root })),
  };
}

function sentence({ file, range, message, rule }: Diagnostic): string {
  return `${file}:${(range?.start.line ?? 0) + 1}: ${message} (${rule ?? "error"})`;
}
