/** The server's side of a call that runs on another thread: answers the questions of that thread. */

import type { Change } from "../../../core/change_set.ts";
import { EMPTY_HISTORY } from "../../../core/history.ts";
import type { Diagnostic } from "../../../core/diagnostic.ts";
import type { Call } from "../../../mcp/tool.ts";
import { watched } from "../../../workspace/watched_workspace.ts";
import {
  type ApplyOutcome,
  type Recovery,
  type Workspace,
  WorkspaceError,
} from "../../../workspace/workspace.ts";
import type { Question, SentProblem } from "./messages.ts";

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
}

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
        return this.#project(question).workspace.entries(question.folder);
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
    const project = this.#projects.push({ workspace, changes: [] }) - 1;
    return { name: opened.name, exists: opened.exists, project };
  }

  async #begin(
    question: Extract<Question, { readonly kind: "begin" }>,
    work: () => Promise<void>,
  ): Promise<{ readonly kind: "busy" } | Recovery> {
    const hosted = this.#project(question);
    const outcome = await hosted.workspace[question.access](() => {
      hosted.changes = [];
      return work();
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
