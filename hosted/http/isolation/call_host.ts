/** The server's side of a call that runs on another thread: answers the questions of that thread. */

import type { Change, Entry } from "../../../core/change_set.ts";
import { EMPTY_HISTORY } from "../../../core/history.ts";
import type { Diagnostic } from "../../../core/diagnostic.ts";
import type { ProjectPath } from "../../../core/project_path.ts";
import type { Call } from "../../../mcp/tool.ts";
import { watched } from "../../../workspace/watched_workspace.ts";
import {
  type ApplyOutcome,
  type Recovery,
  type Workspace,
  WorkspaceError,
} from "../../../workspace/workspace.ts";
import type { Listing, Question, SentProblem } from "./messages.ts";

/** An opened project, as the other thread sees it. */
export interface OpenedProject {
  readonly name: string;
  readonly exists: boolean;
  /** The number by which the thread's questions name the project. */
  readonly project: number;
}

/** Thrown when work on the other thread failed. The original error stays on that thread. */
export class WorkThrew extends Error {}

interface HostedProject {
  readonly workspace: Workspace;
  /** The changes that the thread has sent since the work began. */
  changes: Change[];
  /** Whether work runs, which sees one revision of the project. */
  isWorking: boolean;
  /** The folders that the last listing left out, of which a walk visits the last one first. */
  pending: readonly ProjectPath[];
}

/** Maximum number of folders that a walk leaves out in a row, such as `.git`. */
const MAX_SKIPPED = 16;

/** Answers the questions of one call. */
export class CallHost {
  readonly #call: Call;
  readonly #projects: HostedProject[] = [];
  readonly #problems: unknown[] = [];
  /** Whether a change of the call was applied. */
  hasApplied = false;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Answers a question.
   *
   * @param work Runs the work of a `begin` question on the other thread.
   */
  answer(question: Question, work: () => Promise<void>): Promise<unknown> {
    switch (question.kind) {
      case "list":
        return this.#call.projects.list(question.limit, question.prefix);
      case "open":
        return this.#open(question.path);
      case "links":
        return Promise.resolve(this.#call.links?.(question.what));
      case "read":
        return this.#project(question).workspace.read(question.paths);
      case "entries":
        return listing(this.#project(question), question);
      case "begin":
        return this.#begin(question, work);
      case "changes":
        this.#project(question).changes.push(...question.changes);
        return Promise.resolve();
      case "apply":
        return this.#apply(question);
      case "history":
        return this.#project(question).workspace.history?.list() ?? Promise.resolve(EMPTY_HISTORY);
      case "record":
        return this.#project(question).workspace.history?.formatted?.(question.name) ??
          Promise.resolve(null);
    }
  }

  /** Stores an error under a number, and returns the parts of the error that the other thread may see. */
  keep(problem: unknown): SentProblem {
    if (problem instanceof WorkThrew) return { number: null, isAbort: false, workspace: null };
    const { signal } = this.#call;
    const number = this.#problems.push(problem) - 1;
    const workspace = problem instanceof WorkspaceError
      ? { kind: problem.kind, path: problem.path, reason: problem.reason }
      : null;
    return { number, isAbort: signal.aborted && problem === signal.reason, workspace };
  }

  /** Returns the error that `keep` stored under a number. */
  problem(number: number): unknown {
    return this.#problems[number];
  }

  async #open(path: string): Promise<OpenedProject | Diagnostic> {
    const opened = await this.#call.projects.open(path);
    if ("severity" in opened) return opened;
    // Ignores progress here, because the other thread reports it.
    const workspace = watched(opened.workspace, { signal: this.#call.signal, progress() {} });
    const project = this.#projects.push({ workspace, changes: [], isWorking: false, pending: [] }) -
      1;
    return { name: opened.name, exists: opened.exists, project };
  }

  async #begin(
    question: Extract<Question, { readonly kind: "begin" }>,
    work: () => Promise<void>,
  ): Promise<{ readonly kind: "busy" } | Recovery> {
    const hosted = this.#project(question);
    const outcome = await hosted.workspace[question.access](async () => {
      hosted.changes = [];
      hosted.pending = [];
      hosted.isWorking = true;
      try {
        await work();
      } finally {
        hosted.isWorking = false;
      }
    });
    return outcome.kind === "busy"
      ? { kind: "busy" }
      : { recovered: outcome.recovered, left: outcome.left };
  }

  async #apply(question: Extract<Question, { readonly kind: "apply" }>): Promise<ApplyOutcome> {
    const hosted = this.#project(question);
    const { changes } = hosted;
    hosted.changes = [];
    const { patch, step, record } = question;
    const outcome = await hosted.workspace.apply(changes, {
      patch,
      ...(step !== undefined && { step, record }),
    });
    if (outcome.kind === "applied") this.hasApplied = true;
    return outcome;
  }

  #project({ project }: { readonly project: number }): HostedProject {
    const found = this.#projects[project];
    if (found === undefined) throw new Error(`No project ${project}`);
    return found;
  }
}

/** Lists a folder. During work, also lists other folders, whose entries are already in memory. */
async function listing(
  hosted: HostedProject,
  { folder, most }: Extract<Question, { readonly kind: "entries" }>,
): Promise<Listing> {
  const { workspace, isWorking } = hosted;
  const pending = pendingFor(hosted, folder);
  const first = await workspace.entries(folder);
  const found: [ProjectPath | null, readonly Entry[]][] = [[folder, first]];
  if (!isWorking) return found;
  for (const each of foldersIn(folder, first)) pending.push(each);
  for (let count = first.length; count < most && pending.length > 0;) {
    const next = pending.pop() as ProjectPath;
    const entries = await readable(workspace, next);
    // A folder counts, too, so that the number of folders is limited.
    count += 1 + (entries?.length ?? 0);
    if (entries === null) continue;
    found.push([next, entries]);
    for (const each of foldersIn(next, entries)) pending.push(each);
  }
  hosted.pending = pending;
  return found;
}

/**
 * Returns the folders that a walk visits after a folder, if the walk continues where the last listing ended.
 * Otherwise, returns an empty list.
 */
function pendingFor({ pending }: HostedProject, folder: ProjectPath | null): ProjectPath[] {
  for (let skipped = 0; skipped <= MAX_SKIPPED && skipped < pending.length; skipped++) {
    const at = pending.length - 1 - skipped;
    if (pending[at] === folder) return pending.slice(0, at);
  }
  return [];
}

function foldersIn(folder: ProjectPath | null, entries: readonly Entry[]): ProjectPath[] {
  return entries.flatMap(({ name, kind }) =>
    kind === "folder" ? [(folder === null ? name : `${folder}/${name}`) as ProjectPath] : []
  );
}

/** Returns the entries of a folder; `null` if the folder cannot be read. Asking for it then tells the reason. */
async function readable(
  workspace: Workspace,
  folder: ProjectPath,
): Promise<readonly Entry[] | null> {
  try {
    return await workspace.entries(folder);
  } catch (problem) {
    if (problem instanceof WorkspaceError) return null;
    throw problem;
  }
}
