/** The workspace of a project in the database. */

import type { Change, Entry, Snapshot } from "../../core/change_set.ts";
import { patches } from "../../core/diff.ts";
import { createPauses } from "../../core/pauses.ts";
import type { HistoryReader } from "../../core/history.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { createMutex, type Mutex } from "../../core/mutex.ts";
import { type Database, DatabaseError, type Queries } from "../storage/database.ts";
import { ApplyFailure, changed, outcomeOf } from "../../workspace/apply_failure.ts";
import {
  accountGone,
  checkFiles,
  commit,
  type Committed,
  type HostedActor,
  isAccountGone,
  prepare,
  type PreparedChange,
} from "./commit.ts";
import {
  type HostedPlace,
  type HostedSnapshot,
  lockProject,
  openSnapshot,
  openWholeSnapshot,
  type ProjectBudget,
  StaleSnapshot,
} from "./snapshot.ts";
import { prepareStep } from "./stored_history.ts";
import { parseRecord } from "../../workspace/history_format.ts";
import { changedTree } from "../../workspace/path_tree.ts";
import {
  type ApplyDetails,
  type ApplyOutcome,
  type KeptChange,
  type LockOutcome,
  NOTHING_RECOVERED,
  type Workspace,
} from "../../workspace/workspace.ts";

/**
 * Maximum number of attempts without a lock. Later attempts lock the project, so that a server cannot starve
 * while other servers change the same project.
 */
const MAX_OPTIMISTIC_ATTEMPTS = 3;

/**
 * Maximum number of attempts. Even an attempt with a lock can fail: a project that does not exist yet cannot
 * be locked.
 */
const MAX_ATTEMPTS = 20;

/** The state of running work. */
interface Session {
  snapshot: HostedSnapshot;
  readonly mayWrite: boolean;
  /** The transaction that has locked the project; `null` without a lock. */
  readonly locked: Queries | null;
  /** Whether the work has committed a change. If so, the work never runs again. */
  isCommitted: boolean;
  /** Whether someone else changed the project during the work. */
  isLost: boolean;
}

/** The outcome of work that does not have to run again. */
type Ended<T> =
  | { readonly kind: "value"; readonly value: T }
  | { readonly kind: "problem"; readonly problem: unknown };

/** The options of a project's workspace. */
export interface HostedProjectOptions {
  readonly name: string;
  /** Runs this server's calls on the project one after another, so that they rarely have to run again. */
  readonly takeProjectTurn: Mutex;
  /** Work on a larger project throws {@linkcode ProjectTooLarge}; `null` for no limit. */
  readonly budget: ProjectBudget | null;
}

/**
 * Creates the workspace of a project in the database. The project need not exist yet. Work runs without a
 * lock and reads one revision. If anyone has changed the project by the time the work applies its changes,
 * nothing is applied and the work runs again. After a few attempts, work that may write runs under a lock.
 */
export function createHostedWorkspace(
  database: Database,
  actor: HostedActor,
  options: HostedProjectOptions,
): Workspace {
  return new HostedWorkspace(database, actor, options);
}

class HostedWorkspace implements Workspace {
  readonly #database: Database;
  readonly #actor: HostedActor;
  readonly #place: HostedPlace;
  readonly #takeProjectTurn: Mutex;
  readonly #budget: ProjectBudget | null;
  /** Allows one session at a time. */
  readonly #takeTurn = createMutex();
  #session: Session | null = null;
  readonly history: HistoryReader = {
    list: () => this.#onSnapshot((snapshot) => snapshot.history()),
    formatted: (name) => this.#onSnapshot((snapshot) => snapshot.record(name)),
    record: async (name) => {
      const content = await this.#onSnapshot((snapshot) => snapshot.record(name));
      return content && parseRecord(content);
    },
  };

  constructor(
    database: Database,
    actor: HostedActor,
    { name, takeProjectTurn, budget }: HostedProjectOptions,
  ) {
    this.#database = database;
    this.#actor = actor;
    this.#place = { accountId: actor.id, name };
    this.#takeProjectTurn = takeProjectTurn;
    this.#budget = budget;
  }

  read(paths: readonly ProjectPath[]): Promise<Snapshot> {
    return this.#onSnapshot((snapshot) => snapshot.read(paths));
  }

  entries(folder: ProjectPath | null): Promise<readonly Entry[]> {
    return this.#onSnapshot((snapshot) => Promise.resolve(snapshot.entries(folder)));
  }

  exclusively<T>(work: () => Promise<T>): Promise<LockOutcome<T>> {
    return this.#takeProjectTurn(() => this.#takeTurn(() => this.#run(work, true)));
  }

  reading<T>(work: () => Promise<T>): Promise<LockOutcome<T>> {
    return this.#takeTurn(() => this.#run(work, false));
  }

  async apply(
    changes: readonly Change[],
    details: ApplyDetails = {},
  ): Promise<ApplyOutcome> {
    const session = this.#session;
    if (session === null || !session.mayWrite) {
      throw new Error("Cannot apply outside of exclusively");
    }
    const [first, ...rest] = changes;
    if (first === undefined) return { kind: "applied" };
    return await outcomeOf(() => this.#commit(session, [first, ...rest], details));
  }

  async #run<T>(work: () => Promise<T>, mayWrite: boolean): Promise<LockOutcome<T>> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const ended = await this.#try(work, mayWrite, attempt < MAX_OPTIMISTIC_ATTEMPTS);
      if (ended?.kind === "value") {
        return { kind: "done", value: ended.value, ...NOTHING_RECOVERED };
      }
      if (ended?.kind === "problem") throw ended.problem;
    }
    return { kind: "busy" };
  }

  /** @returns `null` if the work must run again. */
  async #try<T>(
    work: () => Promise<T>,
    mayWrite: boolean,
    isOptimistic: boolean,
  ): Promise<Ended<T> | null> {
    const [database, place] = [this.#database, this.#place];
    if (!isOptimistic && mayWrite) {
      return await database.transaction(async (queries) => {
        await lockProject(queries, place);
        const snapshot = await openSnapshot(queries, place, this.#budget);
        return await this.#during(work, begun(snapshot, true, queries));
      });
    }
    const open = isOptimistic ? openSnapshot : openWholeSnapshot;
    const snapshot = await open(database, place, this.#budget);
    return await this.#during(work, begun(snapshot, mayWrite));
  }

  async #during<T>(work: () => Promise<T>, session: Session): Promise<Ended<T> | null> {
    this.#session = session;
    try {
      const value = await work();
      return mustRepeat(session) ? null : { kind: "value", value };
    } catch (problem) {
      return mustRepeat(session) ? null : { kind: "problem", problem };
    } finally {
      this.#session = null;
    }
  }

  /** Reads from the work's snapshot. Outside of work, takes a new snapshot. */
  async #onSnapshot<T>(look: (snapshot: HostedSnapshot) => Promise<T>): Promise<T> {
    const session = this.#session;
    for (let attempt = 1;; attempt++) {
      try {
        return await look(session?.snapshot ?? await this.#openSnapshot());
      } catch (problem) {
        if (!(problem instanceof StaleSnapshot)) throw problem;
        if (session !== null) session.isLost = true;
        if (session !== null || attempt === MAX_ATTEMPTS) throw problem;
      }
    }
  }

  #openSnapshot(): Promise<HostedSnapshot> {
    return openSnapshot(this.#database, this.#place, this.#budget);
  }

  async #commit(
    session: Session,
    changes: readonly [Change, ...Change[]],
    { patch = patches(changes, ""), step, record }: ApplyDetails,
  ): Promise<KeptChange> {
    const { snapshot } = session;
    const pause = createPauses();
    const paths = changes.map(({ path }) => path);
    const texts = await this.#onSnapshot((each) => each.texts(paths));
    const tree = changedTree(snapshot.tree, changes, texts);
    const counts = { before: snapshot.tree.files.size, after: tree.files.size };
    checkFiles(this.#actor, changes[0].path, counts);
    await pause();
    const { name } = this.#place;
    const prepared = await prepare({
      name,
      head: snapshot.head,
      changes,
      patch,
      step: step === undefined ? null : prepareStep(step, changes, record),
    });
    const committed = await this.#committed(session.locked, prepared);
    if (committed === null) {
      session.isLost = true;
      throw changed(changes[0].path);
    }
    session.isCommitted = true;
    session.snapshot = snapshot.changed(committed.head, tree);
    return committed.change;
  }

  async #committed(locked: Queries | null, prepared: PreparedChange): Promise<Committed | null> {
    const work = (queries: Queries) => commit(queries, this.#actor, prepared);
    try {
      return await (locked === null ? this.#database.transaction(work) : undoable(locked, work));
    } catch (problem) {
      if (problem instanceof ApplyFailure || problem instanceof DatabaseError) throw problem;
      // If the account was removed with all its projects, any statement may fail.
      if (!await isAccountGone(this.#database, this.#actor.id)) throw problem;
      throw accountGone(prepared.changes[0].path);
    }
  }
}

function begun(
  snapshot: HostedSnapshot,
  mayWrite: boolean,
  locked: Queries | null = null,
): Session {
  return { snapshot, mayWrite, locked, isCommitted: false, isLost: false };
}

/** Runs work within a savepoint, so that the transaction can continue after an {@linkcode ApplyFailure}. */
async function undoable<T>(
  queries: Queries,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  await queries.all("SAVEPOINT change");
  try {
    return await work(queries);
  } catch (problem) {
    if (problem instanceof ApplyFailure) await queries.all("ROLLBACK TO SAVEPOINT change");
    throw problem;
  }
}

function mustRepeat({ isCommitted, isLost }: Session): boolean {
  return isLost && !isCommitted;
}
