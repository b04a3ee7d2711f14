/** The use case: a project from a spec. */

import { changeSet } from "../core/change_set.ts";
import { type Diagnostic, type DiagnosticDetails, error } from "../core/diagnostic.ts";
import { oneLine, printable, quotable } from "../core/printable.ts";
import { isProjectPath, projectPath } from "../core/project_path.ts";
import { type Report, report } from "../core/report.ts";
import { type ApiData, apiFiles, type ApiInput, planApi } from "../generators/api.ts";
import { emptyPlan, type Plan } from "../generators/plan.ts";
import { routeOf } from "../project/analysis.ts";
import { MANIFEST_PATH } from "../project/manifest.ts";
import type { Entry, Workspace } from "../workspace/workspace.ts";
import { type RunOptions, runPlan } from "./run_plan.ts";
import { readSpecInput } from "./spec_text.ts";

/** What {@linkcode generateApi} may do differently. */
export interface GenerateApiOptions extends RunOptions {
  /** Discard edits where the spec asks for something else; copies go to `.layerwright/backup`. */
  readonly force?: boolean;
  /** Where the spec comes from, for messages; `spec.json` unless said otherwise. */
  readonly specPath?: string;
  /** Whether the project lies where `A` and `a` are the same name. */
  readonly foldsCase?: boolean;
  /** How people get to the project's folder, for what to do next; its name unless said otherwise. */
  readonly folder?: string;
  /** Whether people are in the project: the report then names files from its folder, not from above. */
  readonly isInside?: boolean;
}

const COMMAND = "generate api";

/**
 * Generates a project, or adds to one what its spec asks anew. Nothing is thrown for what people got
 * wrong: the report tells it.
 *
 * @param workspace The project's own folder, which need not exist.
 * @param name The project's name: a directory name.
 * @param spec JSON text, or the value that it stands for; text keeps `1.0` apart from `1`.
 * @param options Whether to write, to force, and what to put into the report.
 * @returns The report: `applied`, `unchanged`, `planned`; `failed` if the spec has errors; `refused` if
 * it would discard what people wrote.
 *
 * @example
 * ```ts
 * import { createMemoryWorkspace, generateApi } from "@layerwright/layerwright";
 * import { deepEqual, equal } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace();
 * const spec = { routes: { ping: { type: "GET" } } };
 * const { status, data } = await generateApi(workspace, "shop", spec);
 * equal(status, "applied");
 * deepEqual(data?.endpoints.map(({ path }) => path), ["/ping"]);
 * ```
 */
export async function generateApi(
  workspace: Workspace,
  name: string,
  spec: unknown,
  options: GenerateApiOptions = {},
): Promise<Report<ApiData>> {
  if (!isProjectName(name)) {
    return report(COMMAND, "failed", { diagnostics: [invalidProjectName(name)] });
  }
  const { specPath: path = "spec.json", foldsCase = false, force = false } = options;
  const { spec: checked, diagnostics } = readSpecInput(spec, { path, foldsCase });
  if (checked === null) return report(COMMAND, "failed", { diagnostics });
  const input = { name, spec: checked, force, folder: options.folder ?? name };
  const plan = () => plannedApi(workspace, input);
  const folder = options.isInside ? "" : `${name}/`;
  const result = await runPlan({ command: COMMAND, workspace, folder, options, plan });
  return { ...result, diagnostics: [...diagnostics, ...result.diagnostics] };
}

/** A name that no project can have. */
export function invalidProjectName(name: string, details: DiagnosticDetails = {}): Diagnostic {
  const message = `Invalid project name '${quotable(name)}' (must be a directory name).`;
  return error("project-name", message, details);
}

async function plannedApi(workspace: Workspace, input: ApiInput): Promise<Plan<ApiData>> {
  if (await isForeign(workspace)) {
    const isOurLayout = (await workspace.read([ROUTES_MODULE])).size > 0;
    return emptyPlan([foreignFolder(input.name, isOurLayout)]);
  }
  const files = apiFiles(input);
  const folder = projectPath("api/routes");
  const routes = (await workspace.entries(folder)).filter(({ kind }) => kind === "file")
    .map(({ name }) => `${folder}/${name}`).filter(isProjectPath)
    .filter((path) => routeOf(path) !== null);
  const snapshot = await workspace.read([
    ...new Set([...files.keys(), ...routes, MANIFEST_PATH]),
  ]);
  return await withBackups(workspace, planApi(input, files, snapshot));
}

/** The plan with a copy of each text that it discards. */
async function withBackups<Data>(
  workspace: Workspace,
  plan: Plan<Data>,
): Promise<Plan<Data>> {
  if (plan.discarded.length === 0) return plan;
  const id = await changeSet(plan.discarded).id;
  const folder = `.layerwright/backup/${id.slice("sha256:".length).slice(0, 12)}`;
  const copies = plan.discarded.map(({ path: like, before }) => ({
    kind: "create" as const,
    path: projectPath(`${folder}/${like}`),
    before: null,
    after: before ?? "",
    like,
  }));
  const present = await workspace.read(copies.map(({ path }) => path));
  const missing = copies.filter(({ path }) => !present.has(path));
  return { ...plan, changes: [...plan.changes, ...missing] };
}

/**
 * What people have in a folder before its project: the repository's own files, editors' settings, a
 * licence, documents, the spec.
 */
const BEFORE_A_PROJECT =
  /^(?:\.|(?:authors|changelog|code_of_conduct|contributing|contributors|copying|licen[cs]e|notice|readme|security)(?![a-z])|[^.]*\.(?:json|md|rst)$)/i;

/** Reports whether a folder holds something other than a project of ours and what precedes one. */
async function isForeign(workspace: Workspace): Promise<boolean> {
  const entries = await workspace.entries(null);
  const isBefore = ({ name, kind }: Entry) =>
    BEFORE_A_PROJECT.test(name) && (kind === "file" || name.startsWith("."));
  if (entries.every(isBefore)) return false;
  return !(await workspace.read([MANIFEST_PATH])).has(MANIFEST_PATH);
}

const ROUTES_MODULE = projectPath("api/routes/__init__.py");

function foreignFolder(name: string, isOurLayout: boolean): Diagnostic {
  const message = `Directory '${name}' already exists and was not generated by layerwright.`;
  const hint = isOurLayout
    ? "If it was, restore its .layerwright/manifest; else choose another name"
    : "Choose another name, or move it away";
  return error("project-exists", message, { hint });
}

function isProjectName(name: string): boolean {
  const isVisible = oneLine(printable(name)) === name;
  return isVisible && isProjectPath(name) && !name.includes("/") && !name.startsWith("-") &&
    name.length <= 200;
}
