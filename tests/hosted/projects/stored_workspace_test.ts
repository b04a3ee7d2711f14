/** Stored projects: concurrent servers, quotas, and kept changes. */

import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { projectPath } from "../../../core/project_path.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import type { HostedActor } from "../../../hosted/projects/commit.ts";
import {
  deleteHostedProject,
  readHostedPatch,
  readHostedProject,
} from "../../../hosted/projects/whole_project.ts";
import { ProjectTooLarge } from "../../../hosted/projects/snapshot.ts";
import { type OverQuota, overQuota } from "../../../hosted/projects/quota.ts";
import { openHostedProjects } from "../../../hosted/projects/account_projects.ts";
import type { ApplyOutcome, LockOutcome, Workspace } from "../../../workspace/workspace.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import { fc, IS_FULL_TIER } from "../../tools/tier.ts";
import { changes, type Triple } from "../../workspace/changes.ts";
import {
  hostedWorkspace,
  makeAccount,
  otherServer,
  ROOMY,
  storeAll,
  threeServers,
} from "./account.ts";

const COUNT = projectPath("count.txt");

/** Increments a number in a file, like an edit that depends on the text before. */
function increment(workspace: Workspace): Promise<LockOutcome<ApplyOutcome>> {
  return workspace.exclusively(async () => {
    const count = (await workspace.read([COUNT])).get(COUNT) ?? null;
    const next = String(Number(count ?? 0) + 1);
    return await workspace.apply(changes([COUNT, count, next]));
  });
}

function applyTo(workspace: Workspace, ...triples: readonly Triple[]) {
  return workspace.exclusively(() => workspace.apply(changes(...triples)));
}

async function applied(workspace: Workspace, ...triples: readonly Triple[]): Promise<string> {
  const outcome = await applyTo(workspace, ...triples);
  if (outcome.kind === "done" && outcome.value.kind === "applied") {
    return outcome.value.change?.id ?? "";
  }
  throw new Error(JSON.stringify(outcome));
}

async function valueOf(outcome: Promise<LockOutcome<ApplyOutcome>>): Promise<ApplyOutcome> {
  const ended = await outcome;
  if (ended.kind !== "done") throw new Error("The workspace was busy");
  return ended.value;
}

/** Returns the outcome of a change to one file that would exceed a quota. */
function denied({ path, ...excess }: Omit<OverQuota, "path"> & { readonly path: string }) {
  return overQuota({ path: projectPath(path), ...excess }).outcome;
}

async function filesOf(database: Database, { id: accountId }: HostedActor, name = "shop") {
  const project = await readHostedProject(database, { accountId, name });
  return project === null ? null : Object.fromEntries([...project.files].sort());
}

forEachDatabase("apply() works only inside exclusively()", async (database) => {
  const workspace = await hostedWorkspace(database, await makeAccount(database, "acc_1"));
  const apply = () => workspace.apply(changes(["new.py", null, "new"]));
  const refusal = { message: "Cannot apply outside of exclusively" };
  await rejects(apply, refusal);
  await rejects(workspace.reading(apply), refusal);
  await workspace.exclusively(() => Promise.resolve());
  await rejects(apply, refusal);
  equal((await workspace.entries(null)).length, 0);
});

forEachDatabase(
  "concurrent servers lose no change of a project",
  async (database, tested) => {
    const account = await makeAccount(database, "acc_1");
    const servers = await threeServers(database, tested);
    const outcomes = await Promise.all(
      Array.from(
        { length: 60 },
        async (_, index) =>
          await valueOf(increment(await hostedWorkspace(servers[index % 3] ?? database, account))),
      ),
    );
    deepEqual([
      ...new Set(outcomes.map(({ kind }) => kind)),
    ], ["applied"]);
    deepEqual(await filesOf(database, account), { "count.txt": "60" });
    const first = outcomes.filter((each) => each.kind === "applied" && each.change?.isFirst);
    equal(first.length, 1);
    equal((await database.all("SELECT id FROM audit WHERE event = 'project-changed'")).length, 60);
  },
);

forEachDatabase(
  "work that others overtake runs again, and finally under a lock",
  async (database, tested) => {
    const account = await makeAccount(database, "acc_1");
    const mine = await hostedWorkspace(database, account);
    const theirs = await hostedWorkspace(await otherServer(database, tested), account);
    let runs = 0;
    const outcome = await mine.exclusively(async () => {
      const count = (await mine.read([COUNT])).get(COUNT) ?? null;
      if (++runs <= 3) await increment(theirs);
      return await mine.apply(changes([COUNT, count, `mine after ${count}`]));
    });
    equal(outcome.kind === "done" && outcome.value.kind, "applied");
    equal(runs, 4);
    deepEqual(await filesOf(database, account), { "count.txt": "mine after 3" });
  },
);

forEachDatabase(
  "reading work sees one revision, however often others change the project",
  async (database, tested) => {
    const account = await makeAccount(database, "acc_1");
    const mine = await hostedWorkspace(database, account);
    const theirs = await hostedWorkspace(await otherServer(database, tested), account);
    const [a, b] = [projectPath("a"), projectPath("b")];
    await storeAll(mine, { a: "0", b: "0" });
    let runs = 0;
    const outcome = await mine.reading(async () => {
      const now = String(runs++);
      const before = (await mine.read([a])).get(a);
      await applied(theirs, ["a", now, String(runs)], ["b", now, String(runs)]);
      return [before, (await mine.read([b])).get(b)];
    });
    deepEqual(outcome.kind === "done" && outcome.value, ["3", "3"]);
  },
);

forEachDatabase(
  "work that fails after its commit does not run again",
  async (database, tested) => {
    const account = await makeAccount(database, "acc_1");
    const mine = await hostedWorkspace(database, account);
    const theirs = await hostedWorkspace(await otherServer(database, tested), account);
    for (const disturbed of [0, 3]) {
      let runs = 0;
      const outcome = mine.exclusively(async () => {
        const count = (await mine.read([COUNT])).get(COUNT) ?? null;
        if (++runs <= disturbed) await increment(theirs);
        await mine.apply(changes([COUNT, count, String(Number(count ?? 0) + 1)]));
        throw new Error("Work failed");
      });
      await rejects(outcome, /Work failed/);
      equal(runs, disturbed + 1);
    }
    deepEqual(await filesOf(database, account), { "count.txt": "5" });
  },
);

forEachDatabase(
  "work that others overtake after its commit does not run again",
  async (database, tested) => {
    const account = await makeAccount(database, "acc_1");
    const mine = await hostedWorkspace(database, account);
    const theirs = await hostedWorkspace(await otherServer(database, tested), account);
    let runs = 0;
    const outcome = mine.exclusively(async () => {
      runs++;
      await mine.apply(changes([COUNT, null, "1"]));
      await increment(theirs);
      return await mine.read([COUNT]);
    });
    await rejects(outcome, { name: "WorkspaceError", reason: "Others keep changing the project" });
    equal(runs, 1);
    deepEqual(await filesOf(database, account), { "count.txt": "2" });
  },
);

forEachDatabase("a read fails if the project keeps changing", async (database) => {
  const account = await makeAccount(database, "acc_1");
  await storeAll(await hostedWorkspace(database, account), { "count.txt": "1" });
  let tries = 0;
  const moving: Database = {
    kind: database.kind,
    async all(sql, ...values) {
      if (!sql.includes("f.text")) return await database.all(sql, ...values);
      if (++tries > 100) throw new Error("Reading never gives up");
      return [];
    },
    transaction: (work) => database.transaction(work),
    close: () => database.close(),
  };
  const workspace = await hostedWorkspace(moving, account);
  await rejects(workspace.read([COUNT]), { reason: "Others keep changing the project" });
  equal(tries, 20);
});

forEachDatabase(
  "a bug during a commit is not taken for a conflict",
  async (database) => {
    const account = await makeAccount(database, "acc_1");
    const broken: Database = {
      kind: database.kind,
      all: (sql, ...values) => database.all(sql, ...values),
      transaction: () => Promise.reject(new TypeError("A mistake of ours")),
      close: () => database.close(),
    };
    const workspace = await hostedWorkspace(broken, account);
    await rejects(applyTo(workspace, ["a", null, ""]), /A mistake of ours/);
  },
);

for (const disturbed of [0, 3]) {
  forEachDatabase(
    `a change over quota changes nothing after ${disturbed} conflicts`,
    async (database, tested) => {
      const quotas = { projects: 1, bytes: 100 };
      const account = await makeAccount(database, "acc_1", quotas);
      const mine = await hostedWorkspace(database, account);
      const theirs = await hostedWorkspace(await otherServer(database, tested), account);
      await increment(theirs);
      let runs = 0;
      const outcome = await valueOf(mine.exclusively(async () => {
        await mine.read([COUNT]);
        if (++runs <= disturbed) await increment(theirs);
        return await mine.apply(changes(["a", null, "é"], ["large", null, "x".repeat(90)]));
      }));
      deepEqual(
        outcome,
        denied({
          path: "a",
          of: "bytes",
          wanted: 98,
          used: 10,
          limit: 100,
        }),
      );
      deepEqual(await filesOf(database, account), { "count.txt": String(1 + disturbed) });
      // The revision is unchanged, too.
      const project = await readHostedProject(database, { accountId: "acc_1", name: "shop" });
      equal(project?.revision, 1 + disturbed);
      const other = await hostedWorkspace(database, account, "other");
      deepEqual(
        await valueOf(applyTo(other, ["a", null, ""])),
        denied({
          path: "a",
          of: "projects",
          wanted: 1,
          used: 1,
          limit: 1,
        }),
      );
      equal(await filesOf(database, account, "other"), null);
    },
  );
}

forEachDatabase("a new project over quota names the exceeded quota", async (database) => {
  const neighbour = await makeAccount(database, "acc_0");
  await storeAll(await hostedWorkspace(database, neighbour), { a: "x" });
  const account = await makeAccount(database, "acc_1", { projects: 1, bytes: 10 });
  for (
    const [text, of] of [["x".repeat(10), "bytes"], ["x".repeat(9), null], [
      "",
      "projects",
    ]] as const
  ) {
    const workspace = await hostedWorkspace(database, account, `p${text.length}`);
    const outcome = await valueOf(applyTo(workspace, ["a", null, text]));
    const code = outcome.kind === "denied" ? outcome.error.code : null;
    equal(code, of === null ? null : `quota-${of}`, text);
    const used = text === "" ? 1 : 0;
    if (outcome.kind === "denied") {
      match(outcome.error.message, new RegExp(`(?:has|take) ${used} of`));
    }
  }
});

forEachDatabase(
  "concurrent changes do not exceed the quota of bytes",
  async (database, tested) => {
    const account = await makeAccount(database, "acc_1", { projects: 20, bytes: 1_000 });
    const servers = [database, await otherServer(database, tested)];
    const outcomes = await Promise.all(Array.from({ length: 10 }, async (_, index) => {
      const workspace = await hostedWorkspace(servers[index % 2] ?? database, account, `p${index}`);
      return await valueOf(applyTo(workspace, ["a", null, "x".repeat(249)]));
    }));
    equal(outcomes.filter(({ kind }) => kind === "applied").length, 4);
    equal(outcomes.filter(({ kind }) => kind === "denied").length, 6);
    deepEqual((await database.all("SELECT projects, bytes FROM accounts")).map(Object.values), [[
      4,
      1_000,
    ]]);
  },
);

forEachDatabase("a project cannot exceed its quota of files", async (database) => {
  const account = await makeAccount(database, "acc_1", { files: 2 });
  const workspace = await hostedWorkspace(database, account);
  await applied(workspace, ["a", null, ""], ["b", null, ""]);
  deepEqual(
    await valueOf(applyTo(workspace, ["c", null, ""], ["d", null, ""])),
    denied({
      path: "c",
      of: "files",
      wanted: 2,
      used: 2,
      limit: 2,
    }),
  );
  await applied(workspace, ["a", "", null], ["c", null, "new"], ["b", "", "edited"]);
  deepEqual(await filesOf(database, account), { b: "edited", c: "new" });
  const lowered = { ...account, quotas: { ...ROOMY, files: 0 } };
  await applied(await hostedWorkspace(database, lowered), ["b", "edited", null]);
  deepEqual(await filesOf(database, account), { c: "new" });
});

const BUDGETS = [
  { files: 2, bytes: 5, isEnough: true },
  { files: 1, bytes: 5, isEnough: false },
  { files: 2, bytes: 4, isEnough: false },
  { files: 2, bytes: 2, isEnough: false },
] as const;

for (const { isEnough, ...budget } of BUDGETS) {
  const ends = isEnough ? "is worked on" : "is too large";
  forEachDatabase(
    `a project of two files and five bytes ${ends} with ${JSON.stringify(budget)}`,
    async (database) => {
      const account = await makeAccount(database, "acc_1");
      await storeAll(await hostedWorkspace(database, account), { a: "é", b: "xyz" });
      const project = await openHostedProjects(database, account, budget).open("shop");
      if ("severity" in project) throw new Error(project.message);
      const { workspace } = project;
      const both = [projectPath("a"), projectPath("b")];
      const write = () =>
        workspace.exclusively(async () => {
          await workspace.read(both);
          await workspace.apply(changes(["a", "é", null]));
        });
      for (const work of [() => workspace.read(both), write]) {
        if (isEnough) await work();
        else await rejects(work(), ProjectTooLarge);
      }
      equal(Object.hasOwn(await filesOf(database, account) ?? {}, "a"), !isEnough);
    },
  );
}

forEachDatabase("an account over its quota may still shrink its projects", async (database) => {
  const account = await makeAccount(database, "acc_1");
  await storeAll(await hostedWorkspace(database, account), { a: "x".repeat(50), b: "" });
  const workspace = await hostedWorkspace(database, {
    ...account,
    quotas: { ...ROOMY, projects: 0, bytes: 10 },
  });
  await applied(workspace, ["a", "x".repeat(50), "x".repeat(30)]);
  await applied(workspace, ["b", "", null]);
  const more = await valueOf(applyTo(workspace, ["c", null, ""]));
  equal(more.kind === "denied" ? more.error.code : null, "quota-bytes");
});

const PATHS = ["a", "b/c", "b/é", "d"];
const TEXTS = ["", "x", "é\r\n", "\u{1f389}".repeat(9)];

const steps = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        project: fc.constantFrom("p", "q"),
        files: fc.dictionary(
          fc.constantFrom(...PATHS),
          fc.option(fc.constantFrom(...TEXTS)),
          { minKeys: 1 },
        ),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ project: fc.constantFrom("p", "q"), files: fc.constant(null) }),
    },
  ),
  { maxLength: 8 },
);

forEachDatabase(
  "an account's usage matches its projects and their bytes",
  async (database) => {
    let made = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        const account = await makeAccount(database, `acc_${++made}`, {
          ...ROOMY,
          projects: 2,
          bytes: 60,
        });
        for (const { project, files } of steps) {
          if (files === null) await deleteHostedProject(database, account, project);
          else await overwrite(await hostedWorkspace(database, account, project), files);
        }
        const [counts] = await database.all(
          "SELECT projects, bytes, " +
            "(SELECT COUNT(*) FROM projects p WHERE p.account_id = a.id) AS own, " +
            "(SELECT COALESCE(SUM(octet_length(f.path) + octet_length(f.text)), 0) FROM files f " +
            "JOIN projects p ON p.id = f.project_id WHERE p.account_id = a.id) AS taken " +
            "FROM accounts a WHERE id = $1",
          account.id,
        );
        deepEqual([counts?.["projects"], counts?.["bytes"]], [counts?.["own"], counts?.["taken"]]);
        ok(Number(counts?.["bytes"]) <= 60);
      }),
      { numRuns: IS_FULL_TIER ? 1_000 : 30 },
    );
  },
);

/** Sets the texts of files, whatever their present texts are. */
async function overwrite(
  workspace: Workspace,
  files: Readonly<Record<string, string | null>>,
): Promise<void> {
  await workspace.exclusively(async () => {
    const paths = Object.keys(files).map(projectPath);
    const old = await workspace.read(paths);
    const triples = paths.map((path) => [path, old.get(path) ?? null, files[path] ?? null] as const)
      .filter(([, before, after]) => before !== after);
    return await workspace.apply(changes(...triples));
  });
}

const UNSTORABLE = [
  ["a NUL in a text", "a", "x\0"],
  ["a lone surrogate in a text", "a", "\ud800"],
  ["a lone surrogate in a path", "a\udfff", ""],
  ["a name that is too long for disks", "é".repeat(128), ""],
  ["a path that is too long for the index", "a/".repeat(1_000) + "a", ""],
] as const;

forEachDatabase(
  "a project cannot have a file that a database or disk rejects",
  async (database) => {
    const account = await makeAccount(database, "acc_1");
    const workspace = await hostedWorkspace(database, account);
    await storeAll(workspace, { b: "" });
    for (const [behaviour, path, text] of UNSTORABLE) {
      const outcome = await valueOf(applyTo(workspace, ["c", null, ""], [path, null, text]));
      deepEqual(
        [outcome.kind, outcome.kind === "failed" && outcome.path],
        ["failed", path],
        behaviour,
      );
      equal((await workspace.read([projectPath(path)])).size, 0);
      deepEqual(await filesOf(database, account), { b: "" });
    }
  },
);

forEachDatabase("a project keeps its newest fifty changes", async (database) => {
  const account = await makeAccount(database, "acc_1");
  const workspace = await hostedWorkspace(database, account);
  const ids: string[] = [];
  for (let count = 0; count < 53; count++) {
    ids.push(await applied(workspace, ["a", count === 0 ? null : `${count}\n`, `${count + 1}\n`]));
  }
  const place = { accountId: "acc_1", name: "shop" };
  const patches = await Promise.all(ids.map((id) => readHostedPatch(database, place, id)));
  deepEqual(patches.map((each) => each === null), ids.map((_, index) => index < 3));
  match(patches[52] ?? "", /^-52\n\+53$/m);
});

forEachDatabase("no one can access another account's project", async (database) => {
  const owner = await makeAccount(database, "acc_1");
  const other = await makeAccount(database, "acc_2");
  const workspace = await hostedWorkspace(database, owner);
  const id = await applied(workspace, ["a", null, "1\n"], [".layerwright/manifest", null, ""]);
  const place = { accountId: "acc_2", name: "shop" };
  equal(await readHostedProject(database, place), null);
  equal(await readHostedPatch(database, place, id), null);
  equal(await readHostedPatch(database, { ...place, accountId: "acc_1", name: "store" }, id), null);
  equal(await deleteHostedProject(database, other, "shop"), false);
  deepEqual(await openHostedProjects(database, other).list(10), []);
  deepEqual(await openHostedProjects(database, owner).list(10), ["shop"]);
  deepEqual(await openHostedProjects(database, owner).list(10, "x"), []);
  const [mine, theirs] = [await hostedWorkspace(database, other), workspace];
  equal((await mine.read([projectPath("a")])).size, 0);
  await applied(mine, ["a", null, "2\n"]);
  equal((await theirs.read([projectPath("a")])).get(projectPath("a")), "1\n");
  for (const name of ["", "..", "a\0", "\ud800", "x'; DROP TABLE projects; --"]) {
    equal(await readHostedProject(database, { accountId: "acc_1", name }), null);
    equal(await readHostedPatch(database, { accountId: "acc_1", name: "shop" }, name), null);
    equal(await deleteHostedProject(database, owner, name), false);
  }
});

forEachDatabase("deleting a project deletes all its data", async (database) => {
  const account = await makeAccount(database, "acc_1");
  const workspace = await hostedWorkspace(database, account);
  const id = await applied(workspace, ["a", null, "1\n"]);
  equal(await deleteHostedProject(database, account, "shop"), true);
  equal(await deleteHostedProject(database, account, "shop"), false);
  equal(await readHostedPatch(database, { accountId: "acc_1", name: "shop" }, id), null);
  deepEqual(await workspace.entries(null), []);
  for (const table of ["projects", "files", "changes"]) {
    deepEqual(await database.all(`SELECT * FROM ${table}`), []);
  }
  const events = await database.all("SELECT event, subject, client FROM audit ORDER BY event");
  deepEqual(events.map(Object.values), [
    ["project-changed", "shop", "192.0.2.1"],
    ["project-deleted", "shop", "192.0.2.1"],
  ]);
  await applied(workspace, ["a", null, "2\n"]);
  deepEqual((await database.all("SELECT projects, bytes FROM accounts")).map(Object.values), [[
    1,
    3,
  ]]);
});

forEachDatabase(
  "work cannot change a project that is deleted meanwhile",
  async (database, tested) => {
    const account = await makeAccount(database, "acc_1", ROOMY);
    const workspace = await hostedWorkspace(database, account);
    const other = await otherServer(database, tested);
    await storeAll(workspace, { a: "1" });
    let runs = 0;
    const outcome = await valueOf(workspace.exclusively(async () => {
      const before = (await workspace.read([projectPath("a")])).get(projectPath("a")) ?? null;
      if (++runs === 1) await deleteHostedProject(other, account, "shop");
      return await workspace.apply(changes(["a", before, `after ${before}`]));
    }));
    equal(outcome.kind, "applied");
    deepEqual(await filesOf(database, account), { a: "after null" });
  },
);

/** Removes an account with all its data. */
function remove(database: Database, { id: accountId }: HostedActor): Promise<unknown> {
  return database.transaction((queries) =>
    queries.all("DELETE FROM accounts WHERE id = $1", accountId)
  );
}

for (const behaviour of ["makes a project", "changes a project"]) {
  forEachDatabase(`work of a removed account that ${behaviour} is refused`, async (database) => {
    const account = await makeAccount(database, "acc_1");
    const workspace = await hostedWorkspace(database, account);
    if (behaviour === "changes a project") await applied(workspace, ["a", null, "1\n"]);
    const outcome = await valueOf(workspace.exclusively(async () => {
      await remove(database, account);
      return await workspace.apply(changes(["b", null, "2\n"]));
    }));
    deepEqual(outcome, {
      kind: "failed",
      path: projectPath("b"),
      reason: "The account was removed",
    });
  });
}

forEachDatabase(
  "a change during the account's removal is applied entirely or not at all",
  async (database) => {
    for (let round = 0; round < (IS_FULL_TIER ? 200 : 10); round++) {
      const account = await makeAccount(database, `acc_${round}`);
      const names = Array.from({ length: 6 }, (_, index) => `shop${index}`);
      const workspaces = await Promise.all(
        names.map((name) => hostedWorkspace(database, account, name)),
      );
      await applied(workspaces[0]!, ["a", null, ""]);
      await applied(workspaces[1]!, ["a", null, ""]);
      const [, ...outcomes] = await Promise.all([
        remove(database, account),
        ...workspaces.map((workspace) => valueOf(applyTo(workspace, ["b", null, "x"]))),
      ]);
      for (const outcome of outcomes) {
        ok(outcome.kind === "applied" || outcome.kind === "failed", outcome.kind);
      }
    }
    deepEqual(await database.all("SELECT name FROM projects"), []);
  },
);
