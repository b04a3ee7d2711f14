/** Failing commands: the text and the report agree, and nothing is written. */

import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import type { Diagnostic, DiagnosticCode } from "../../core/diagnostic.ts";
import { readTree, writeFiles } from "../workspace/tree.ts";
import { inCodeFolder } from "./code_folder.ts";
import { readReport } from "./report_schema.ts";
import { type CliResult, runCli } from "./run_cli.ts";
import { runHere } from "./run_here.ts";

export interface Failure {
  readonly behaviour: string;
  /** The command's folder. The default is the project's parent. */
  readonly cwd?: string;
  /** Files to write to the folder first, by path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly prepare?: (folder: string) => void;
  readonly args: readonly string[];
  readonly stdin?: string | Uint8Array<ArrayBuffer>;
  readonly code: 1 | 2 | 3;
  /** The code of each error. */
  readonly ids: readonly DiagnosticCode[];
  readonly stderr: string | RegExp;
}

/** Registers a test for each failure. The first one runs as a process in both tiers. */
export function testFailures(failures: readonly Failure[]): void {
  for (const [index, failure] of failures.entries()) {
    const { behaviour } = failure;
    const runner = index === 0 ? runCli : runHere;
    Deno.test(`layerwright ${behaviour}, and writes nothing`, () => fail(failure, runner));
  }
}

async function fail(failure: Failure, runner: typeof runCli): Promise<void> {
  const { files = {}, prepare, code, ids, stderr } = failure;
  await inCodeFolder(async (folder) => {
    writeFiles(folder, files);
    prepare?.(folder);
    const before = readTree(folder);
    const plain = await run(failure, folder, runner);
    const { stdout, ...reported } = await run(withReport(failure), folder, runner);
    deepEqual(readTree(folder), before);
    if (typeof stderr === "string") equal(plain.stderr, stderr);
    else match(plain.stderr, stderr);
    deepEqual(plain, { code, stdout: "", stderr: plain.stderr });
    deepEqual(reported, { code, stderr: plain.stderr });
    const report = readReport(stdout);
    equal(report.status, code === 3 ? "refused" : "failed");
    deepEqual(errorCodes(report.diagnostics), ids);
  });
}

function run(
  { args, cwd = ".", stdin }: Failure,
  folder: string,
  runner: typeof runCli,
): Promise<CliResult> {
  return runner(args, { cwd: join(folder, cwd), ...(stdin === undefined ? {} : { stdin }) });
}

function withReport(failure: Failure): Failure {
  return { ...failure, args: ["--report", ...failure.args] };
}

function errorCodes(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
}
