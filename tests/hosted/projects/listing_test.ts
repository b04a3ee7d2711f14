/** Listings for the dashboard: only an account's own, in order, and limited. */

import { deepEqual, equal } from "node:assert/strict";
import { EMPTY_HISTORY } from "../../../core/history.ts";
import { openHostedProjects } from "../../../hosted/projects/account_projects.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import {
  filesAmong,
  hasHostedProject,
  listHostedChanges,
  listHostedFiles,
  listHostedProjects,
  readHostedChange,
  readHostedFile,
  readHostedHistory,
  readHostedSummary,
} from "../../../hosted/projects/listing.ts";
import { generateRoute } from "../../../mod.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import { hostedWorkspace, makeAccount, storeAll } from "./account.ts";

const OWNED = [
  ["acc_1", "shop", "1é"],
  ["acc_1", "Zoo", "22"],
  ["acc_1", "library", "333"],
  ["acc_2", "shop", "4444"],
] as const;

/** Creates projects with two changes each. */
async function makeProjects(database: Database): Promise<void> {
  for (const [index, id] of ["acc_1", "acc_2"].entries()) {
    const actor = { ...await makeAccount(database, id), now: () => 100 + index };
    for (const [accountId, name, text] of OWNED) {
      if (accountId !== id) continue;
      const workspace = await hostedWorkspace(database, actor, name);
      await storeAll(workspace, { "b/c.py": text, "a.py": "" });
      await storeAll(workspace, { "B.py": text });
    }
  }
}

const ABSENT = [
  ["acc_2", "library"],
  ["acc_3", "shop"],
  ["acc_1", "absent"],
  ["acc_1", "'; --"],
  ["acc_1", "\0"],
] as const;

forEachDatabase(
  "listHostedProjects() lists an account's own projects by name",
  async (database) => {
    await makeProjects(database);
    deepEqual(await listHostedProjects(database, "acc_1"), [
      { name: "Zoo", revision: 2, updatedAt: 100, files: 3, bytes: 18 },
      { name: "library", revision: 2, updatedAt: 100, files: 3, bytes: 20 },
      { name: "shop", revision: 2, updatedAt: 100, files: 3, bytes: 20 },
    ]);
    deepEqual(await listHostedProjects(database, "acc_2"), [
      { name: "shop", revision: 2, updatedAt: 101, files: 3, bytes: 22 },
    ]);
    deepEqual(await listHostedProjects(database, "acc_3"), []);
  },
);

forEachDatabase("listHostedFiles() lists a project's own files by path", async (database) => {
  await makeProjects(database);
  for (const [accountId, name, text] of OWNED) {
    const bytes = new TextEncoder().encode(text).length;
    const list = (most: number) => listHostedFiles(database, { accountId, name }, most);
    deepEqual(await list(3), [
      { path: "B.py", bytes },
      { path: "a.py", bytes: 0 },
      { path: "b/c.py", bytes },
    ]);
    equal((await list(2)).length, 2);
  }
  for (const [accountId, name] of ABSENT) {
    deepEqual(await listHostedFiles(database, { accountId, name }, 3), []);
  }
});

forEachDatabase("a summary counts a project's own files and their Python", async (database) => {
  await makeProjects(database);
  for (const [accountId, name, text] of OWNED) {
    const place = { accountId, name };
    const actor = await makeAccount(database, `${accountId}_${name}`);
    equal(await hasHostedProject(database, { ...place, accountId: actor.id }), false);
    equal(await hasHostedProject(database, place), true);
    deepEqual(await readHostedSummary(database, place), {
      revision: 2,
      updatedAt: accountId === "acc_1" ? 100 : 101,
      files: 3,
      pathBytes: "B.pya.pyb/c.py".length,
      pythonBytes: 2 * new TextEncoder().encode(text).length,
    });
  }
  const actor = await makeAccount(database, "acc_3");
  const workspace = await hostedWorkspace(database, actor, "mixed");
  await storeAll(workspace, { "py": "1", ".py": "22", "a.pyc": "333", "é/b.PY": "4444" });
  const summary = await readHostedSummary(database, { accountId: "acc_3", name: "mixed" });
  deepEqual([summary?.files, summary?.pathBytes, summary?.pythonBytes], [4, 17, 2]);
  for (const [accountId, name] of ABSENT) {
    equal(await readHostedSummary(database, { accountId, name }), null);
    equal(await hasHostedProject(database, { accountId, name }), false);
  }
});

forEachDatabase("filesAmong() finds only files of the given project", async (database) => {
  await makeProjects(database);
  const place = { accountId: "acc_1", name: "shop" };
  const asked = ["a.py", "b", "b/c.py", "b/c.py", "absent.py", "../a.py", "a\0", "\ud800"];
  deepEqual([...await filesAmong(database, place, asked)].sort(), ["a.py", "b/c.py"]);
  deepEqual([...await filesAmong(database, place, [])], []);
  for (const [accountId, name] of ABSENT) {
    deepEqual([...await filesAmong(database, { accountId, name }, asked)], []);
  }
});

forEachDatabase("readHostedHistory() reads only a project's own history", async (database) => {
  await makeProjects(database);
  const place = { accountId: "acc_1", name: "shop" };
  const actor = { ...await makeAccount(database, "acc_9"), now: () => 7 };
  const project = await openHostedProjects(database, actor).open("shop");
  if ("severity" in project) throw new Error(project.message);
  await generateRoute(project.workspace, "products");
  deepEqual(await readHostedHistory(database, place), EMPTY_HISTORY);
  const { entries } = await readHostedHistory(database, { ...place, accountId: "acc_9" });
  deepEqual(entries.map(({ command, time }) => [command, time]), [[
    "generate route products",
    7,
  ]]);
  for (const [accountId, name] of ABSENT) {
    deepEqual(await readHostedHistory(database, { accountId, name }), EMPTY_HISTORY);
  }
});

forEachDatabase(
  "readHostedFile() reads the beginning of a project's own file",
  async (database) => {
    await makeProjects(database);
    for (const [accountId, name, text] of OWNED) {
      const read = (most: number, path = "b/c.py") =>
        readHostedFile(database, { accountId, name }, path, most);
      deepEqual(await read(text.length), { text, isWhole: true });
      deepEqual(await read(text.length - 1), { text: text.slice(0, -1), isWhole: false });
      deepEqual(await read(1, "a.py"), { text: "", isWhole: true });
      for (const path of ["c.py", "b", "../shop/a.py", "", "a\0", "\ud800"]) {
        equal(await read(9, path), null, path);
      }
    }
    for (const [accountId, name] of ABSENT) {
      equal(await readHostedFile(database, { accountId, name }, "a.py", 9), null);
    }
  },
);

forEachDatabase(
  "listHostedChanges() lists a project's own changes, newest first",
  async (database) => {
    await makeProjects(database);
    const seen = new Set<string>();
    for (const [accountId, name] of OWNED) {
      const list = (most: number) => listHostedChanges(database, { accountId, name }, most);
      const all = await list(9);
      deepEqual(all.map(({ revision }) => revision), [2, 1]);
      deepEqual(await list(1), all.slice(0, 1));
      for (const { id } of all) seen.add(id);
    }
    equal(seen.size, 2 * OWNED.length);
    for (const [accountId, name] of ABSENT) {
      deepEqual(await listHostedChanges(database, { accountId, name }, 9), []);
    }
  },
);

forEachDatabase(
  "readHostedChange() reads a change only of the given project",
  async (database) => {
    await makeProjects(database);
    for (const [accountId, name, text] of OWNED) {
      const place = { accountId, name };
      const [newest] = await listHostedChanges(database, place, 1);
      const id = newest?.id ?? "";
      const change = await readHostedChange(database, place, id, 10_000);
      const patch = change?.patch.text ?? "";
      deepEqual(change, { ...newest, patch: { text: patch, isWhole: true } });
      equal(patch.includes(`+${text}`), true);
      const most = [...patch].length;
      equal((await readHostedChange(database, place, id, most))?.patch.isWhole, true);
      deepEqual((await readHostedChange(database, place, id, most - 1))?.patch, {
        text: patch.slice(0, -1),
        isWhole: false,
      });
      for (const [otherId, otherName] of [...OWNED, ...ABSENT]) {
        if (otherId === accountId && otherName === name) continue;
        const other = { accountId: otherId, name: otherName };
        equal(await readHostedChange(database, other, id, 9), null, `${otherId} ${otherName}`);
      }
    }
    const place = { accountId: "acc_1", name: "shop" };
    for (const id of ["", "chg_", "'; --", `chg_${crypto.randomUUID()}`]) {
      equal(await readHostedChange(database, place, id, 9), null);
    }
  },
);
