/** Listings for the dashboard: only an account's own, in order, and limited. */

import { deepEqual, equal } from "node:assert/strict";
import type { Database } from "../../../hosted/storage/database.ts";
import {
  listHostedChanges,
  listHostedFiles,
  listHostedProjects,
  readHostedChange,
  readHostedFile,
} from "../../../hosted/projects/listing.ts";
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
    deepEqual(await listHostedFiles(database, { accountId, name }), {
      revision: 2,
      updatedAt: accountId === "acc_1" ? 100 : 101,
      files: [
        { path: "B.py", bytes },
        { path: "a.py", bytes: 0 },
        { path: "b/c.py", bytes },
      ],
    });
  }
  for (const [accountId, name] of ABSENT) {
    equal(await listHostedFiles(database, { accountId, name }), null);
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
