/**
 * The history of stored projects: its entries, undoing and redoing, limits, and concurrent servers.
 */

import { deepEqual, equal, ok } from "node:assert/strict";
import { EMPTY_HISTORY, HISTORY_LIMITS } from "../../../core/history.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import type { HostedActor } from "../../../hosted/projects/commit.ts";
import { lockProject } from "../../../hosted/projects/snapshot.ts";
import { keepStep, readStoredHistory } from "../../../hosted/projects/stored_history.ts";
import { deleteHostedProject, readHostedProject } from "../../../hosted/projects/whole_project.ts";
import {
  generateApi,
  generateRoute,
  generateSubroute,
  history,
  redo,
  removeRoute,
  showChange,
  undo,
} from "../../../mod.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import { hostedWorkspace, makeAccount, otherServer } from "./account.ts";

const SPEC = { routes: { products: { type: "GET" } } } as const;

async function shop(database: Database) {
  const account = await makeAccount(database, "acc_1");
  const workspace = await hostedWorkspace(database, account);
  await generateApi(workspace, "shop", SPEC);
  return { account, workspace };
}

async function filesOf(database: Database, { id: accountId }: HostedActor) {
  return [...(await readHostedProject(database, { accountId, name: "shop" }))?.files ?? []].sort();
}

forEachDatabase(
  "history() of a stored project tells who did what, with which key",
  async (database) => {
    const { account: { author }, workspace } = await shop(database);
    await generateSubroute(workspace, "products", "sale");
    await generateSubroute(workspace, "products", "sale");
    const { data } = await history(workspace);
    deepEqual(
      data?.applied.map(({ author, command, files, state }) => [author, command, files, state]),
      [
        [author, "generate subroute products sale", 5, "applied"],
        [author, "generate api shop --json spec.json", 27, "created"],
      ],
    );
    const { changes } = await showChange(workspace, data?.applied[0]?.id ?? "", { diff: true });
    ok(changes.some(({ diff }) => diff?.includes("+    def get_sale")));
  },
);

forEachDatabase(
  "undo() and redo() of a stored project give back the same files",
  async (database) => {
    const { account, workspace } = await shop(database);
    const trees = [await filesOf(database, account)];
    for (
      const command of [
        () => generateRoute(workspace, "orders"),
        () => generateSubroute(workspace, "products", "sale", { mock: { "ü": "\u{1f389}" } }),
        () => removeRoute(workspace, "orders"),
      ]
    ) {
      equal((await command()).status, "applied");
      trees.push(await filesOf(database, account));
    }
    for (const tree of trees.slice(0, -1).reverse()) {
      equal((await undo(workspace)).status, "applied");
      deepEqual(await filesOf(database, account), tree);
    }
    const { status, message } = await undo(workspace);
    equal(status, "refused");
    ok(message.includes("it created the project"));
    for (const tree of trees.slice(1)) {
      equal((await redo(workspace)).status, "applied");
      deepEqual(await filesOf(database, account), tree);
    }
  },
);

forEachDatabase(
  "of many servers that undo at once, one undoes each change",
  async (database, tested) => {
    const { account, workspace } = await shop(database);
    await generateRoute(workspace, "orders");
    const before = await filesOf(database, account);
    await generateRoute(workspace, "users");
    const { data } = await history(workspace);
    const id = data?.applied[0]?.id ?? "";
    const servers = [database, await otherServer(database, tested)];
    const reports = await Promise.all(
      Array.from(
        { length: 8 },
        async (_, index) =>
          await undo(await hostedWorkspace(servers[index % 2] ?? database, account), { id }),
      ),
    );
    deepEqual(
      reports.map(({ status }) => status).sort(),
      [
        "applied",
        ...Array.from({ length: 7 }, () => "unchanged"),
      ],
    );
    deepEqual(await filesOf(database, account), before);
  },
);

forEachDatabase("a change that is not committed leaves no entry", async (database) => {
  const { account, workspace } = await shop(database);
  const full = await hostedWorkspace(database, {
    ...account,
    quotas: { ...account.quotas, bytes: 1 },
  });
  equal((await generateRoute(full, "orders")).status, "failed");
  equal((await history(workspace)).data?.applied.length, 1);
});

forEachDatabase("a project takes its history with it", async (database) => {
  const { account, workspace } = await shop(database);
  await generateRoute(workspace, "orders");
  await deleteHostedProject(database, account, "shop");
  await generateApi(workspace, "shop", SPEC);
  deepEqual((await history(workspace)).data?.applied.map(({ command }) => command), [
    "generate api shop --json spec.json",
  ]);
  equal((await database.all("SELECT name FROM history_records")).length, 0);
});

forEachDatabase("a stored history is limited in entries and in bytes", async (database) => {
  const { account } = await shop(database);
  const place = { accountId: account.id, name: "shop" };
  const [head] = await database.all<{ id: string; revision: number }>(
    "SELECT id, revision FROM projects",
  );
  ok(head);
  const content = "A".repeat(HISTORY_LIMITS.bytes / 4);
  await database.transaction(async (queries) => {
    await lockProject(queries, place);
    for (let count = 0; count < HISTORY_LIMITS.entries + 5; count++) {
      const command = { command: `${count}`, changeSet: "", endpoints: null, isCreation: false };
      const isLarge = count > HISTORY_LIMITS.entries - 5;
      const step = { step: { kind: "change" as const, command }, files: 1 };
      const kept = { ...step, content: isLarge ? content : "AAAA" };
      await keepStep(queries, head.id, kept, { author: null, at: count });
    }
  });
  const { entries } = await readStoredHistory(database, head) ?? EMPTY_HISTORY;
  equal(entries.length, HISTORY_LIMITS.entries);
  equal(entries.at(-1)?.command, `${HISTORY_LIMITS.entries + 4}`);
  const [stored] = await database.all<{ bytes: number; records: number }>(
    "SELECT SUM(octet_length(content)) AS bytes, COUNT(*) AS records FROM history_records",
  );
  equal(stored?.bytes, HISTORY_LIMITS.bytes);
  equal(stored?.records, 4);
});
