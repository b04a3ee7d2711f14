import { deepEqual, equal, ok } from "node:assert/strict";
import { IS_FULL_TIER } from "../../tools/tier.ts";
import { startChild } from "./child_process.ts";
import { forEachDatabase } from "./on_both.ts";
import { withOwnPostgres } from "./own_postgres.ts";

/** Numbers of acknowledged writes before each kill. */
const KILLS = IS_FULL_TIER ? Array.from({ length: 25 }, (_, index) => 1 + index * 7) : [1, 5, 40];

forEachDatabase(
  "acknowledged writes survive a kill of the server",
  async (database, tested) => {
    for (const count of KILLS) {
      await database.transaction((queries) => queries.all("DELETE FROM secrets"));
      const { process, lines } = startChild("writing_child.ts", tested);
      const acknowledged: string[] = [];
      for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
        acknowledged.push(line.value);
        if (acknowledged.length === count) process.kill("SIGKILL");
      }
      await process.stdin.close();
      equal((await process.status).signal, "SIGKILL");
      const rows = await (await tested.open()).all("SELECT name, value FROM secrets");
      const kept = new Set(rows.map(({ name }) => name));
      deepEqual(acknowledged.filter((number) => !kept.has(number)), [], `Killed at ${count}`);
      ok(rows.every(({ value }) => value === "second"), "Half of a transaction");
    }
  },
);

Deno.test("acknowledged writes survive a crash of Postgres", () =>
  withOwnPostgres(async (database, postgres) => {
    const acknowledged: number[] = [];
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let number = writer;; number += 8) {
        try {
          await database.transaction((queries) =>
            queries.all("INSERT INTO secrets (name, value) VALUES ($1, '')", String(number))
          );
        } catch (problem) {
          return problem;
        }
        if (acknowledged.push(number) === 100) resolve();
      }
    });
    await enough;
    await postgres.halt();
    const problems = await Promise.all(writers);
    deepEqual(problems.map((problem) => problem instanceof Error && problem.name), [
      ...Array.from({ length: 8 }, () => "DatabaseError"),
    ]);
    await postgres.resume();
    const kept = new Set((await database.all("SELECT name FROM secrets")).map(({ name }) => name));
    deepEqual(acknowledged.filter((number) => !kept.has(String(number))), []);
  }));
