/** The projects of one account, in the database of a hosted server. */

import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { quotable } from "../../core/printable.ts";
import { createMutex, type Mutex } from "../../core/mutex.ts";
import { type Database, first } from "../storage/database.ts";
import type { HostedActor } from "./commit.ts";
import { isHostedName } from "./project_name.ts";
import type { ProjectBudget } from "./snapshot.ts";
import { createHostedWorkspace } from "./stored_workspace.ts";
import { type Project, type Projects, readWithoutLinks } from "../../workspace/projects.ts";

/**
 * Opens the projects of an account.
 *
 * @param actor The account with its quotas. The account must exist.
 * @param budget The size of the largest project to work on, or `null` for no limit. Work on a larger
 *   project throws {@linkcode ProjectTooLarge} and changes nothing.
 *
 * @example
 * ```ts
 * import { openSqlite } from "../storage/sqlite_database.ts";
 * import { openHostedProjects } from "./account_projects.ts";
 * import { equal } from "node:assert/strict";
 *
 * const folder = await Deno.makeTempDir();
 * const database = await openSqlite(`${folder}/layerwright.db`);
 * const quotas = { projects: 100, bytes: 10_000_000, files: 1_000 };
 * const actor = { id: "acc_1", client: null, author: null, quotas, now: Date.now };
 * const project = await openHostedProjects(database, actor).open("shop");
 * equal("exists" in project && project.exists, false);
 * await database.close();
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export function openHostedProjects(
  database: Database,
  actor: HostedActor,
  budget: ProjectBudget | null = null,
): Projects {
  return new HostedProjects(database, actor, budget);
}

class HostedProjects implements Projects {
  readonly foldsCase = false;
  readonly #database: Database;
  readonly #actor: HostedActor;
  readonly #budget: ProjectBudget | null;

  constructor(database: Database, actor: HostedActor, budget: ProjectBudget | null) {
    this.#database = database;
    this.#actor = actor;
    this.#budget = budget;
  }

  async open(name: string): Promise<Project | Diagnostic> {
    if (!isHostedName(name)) {
      const message = `Invalid project name '${quotable(name)}'.`;
      const hint = "Use up to 64 letters, digits, '.', '_' and '-', such as 'shop'";
      return error("project-name", message, { hint });
    }
    const { id: accountId } = this.#actor;
    const found = await first(
      this.#database,
      "SELECT id FROM projects WHERE account_id = $1 AND name = $2",
      accountId,
      name,
    );
    const takeProjectTurn = turnsOf(this.#database).of(`${accountId} ${name}`);
    const workspace = createHostedWorkspace(this.#database, this.#actor, {
      name,
      takeProjectTurn,
      budget: this.#budget,
    });
    return {
      name,
      location: name,
      exists: found !== null,
      workspace,
      readIf: (path, mayRead) => readWithoutLinks({ name, workspace }, path, mayRead),
    };
  }

  async list(limit: number, prefix = ""): Promise<readonly string[]> {
    const rows = await this.#database.all<{ name: string }>(
      "SELECT name FROM projects p WHERE account_id = $1 AND EXISTS " +
        "(SELECT 1 FROM files WHERE project_id = p.id AND path = '.layerwright/manifest')",
      this.#actor.id,
    );
    // Sorts outside the database, because databases differ in how they order letters.
    return rows.map(({ name }) => name).filter((name) => name.startsWith(prefix)).sort()
      .slice(0, limit);
  }
}

/** A mutex for each project, which exists while any call has the project open. */
class ProjectTurns {
  readonly #open = new Map<string, WeakRef<Mutex>>();
  readonly #closed = new FinalizationRegistry<string>((project) => {
    if (this.#open.get(project)?.deref() === undefined) this.#open.delete(project);
  });

  of(project: string): Mutex {
    const open = this.#open.get(project)?.deref();
    if (open !== undefined) return open;
    const turns = createMutex();
    this.#open.set(project, new WeakRef(turns));
    this.#closed.register(turns, project);
    return turns;
  }
}

const TURNS = new WeakMap<Database, ProjectTurns>();

function turnsOf(database: Database): ProjectTurns {
  const turns = TURNS.get(database) ?? new ProjectTurns();
  TURNS.set(database, turns);
  return turns;
}
