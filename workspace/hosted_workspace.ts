/** A project in the database. */

import type { Change, Snapshot } from "../core/change_set.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { createTurns, type Turns } from "../core/turns.ts";
import type { Database } from "../storage/database.ts";
import { changed, outcomeOf } from "./apply_failure.ts";
import { commit, type HostedActor } from "./hosted_commit.ts";
import { type HostedPlace, type HostedSnapshot, Moved, openSnapshot } from "./hosted_snapshot.ts";
import { changedTree } from "./path_tree.ts";
import {
  type ApplyOutcome,
  type Entry,
  type KeptChange,
  type LockOutcome,
  NOTHING_RECOVERED,
  type Workspace,
} from "./workspace.ts";

/** How often work is done anew because another server was faster. */
const MOST_TRIES = 20;

/** What holds while work runs. */
interface Session {
  snapshot: HostedSnapshot;
  readonly mayWrite: boolean;
  /** Whether something of the work was committed: then it is never done anew. */
  isCommitted: boolean;
  /** Whether somebody else changed the project meanwhile. */
  isLost: boolean;
}

/** A project, as its server knows it. */
export interface HostedProjectOptions {
  readonly name: string;
  /** Lets work of this server on the project wait for each other, so that it need not be done anew. */
  readonly takeProjectTurn: Turns;
}

/**
 * Makes the workspace of a project in the database, which need not exist yet. Nothing is locked while
 * work runs: what it reads is of one revision, and applying fails if there is another by then, on this
 * server or any other. Then the work is done anew.
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
  readonly #takeProjectTurn: Turns;
  /** There is one session at a time. */
  readonly #takeTurn = createTurns();
  #session: Session | null = null;

  constructor(
    database: Database,
    actor: HostedActor,
    { name, takeProjectTurn }: HostedProjectOptions,
  ) {
    this.#database = database;
    this.#actor = actor;
    this.#place = { accountId: actor.accountId, name };
    this.#takeProjectTurn = takeProjectTurn;
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

  async apply(changes: readonly Change[]): Promise<ApplyOutcome> {
    const session = this.#session;
    if (session === null || !session.mayWrite) {
      throw new Error("Cannot apply outside of exclusively");
    }
    const [first, ...rest] = changes;
    if (first === undefined) return { kind: "applied" };
    return await outcomeOf(() => this.#commit(session, [first, ...rest]));
  }

  async #run<T>(work: () => Promise<T>, mayWrite: boolean): Promise<LockOutcome<T>> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const snapshot = await openSnapshot(this.#database, this.#place);
      const session = { snapshot, mayWrite, isCommitted: false, isLost: false };
      this.#session = session;
      try {
        const value = await work();
        if (!mustRepeat(session)) return { kind: "done", value, ...NOTHING_RECOVERED };
      } catch (problem) {
        if (!mustRepeat(session)) throw problem;
      } finally {
        this.#session = null;
      }
    }
    return { kind: "busy" };
  }

  /** Looks at the work's snapshot; outside of work, at one of its own. */
  async #onSnapshot<T>(look: (snapshot: HostedSnapshot) => Promise<T>): Promise<T> {
    const session = this.#session;
    for (let tries = 1;; tries++) {
      try {
        return await look(session?.snapshot ?? await openSnapshot(this.#database, this.#place));
      } catch (problem) {
        if (!(problem instanceof Moved)) throw problem;
        if (session !== null) session.isLost = true;
        if (session !== null || tries === MOST_TRIES) throw problem;
      }
    }
  }

  async #commit(
    session: Session,
    changes: readonly [Change, ...Change[]],
  ): Promise<KeptChange> {
    const { snapshot } = session;
    const paths = changes.map(({ path }) => path);
    const texts = await this.#onSnapshot((each) => each.texts(paths));
    const tree = changedTree(snapshot.tree, changes, texts);
    const planned = { name: this.#place.name, head: snapshot.head, changes };
    const committed = await commit(this.#database, this.#actor, planned);
    if (committed === null) {
      session.isLost = true;
      throw changed(changes[0].path);
    }
    session.isCommitted = true;
    session.snapshot = snapshot.changed(committed.head, tree);
    return committed.change;
  }
}

function mustRepeat({ isCommitted, isLost }: Session): boolean {
  return isLost && !isCommitted;
}
