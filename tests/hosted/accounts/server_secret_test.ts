import { equal, match } from "node:assert/strict";
import { serverSecret } from "../../../hosted/accounts/server_secret.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import { rowsOf, twoServers } from "./made_accounts.ts";

forEachDatabase(
  "serverSecret is one for all servers, whoever asks first",
  async (database, tested) => {
    const databases = await twoServers(database, tested);
    const secrets = await Promise.all(
      Array.from({ length: 10 }, (_, index) => serverSecret(databases[index % 2] ?? database)),
    );
    equal(new Set(secrets).size, 1);
    match(secrets[0] ?? "", /^[\w-]{43}$/);
    equal(await serverSecret(database), secrets[0]);
    equal(await rowsOf(database, "secrets"), 1);
  },
);

forEachDatabase("serverSecret writes nothing once there is a secret", async (database) => {
  const secret = await serverSecret(database);
  const reading: Database = {
    kind: database.kind,
    all: (sql, ...values) => database.all(sql, ...values),
    transaction: () => Promise.reject(new Error("A transaction was begun")),
    close: () => Promise.resolve(),
  };
  equal(await serverSecret(reading), secret);
});

forEachDatabase("serverSecret is not another secret of the database", async (database) => {
  const sql = "INSERT INTO secrets (name, value) VALUES ($1, $2)";
  await database.transaction((queries) => queries.all(sql, "another", "x"));
  const secret = await serverSecret(database);
  match(secret, /^[\w-]{43}$/);
  equal(await serverSecret(database), secret);
});
