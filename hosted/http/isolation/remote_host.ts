/** The server's thread as a worker thread sees it: projects, links, and errors. */

import type { Change, Entry, Snapshot } from "../../../core/change_set.ts";
import { patches } from "../../../core/diff.ts";
import type { History, HistoryStep } from "../../../core/history.ts";
import type { Diagnostic } from "../../../core/diagnostic.ts";
import type { ProjectPath } from "../../../core/project_path.ts";
import type { Fetchable, LinkValues } from "../../../mcp/links.ts";
import type { Call } from "../../../mcp/tool.ts";
import { formatRecord, parseRecord } from "../../../workspace/history_format.ts";
import { type Project, readWithoutLinks } from "../../../workspace/projects.ts";
import { textRecord } from "../../../workspace/text_record.ts";
import {
  type ApplyOutcome,
  type LockOutcome,
  type Recovery,
  type Workspace,
  WorkspaceError,
} from "../../../workspace/workspace.ts";
import type { OpenedProject } from "./call_host.ts";
import type { FromThread, Job, Listing, Question, SentProblem, ToThread } from "./messages.ts";

/** Stands in for an error that the server's thread keeps. */
export class RemoteProblem extends Error {}

/** Number of paths in the first question for files, and the maximum number of paths in later questions. */
const FIRST_PATHS = 8;
const MAX_PATHS = 256;

/** Number of entries in the first listing, and the maximum number of entries in later ones. */
const FIRST_ENTRIES = 64;
const MAX_ENTRIES = 4_096;

/** Characters of file contents after which a message ends. The last file may exceed this number. */
const MESSAGE_CHARACTERS = 1_000_000;

/** The result of the work of a `begin` question. */
type Ended = { readonly value: unknown } | { readonly problem: unknown };

/** Asks the server's thread on behalf of one call at a time. */
export class RemoteHost {
  readonly #post: (message: FromThread) => void;
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #works = new Map<number, () => Promise<Ended>>();
  readonly #ended = new Map<number, Ended>();
  #numbers = new WeakMap<object, number>();
  #abort = new AbortController();
  #lastId = 0;

  constructor(post: (message: FromThread) => void) {
    this.#post = post;
  }

  /** Creates the context in which a tool runs. */
  newCall({ readOnly, foldsCase }: Pick<Job, "readOnly" | "foldsCase">): Call {
    this.#abort = new AbortController();
    this.#numbers = new WeakMap();
    return {
      readOnly,
      signal: this.#abort.signal,
      links: (what: Fetchable) => this.#ask<LinkValues>({ kind: "links", what }),
      progress: (message) => this.#post({ kind: "progress", message }),
      projects: {
        foldsCase,
        list: (limit, prefix = "") => this.#ask({ kind: "list", limit, prefix }),
        open: (path) => this.#open(path),
      },
    };
  }

  /** Returns the number of an error that came from the server's thread; `null` for other errors. */
  numberOf(problem: unknown): number | null {
    return this.#numbers.get(Object(problem)) ?? null;
  }

  /** Receives an answer, or the order to run the work of a `begin` question. */
  receive(message: Extract<ToThread, { readonly id: number }>): void {
    const pending = this.#pending.get(message.id);
    switch (message.kind) {
      case "work":
        return void this.#work(message.id);
      case "answer":
        this.#pending.delete(message.id);
        return pending?.resolve(message.value);
      case "problem":
        this.#pending.delete(message.id);
        return pending?.reject(this.#received(message.id, message.problem));
    }
  }

  #ask<Value>(question: Question, id = ++this.#lastId): Promise<Value> {
    const pending = Promise.withResolvers<unknown>();
    this.#pending.set(id, pending);
    this.#post({ kind: "ask", id, question });
    return pending.promise as Promise<Value>;
  }

  async #work(id: number): Promise<void> {
    const ended = await this.#works.get(id)?.() ?? { problem: new Error("No such work") };
    this.#ended.set(id, ended);
    this.#post({ kind: "worked", id, threw: "problem" in ended });
  }

  /**
   * Recreates an error of the server's thread, and notes its number, to recognize the error if the call
   * throws it.
   */
  #received(id: number, { number, isAbort, workspace }: SentProblem): unknown {
    const ended = this.#ended.get(id);
    if (number === null) return ended !== undefined && "problem" in ended ? ended.problem : null;
    const problem = workspace === null
      ? new RemoteProblem()
      : new WorkspaceError(workspace.kind, workspace.path, workspace.reason);
    this.#numbers.set(problem, number);
    if (isAbort) this.#abort.abort(problem);
    return problem;
  }

  async #open(path: string): Promise<Project | Diagnostic> {
    const opened = await this.#ask<OpenedProject | Diagnostic>({ kind: "open", path });
    if ("severity" in opened) return opened;
    const { name, exists, project } = opened;
    const workspace = this.#workspace(project);
    return {
      name,
      location: name,
      exists,
      workspace,
      readIf: (path, mayRead) => readWithoutLinks({ name, workspace }, path, mayRead),
    };
  }

  #workspace(project: number): Workspace {
    /** The entries of folders that came with those of others, while work runs. */
    let known: Map<ProjectPath | null, readonly Entry[]> | null = null;
    /** Asks for few entries at first, because most calls visit few folders. */
    let most = FIRST_ENTRIES;
    const during = <T>(work: () => Promise<T>) => async () => {
      known = new Map();
      try {
        return await work();
      } finally {
        known = null;
      }
    };
    return {
      read: (paths) => this.#read(project, paths),
      entries: async (folder) => {
        const before = known?.get(folder);
        if (before !== undefined) return before;
        const listing = await this.#ask<Listing>({ kind: "entries", project, folder, most });
        most = Math.min(MAX_ENTRIES, most * 4);
        for (const [path, entries] of listing) known?.set(path, entries);
        return listing[0]?.[1] ?? [];
      },
      reading: (work) => this.#run({ kind: "begin", project, access: "reading" }, during(work)),
      exclusively: (work) =>
        this.#run({ kind: "begin", project, access: "exclusively" }, during(work)),
      apply: async (changes, { step } = {}) => {
        const outcome = await this.#apply(project, changes, step);
        known?.clear();
        return outcome;
      },
      history: {
        list: () => this.#ask<History>({ kind: "history", project }),
        record: async (name) => {
          const content = await this.#ask<Uint8Array | null>({ kind: "record", project, name });
          return content && parseRecord(content);
        },
      },
    };
  }

  async #run<T>(
    question: Extract<Question, { readonly kind: "begin" }>,
    work: () => Promise<T>,
  ): Promise<LockOutcome<T>> {
    const id = ++this.#lastId;
    this.#works.set(id, () => endOf(work));
    try {
      const outcome = await this.#ask<{ readonly kind: "busy" } | Recovery>(question, id);
      if ("kind" in outcome) return outcome;
      const ended = this.#ended.get(id);
      if (ended === undefined || "problem" in ended) throw new Error("The work did not end");
      return { ...outcome, kind: "done", value: ended.value as T };
    } finally {
      this.#works.delete(id);
      this.#ended.delete(id);
    }
  }

  /** Asks for a few files at first. After a short answer, asks for more files, and after a long one for fewer. */
  async #read(project: number, paths: readonly ProjectPath[]): Promise<Snapshot> {
    const found = new Map<ProjectPath, string>();
    let count = FIRST_PATHS;
    for (let start = 0; start < paths.length;) {
      const part = paths.slice(start, start + count);
      const files = await this.#ask<Snapshot>({ kind: "read", project, paths: part });
      let characters = 0;
      for (const [path, text] of files) {
        found.set(path, text);
        characters += text.length;
      }
      start += part.length;
      count = nextCount(count, characters);
    }
    return found;
  }

  async #apply(
    project: number,
    changes: readonly Change[],
    step: HistoryStep | undefined,
  ): Promise<ApplyOutcome> {
    for (const part of parts(changes)) {
      await this.#ask({ kind: "changes", project, changes: part });
    }
    const patch = patches(changes, "");
    const record = step === undefined ? null : formatRecord(textRecord(changes));
    return await this.#ask({ kind: "apply", project, patch, step, record });
  }
}

async function endOf(work: () => Promise<unknown>): Promise<Ended> {
  try {
    return { value: await work() };
  } catch (problem) {
    return { problem };
  }
}

function nextCount(count: number, characters: number): number {
  if (characters * 2 < MESSAGE_CHARACTERS) return Math.min(MAX_PATHS, count * 2);
  return characters > MESSAGE_CHARACTERS ? Math.max(1, count >> 2) : count;
}

/** Splits changes into lists, one for each message. */
function* parts(changes: readonly Change[]): Iterable<readonly Change[]> {
  let part: Change[] = [];
  let characters = 0;
  for (const change of changes) {
    part.push(change);
    characters += (change.before?.length ?? 0) + (change.after?.length ?? 0);
    if (part.length < MAX_PATHS && characters < MESSAGE_CHARACTERS) continue;
    yield part;
    part = [];
    characters = 0;
  }
  yield part;
}
