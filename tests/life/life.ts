/** A life: a project is generated, then people edit it and commands run on it. */

import { isDeepStrictEqual } from "node:util";
import * as library from "../../mod.ts";
import {
  createMemoryWorkspace,
  exportSpec,
  generateApi,
  type MemoryWorkspace,
  type ProjectStatus,
  projectStatus,
  redo,
  undo,
} from "../../mod.ts";
import { isProjectPath } from "../../core/project_path.ts";
import type { Command, Life } from "./commands.ts";
import type { Edit } from "./edits/edit.ts";
import type { ParsedSpec } from "../tools/spec_endpoints.ts";
import { removedFiles, type Step } from "./guarantees.ts";
import { forgottenEndpoints } from "./adoption.ts";
import type { Judge, Judgement } from "./judge.ts";
import type { Files, Project } from "./project.ts";
import type { Random } from "./random.ts";
import { recordedEndpoints } from "./removals.ts";
import { exampleRequests } from "./reported.ts";
import { withSettledRecords } from "./settled_records.ts";
import { endpointsOf, type Spec, textOf } from "./specs.ts";

/** Generates a project. */
export async function begin(spec: Spec): Promise<Life> {
  const workspace = createMemoryWorkspace();
  const { status, message } = await generateApi(workspace, "base", textOf(spec));
  if (status !== "applied") throw new Error(`Cannot generate a project: ${message}`);
  const files = Object.fromEntries(workspace.files());
  return {
    project: { folder: "base", app: "api", files },
    spec,
    deleted: new Set(),
    forgotten: [],
  };
}

/**
 * Edits a project. Returns `null` if there is nothing to edit in this way, or if a new file had an
 * invalid name such as `aux.py`.
 */
export function edited(life: Life, edit: Edit, random: Random): Life | null {
  const { project, deleted } = life;
  const after = edit(project, random);
  if (after === null || !Object.keys(after.files).every(isProjectPath)) return null;
  const gone = new Set([...deleted, ...removedFiles(project.files, after.files)]);
  const records = [...gone].filter((path) => path.startsWith(".layerwright/"));
  const back = [...gone].filter((path) => after.files[path] !== undefined);
  return { ...life, project: after, deleted: gone.difference(new Set([...records, ...back])) };
}

/**
 * Runs a command on a project in memory, and then again on the result. Flask judges the project
 * before and after. Conflicts in the records are settled first.
 */
export async function ran(judge: Judge, merged: Life, command: Command): Promise<Step> {
  const before = {
    ...merged,
    project: await withSettledRecords(merged.project, merged.spec),
  };
  const workspace = createMemoryWorkspace(before.project.files);
  const report = await command.run(workspace, library);
  const files = Object.fromEntries(workspace.files());
  const undoing = report.status === "applied"
    ? await undoProblem(workspace, before.project.files, files)
    : null;
  const again = await command.run(createMemoryWorkspace(files), library);
  const { data } = await exportSpec(createMemoryWorkspace(files), before.project.folder);
  const exported: ParsedSpec | null = JSON.parse(data?.spec ?? "null");
  const project: Project = { ...before.project, files };
  const isDone = report.status === "applied" ||
    report.status === "unchanged" && command.isLeftToPeople !== true;
  const [judgedBefore, judgedAfter] = [
    await judge.judge(before.project),
    await judge.judge(project),
  ];
  const requests = judgedAfter.error === null
    ? exampleRequests(report.data?.states ?? [], endpointsOf(command.spec), judgedAfter)
    : [];
  const { statuses } = requests.length === 0 ? judgedAfter : await judge.judge(project, requests);
  const after: Life = {
    project,
    spec: isDone ? command.spec : before.spec,
    deleted: new Set([...before.deleted].filter((path) => !isForgotten(path, before, project))),
    forgotten: isDone ? forgottenAfter(before, command, judgedBefore) : before.forgotten,
  };
  const [statusBefore, statusAfter] = [
    await statusOf(before.project),
    await statusOf(project),
  ];
  return {
    command,
    report,
    undoing,
    again,
    exported,
    before,
    after,
    judgedBefore,
    judgedAfter,
    examples: new Map(
      requests.map(({ method, rule }, index) => [`${method} ${rule}`, statuses[index] ?? 0]),
    ),
    statusBefore,
    statusAfter,
  };
}

/** Undoes and redoes the last command. Returns the problem; `null` without one. */
async function undoProblem(
  workspace: MemoryWorkspace,
  before: Files,
  after: Files,
): Promise<string | null> {
  const { message } = await undo(workspace);
  const undone = Object.fromEntries(workspace.files());
  if (!isDeepStrictEqual(undone, before)) return `undo changes other things: ${message}`;
  const again = await redo(workspace);
  const redone = Object.fromEntries(workspace.files());
  return isDeepStrictEqual(redone, after) ? null : `redo changes other things: ${again.message}`;
}

function forgottenAfter(before: Life, command: Command, judged: Judgement) {
  if (command.isAdoption) return forgottenEndpoints(command.spec, before.project, judged);
  return command.words.startsWith("generate api") ? [] : before.forgotten;
}

/**
 * Reports whether a deleted file belongs to a route that a command has removed, or has models only
 * of removed endpoints.
 */
function isForgotten(path: string, before: Life, now: Project): boolean {
  const suffix = path.endsWith("_model.py") ? "_model.py" : "_";
  const recorded = (project: Project) =>
    recordedEndpoints(project).filter(({ definitions }) =>
      suffix === "_" || definitions.some(({ layer }) => layer === "model")
    ).map(({ route }) => route);
  const left = new Set(recorded(now));
  return recorded(before.project).some((route) =>
    !left.has(route) && path.includes(`${route}${suffix}`)
  );
}

async function statusOf({ folder, files }: Project): Promise<ProjectStatus | null> {
  return (await projectStatus(createMemoryWorkspace(files), folder)).data;
}
