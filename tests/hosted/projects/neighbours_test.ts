/** Isolation of projects in one database. */

import { deepEqual, equal } from "node:assert/strict";
import { projectPath } from "../../../core/project_path.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import type { HostedActor } from "../../../hosted/projects/commit.ts";
import {
  deleteHostedProject,
  hostedProjectNames,
  readHostedPatch,
  readHostedProject,
} from "../../../hosted/projects/whole_project.ts";
import { openHostedProjects } from "../../../hosted/projects/account_projects.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import { changes, type Triple } from "../../workspace/changes.ts";
import { hostedWorkspace, makeAccount, ROOMY, storeAll } from "./account.ts";

/** Accounts and names of the projects, which all have the same paths. */
const PROJECTS = [
  ["acc_1", "shop2"],
  ["acc_1", "library"],
  ["acc_1", "shop"],
  ["acc_2", "shop"],
  ["acc_3", "library"],
] as const;

const MANIFEST = ".layerwright/manifest";

/** Returns a file's text, which names the project. */
function textOf(accountId: string, name: string): string {
  return `${accountId} ${name}\n`;
}

/** Creates accounts with projects at their second revision. */
async function makeNeighbours(database: Database): Promise<HostedActor> {
  const actors = new Map<string, HostedActor>();
  for (const id of ["acc_1", "acc_2", "acc_3"]) actors.set(id, await makeAccount(database, id));
  for (const [accountId, name] of PROJECTS) {
    const workspace = await hostedWorkspace(database, actors.get(accountId)!, name);
    const text = textOf(accountId, name);
    await storeAll(workspace, { "a.py": text, "b/c.py": text });
    await storeAll(workspace, { [MANIFEST]: text });
  }
  return actors.get("acc_1")!;
}

/** Returns everything stored, by project, and the accounts' usage. */
async function everything(database: Database): Promise<Map<string, unknown>> {
  const kept = new Map<string, unknown>();
  for (const [accountId, name] of PROJECTS) {
    const rows = async (columns: string, table: string) =>
      await database.all(
        `SELECT ${columns} FROM projects p ${table} WHERE p.account_id = $1 AND p.name = $2
         ORDER BY ${columns}`,
        accountId,
        name,
      );
    kept.set(`${accountId} ${name}`, [
      await rows("p.id, p.revision, p.updated_at", ""),
      await rows("path, text", "JOIN files f ON f.project_id = p.id"),
      await rows("c.id, c.revision, patch", "JOIN changes c ON c.project_id = p.id"),
    ]);
  }
  const accounts = "SELECT id, projects, bytes FROM accounts ORDER BY id";
  for (const { id, ...has } of await database.all(accounts)) kept.set(String(id), has);
  return kept;
}

/** Returns each account's stored usage, and the usage that its rows add up to. */
async function counted(database: Database): Promise<unknown> {
  return await database.all(
    `SELECT a.id, a.projects, a.bytes,
       (SELECT COUNT(*) FROM projects p WHERE p.account_id = a.id) AS own,
       (SELECT COALESCE(SUM(octet_length(f.path) + octet_length(f.text)), 0) FROM files f
        JOIN projects p ON p.id = f.project_id WHERE p.account_id = a.id) AS taken
     FROM accounts a ORDER BY a.id`,
  );
}

const OLD = textOf("acc_1", "shop");

async function apply(database: Database, actor: HostedActor, ...triples: readonly Triple[]) {
  const workspace = await hostedWorkspace(database, actor);
  const outcome = await workspace.exclusively(() => workspace.apply(changes(...triples)));
  return outcome.kind === "done" ? outcome.value.kind : outcome.kind;
}

/** Actions on the project `shop` of `acc_1`, with their results. */
const DEEDS: readonly {
  readonly behaviour: string;
  readonly changesOwn: boolean;
  readonly outcome: unknown;
  readonly run: (database: Database, actor: HostedActor) => Promise<unknown>;
}[] = [
  {
    behaviour: "updating a file",
    changesOwn: true,
    outcome: "applied",
    run: (database, actor) => apply(database, actor, ["a.py", OLD, "new\n"]),
  },
  {
    behaviour: "adding a file",
    changesOwn: true,
    outcome: "applied",
    run: (database, actor) => apply(database, actor, ["d.py", null, "new\n"]),
  },
  {
    behaviour: "removing files",
    changesOwn: true,
    outcome: "applied",
    run: (database, actor) => apply(database, actor, ["a.py", OLD, null], [MANIFEST, OLD, null]),
  },
  {
    behaviour: "a change of an outdated file",
    changesOwn: false,
    outcome: "changed",
    run: (database, actor) => apply(database, actor, ["a.py", "other\n", "new\n"]),
  },
  {
    behaviour: "a change over the quota",
    changesOwn: false,
    outcome: "denied",
    run: (database, actor) =>
      apply(database, { ...actor, quotas: { ...ROOMY, bytes: 1 } }, ["d.py", null, "new\n"]),
  },
  {
    behaviour: "deleting the project",
    changesOwn: true,
    outcome: true,
    run: (database, actor) => deleteHostedProject(database, actor, "shop"),
  },
  {
    behaviour: "deleting a project whose name others use, too",
    changesOwn: false,
    outcome: false,
    run: (database, actor) => deleteHostedProject(database, { ...actor, id: "acc_3" }, "shop"),
  },
];

for (const { behaviour, changesOwn, outcome, run } of DEEDS) {
  forEachDatabase(`${behaviour} changes no other project, nor its account`, async (database) => {
    const actor = await makeNeighbours(database);
    const before = await everything(database);
    equal(await run(database, actor), outcome);
    const after = await everything(database);
    const changed = [...before.keys()].filter((key) =>
      JSON.stringify(before.get(key)) !== JSON.stringify(after.get(key))
    );
    deepEqual(changed, changesOwn ? ["acc_1 shop", "acc_1"] : []);
    for (const { projects, bytes, own, taken } of await counted(database) as DatabaseCounts[]) {
      deepEqual([projects, bytes], [own, taken]);
    }
  });
}

type DatabaseCounts = Readonly<Record<"projects" | "bytes" | "own" | "taken", number>>;

/** Longer than any finite wait. */
const PATIENCE_MS = 5_000;

forEachDatabase("work on a project does not wait for another project", async (database) => {
  const actor = await makeNeighbours(database);
  const other = { ...actor, id: "acc_2" };
  const shop = await hostedWorkspace(database, actor, "shop");
  const { promise: othersAreDone, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(resolve, PATIENCE_MS, "waited");
  const outcome = shop.exclusively(() => othersAreDone);
  for (const [account, name] of [[actor, "shop2"], [other, "shop"]] as const) {
    const workspace = await hostedWorkspace(database, account, name);
    await workspace.exclusively(() => Promise.resolve());
  }
  resolve("done");
  clearTimeout(timer);
  const ended = await outcome;
  equal(ended.kind === "done" && ended.value, "done");
});

forEachDatabase("reading a project returns only its own texts", async (database) => {
  await makeNeighbours(database);
  for (const [accountId, name] of PROJECTS) {
    const text = textOf(accountId, name);
    const files = [["a.py", text], ["b/c.py", text], [MANIFEST, text]];
    const project = await readHostedProject(database, { accountId, name });
    deepEqual([...project?.files ?? []].sort(), files.toSorted());
    equal(project?.revision, 2);
    const actor = { id: accountId, client: null, author: null, quotas: ROOMY, now: () => 1 };
    const workspace = await hostedWorkspace(database, actor, name);
    const paths = ["a.py", "b/c.py", MANIFEST].map(projectPath);
    deepEqual([...await workspace.read(paths)].sort(), files.toSorted());
    deepEqual((await workspace.entries(null)).map((entry) => entry.name).sort(), [
      ".layerwright",
      "a.py",
      "b",
    ]);
  }
});

forEachDatabase("listing projects returns only the account's own", async (database) => {
  const actor = await makeNeighbours(database);
  const listed = {
    acc_1: ["library", "shop", "shop2"],
    acc_2: ["shop"],
    acc_3: ["library"],
    acc_none: [],
  };
  for (const [accountId, names] of Object.entries(listed)) {
    const projects = openHostedProjects(database, { ...actor, id: accountId });
    deepEqual(await projects.list(9), names);
    deepEqual(await hostedProjectNames(database, accountId), names);
    deepEqual(await projects.list(2), names.slice(0, 2));
    for (const name of ["library", "shop", "shop2", "absent"]) {
      const project = await projects.open(name);
      equal("exists" in project && project.exists, (names as string[]).includes(name));
    }
  }
  // A project without a manifest is not listed.
  await apply(database, actor, [MANIFEST, OLD, null]);
  deepEqual(await openHostedProjects(database, actor).list(9), ["library", "shop2"]);
  deepEqual(await hostedProjectNames(database, "acc_1"), ["library", "shop", "shop2"]);
});

forEachDatabase("a patch can be fetched only from its own project", async (database) => {
  await makeNeighbours(database);
  const all = await database.all<{ id: string; account_id: string; name: string }>(
    "SELECT c.id, p.account_id, p.name FROM changes c JOIN projects p ON p.id = c.project_id",
  );
  equal(all.length, 2 * PROJECTS.length);
  for (const { id, account_id, name } of all) {
    for (const [accountId, other] of PROJECTS) {
      const patch = await readHostedPatch(database, { accountId, name: other }, id);
      const isOwn = accountId === account_id && other === name;
      equal(patch?.includes(`+${textOf(accountId, name)}`) ?? false, isOwn);
      equal(patch === null, !isOwn);
    }
  }
});
