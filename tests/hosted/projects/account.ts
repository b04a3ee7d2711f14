/** Accounts with stored projects, for tests. */

import type { Database } from "../../../hosted/storage/database.ts";
import type { HostedActor, HostedQuotas } from "../../../hosted/projects/commit.ts";
import { openHostedProjects } from "../../../hosted/projects/account_projects.ts";
import type { Workspace } from "../../../workspace/workspace.ts";
import type { TestedDatabase } from "../storage/on_both.ts";
import { changes } from "../../workspace/changes.ts";

export const ROOMY: HostedQuotas = { projects: 1_000, bytes: 1_000_000_000, files: 100_000 };

/** Creates an account, with ample quotas by default. */
export async function makeAccount(
  database: Database,
  accountId: string,
  quotas: Partial<HostedQuotas> = {},
): Promise<HostedActor> {
  await database.transaction((queries) =>
    queries.all(
      "INSERT INTO accounts (id, email, password, role, created_at) VALUES ($1, $2, $3, $4, $5)",
      accountId,
      `${accountId}@example.com`,
      "",
      "member",
      0,
    )
  );
  return {
    id: accountId,
    client: "192.0.2.1",
    author: { account: `${accountId}@example.com`, credential: "key 'laptop' (lw_****4f2a)" },
    quotas: { ...ROOMY, ...quotas },
    now: () => 1,
  };
}

/** Opens the workspace of an account's project. */
export async function hostedWorkspace(
  database: Database,
  actor: HostedActor,
  name = "shop",
): Promise<Workspace> {
  const project = await openHostedProjects(database, actor).open(name);
  if ("severity" in project) throw new Error(project.message);
  return project.workspace;
}

/** Stores files in an empty workspace. */
export async function storeAll(
  workspace: Workspace,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const triples = Object.entries(files).map(([path, text]) => [path, null, text] as const);
  const outcome = await workspace.exclusively(() => workspace.apply(changes(...triples)));
  if (outcome.kind !== "done" || outcome.value.kind !== "applied") {
    throw new Error(JSON.stringify(outcome));
  }
}

/** Returns the database as three servers see it. */
export async function threeServers(
  database: Database,
  tested: Pick<TestedDatabase, "kind" | "open">,
): Promise<readonly Database[]> {
  return [database, await otherServer(database, tested), await otherServer(database, tested)];
}

/**
 * Returns the database as another server sees it: calls on a project do not wait for calls on the
 * first server.
 */
export function otherServer(
  database: Database,
  { kind, open }: Pick<TestedDatabase, "kind" | "open">,
): Promise<Database> {
  if (kind === "postgres") return open();
  // A second SQLite connection would block the whole process.
  return Promise.resolve({
    kind,
    all: (sql, ...values) => database.all(sql, ...values),
    transaction: (work) => database.transaction(work),
    close: () => Promise.resolve(),
  });
}
