/** Real Python files, and CPython's analysis of them. */

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { python } from "../../tools/python.ts";
import { runCommand } from "../../tools/run_command.ts";

export interface OracleDefinition {
  readonly name: string;
  readonly kind: "function" | "class";
  readonly async: boolean;
  readonly decorators: readonly number[];
  readonly line: number;
  readonly endLine: number;
}

export interface OracleImport {
  readonly line: number;
  readonly module: string | null;
  readonly names: readonly (readonly [name: string, alias: string | null])[];
}

/** A file that CPython can parse. */
export interface OracleFile {
  readonly path: string;
  readonly definitions: readonly OracleDefinition[];
  readonly imports: readonly OracleImport[];
  readonly strings: string;
}

const ORACLE = fileURLToPath(new URL("../testdata/python/definitions.py", import.meta.url));

/**
 * Runs CPython's own analysis of its standard library and the installed packages.
 *
 * @param limit The approximate number of files, evenly spread. Default: all files.
 */
export async function oracleFiles(limit?: number): Promise<OracleFile[]> {
  const args = limit === undefined ? [] : [String(limit)];
  const { code, stdout, stderr } = await runCommand(python(), ["-B", ORACLE, ...args]);
  if (code !== 0) throw new Error(`CPython cannot say what is in its files\n${stderr}`);
  return stdout.trimEnd().split("\n").map((line) => JSON.parse(line)).filter((file) =>
    !("error" in file)
  );
}

/** Reads a source like a project's file: as UTF-8, or as Latin-1 if it is not valid UTF-8. */
export async function readSource(path: string): Promise<string> {
  const bytes = await readFile(path);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return bytes.toString("latin1");
  }
}
