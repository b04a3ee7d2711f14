/** Checks rules and formatting with ruff, as WebAssembly in this process. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createTwoFilesPatch } from "diff";
import { type Diagnostic, PositionEncoding, Workspace } from "@astral-sh/ruff-wasm-nodejs";
import { parse } from "smol-toml";
import { type CheckedProject, type Complaint, complaintsByFolder } from "./checked_project.ts";

/** Returns the problems of a file. */
type FileCheck = (workspace: Workspace, file: string, text: string) => string[];

/** Applies the rules that each project selects. */
export function ruffCheck(projects: readonly CheckedProject[]): Promise<Complaint[]> {
  return checkFiles("ruff check", projects, brokenRules);
}

/** Compares every file with the formatter's output. */
export function ruffFormat(projects: readonly CheckedProject[]): Promise<Complaint[]> {
  return checkFiles("ruff format", projects, formatDiff);
}

async function checkFiles(
  tool: string,
  projects: readonly CheckedProject[],
  check: FileCheck,
): Promise<Complaint[]> {
  const findings = await Promise.all(projects.map(async ({ folder, files }) => {
    const workspace = new Workspace(await settings(folder), PositionEncoding.Utf16);
    const found = await Promise.all(
      files.map(async (file) =>
        check(workspace, file, await readFile(file, "utf8")).map((text) => ({ file, text }))
      ),
    );
    workspace.free();
    return found.flat();
  }));
  return complaintsByFolder(tool, projects, findings.flat());
}

async function settings(folder: string) {
  const select = selectedRules(await readFile(join(folder, "pyproject.toml"), "utf8"));
  if (select.length === 0) throw new Error(`'${folder}' selects no ruff rules`);
  return {
    "line-length": 88,
    "target-version": "py311",
    // Ruff gets each file without its name, so it does not know neighbouring files and packages.
    builtins: ["__path__"],
    lint: { select, isort: { "known-first-party": ["api"] } },
  };
}

function selectedRules(pyproject: string): readonly string[] {
  const { tool } = parse(pyproject) as {
    readonly tool?: { readonly ruff?: { readonly lint?: { readonly select?: string[] } } };
  };
  return tool?.ruff?.lint?.select ?? [];
}

function brokenRules(workspace: Workspace, file: string, text: string): string[] {
  const diagnostics: Diagnostic[] = workspace.check(text);
  return diagnostics.map(({ start_location: { row, column }, code, message }) =>
    `${file}:${row}:${column}: ${code} ${message}`
  );
}

function formatDiff(workspace: Workspace, file: string, text: string): string[] {
  const formatted = formatOrRefusal(workspace, text);
  return formatted === text ? [] : [createTwoFilesPatch(file, file, text, formatted)];
}

function formatOrRefusal(workspace: Workspace, text: string): string {
  try {
    return workspace.format(text);
  } catch (refusal) {
    return String(refusal);
  }
}
