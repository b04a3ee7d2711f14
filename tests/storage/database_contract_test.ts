import { deepEqual } from "node:assert/strict";
import { forEachDatabase } from "./on_both.ts";

forEachDatabase("a value that was written is read", async (database) => {
  await database.transaction((queries) =>
    queries.all("INSERT INTO secrets (name, value) VALUES ($1, $2)", "a", "b")
  );
  deepEqual((await database.all("SELECT value FROM secrets")).map(({ value }) => value), ["b"]);
});
