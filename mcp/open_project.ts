/** Opens the project that a call names. */

import { type Diagnostic, error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { type Report, report } from "../core/report.ts";
import { DEFAULT_LAYOUT } from "../project/layout/layout.ts";
import { MANIFEST_PATH } from "../project/records/manifest.ts";
import type { Project } from "../workspace/projects.ts";
import { type Workspace, WorkspaceError } from "../workspace/workspace.ts";
import type { Call } from "./tool.ts";
import { watched } from "../workspace/watched_workspace.ts";

/**
 * The required content of the path that a tool gets. With `nothing`, the path need not exist. With
 * `anything`, it must be a folder. With `our layout`, it must be a project with our layout.
 */
export type Wanted = "nothing" | "anything" | "our layout";

/** Maximum number of projects in a hint, and in a list. */
const SUGGESTIONS = 10;
const LISTED = 100;

/**
 * Opens a project and runs work on it.
 *
 * @param path The project's path, as the agent gave it.
 * @returns The work's report, or a report of the reason why the project could not be opened.
 */
export async function onProjectAt(
  call: Call,
  path: string,
  wanted: Wanted,
  work: (project: Project) => Promise<Report>,
): Promise<Report> {
  const project = await opened(call, path, wanted);
  if ("severity" in project) return report("", "failed", { diagnostics: [project] });
  const workspace = watched(project.workspace, call);
  return await work({ ...project, workspace });
}

async function opened(
  call: Call,
  path: string,
  wanted: Wanted,
): Promise<Project | Diagnostic> {
  if (path === "") {
    return error("project-name", "Argument 'project' is empty.", { hint: await choices(call) });
  }
  const project = await call.projects.open(path);
  if ("severity" in project) return project;
  const around = wanted === "nothing" ? await projectAround(call, project) : null;
  if (around !== null) {
    const message = `Refused to create project '${quotable(path)}' inside project '${around}'.`;
    return error("project-inside", message, { hint: `Pass '${around}' to generate into it` });
  }
  if (await isThere(project, wanted)) return project;
  const message = `No project at '${quotable(path)}'.`;
  return error("project-missing", message, { hint: await choices(call) });
}

/** Returns the path of the innermost generated project that contains a folder, or `null`. */
async function projectAround(
  { projects }: Call,
  { location, workspace }: Project,
): Promise<string | null> {
  let around: string | null = null;
  let above = ".";
  for (const name of location.split("/")) {
    const project = await projects.open(above);
    if ("severity" in project || !project.exists) break;
    if (await isGenerated(project.workspace)) around = above;
    above = above === "." ? name : `${above}/${name}`;
  }
  return around === null || await isGenerated(workspace) ? null : around;
}

async function isGenerated(workspace: Workspace): Promise<boolean> {
  return (await workspace.read([MANIFEST_PATH])).size > 0;
}

/** Reports whether a path is the root of projects and is not a project itself. */
export async function isFolderOfProjects(path: string, { projects }: Call): Promise<boolean> {
  if (path !== ".") return false;
  const root = await projects.open(path);
  if ("severity" in root || await isGenerated(root.workspace)) return false;
  return (await projects.list(1)).length > 0;
}

/** Lists the generated projects directly below the root. */
export async function listProjects({ projects, readOnly }: Call): Promise<Report> {
  const found = await projects.list(LISTED + 1);
  const names = found.slice(0, LISTED);
  const more = found.length > LISTED ? " and more" : "";
  const message = names.length === 0
    ? `No projects here${readOnly ? "" : "; generate_api creates one"}`
    : `Projects here: ${names.map((name) => quotable(name)).join(", ")}${more}`;
  return report("info", "unchanged", { message, data: { projects: names } });
}

async function choices({ projects, readOnly }: Call): Promise<string> {
  const found = await projects.list(SUGGESTIONS);
  const names = found.map((name) => quotable(name)).join(", ");
  const known = found.length === 0 ? [] : [`${readOnly ? "P" : "p"}rojects here: ${names}`];
  return [...(readOnly ? [] : ["Call generate_api to create one"]), ...known].join("; ") ||
    "No projects here";
}

/** Reports whether the given files make up a project with our layout. */
export function holdsProject(files: ReadonlyMap<ProjectPath, string | null>): boolean {
  return [...files].some(([path, text]) =>
    text !== null && (path === MANIFEST_PATH || path.startsWith(`${DEFAULT_LAYOUT.routesFolder}/`))
  );
}

async function isThere({ exists, workspace }: Project, wanted: Wanted): Promise<boolean> {
  if (wanted === "nothing" || !exists) return wanted === "nothing";
  if (wanted === "anything") return true;
  try {
    if (await isGenerated(workspace)) return true;
    return (await workspace.entries(DEFAULT_LAYOUT.routesFolder)).length > 0;
  } catch (problem) {
    // Lets the tool run, because it meets the same error and reports it.
    if (problem instanceof WorkspaceError) return true;
    throw problem;
  }
}
