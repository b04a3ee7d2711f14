import { equal, match } from "node:assert/strict";
import {
  isMacOf,
  macOf,
  type MacPurpose,
  serverSecret,
} from "../../../hosted/accounts/server_secret.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import { rowsOf, twoServers } from "./made_accounts.ts";

const PURPOSES: readonly MacPurpose[] = ["form", "link", "cookie", "upstream"];

forEachDatabase(
  "serverSecret() returns the same secret to all servers",
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

forEachDatabase("serverSecret() only reads once the secret exists", async (database) => {
  const secret = await serverSecret(database);
  const reading: Database = {
    kind: database.kind,
    all: (sql, ...values) => database.all(sql, ...values),
    transaction: () => Promise.reject(new Error("A transaction was begun")),
    close: () => Promise.resolve(),
  };
  equal(await serverSecret(reading), secret);
});

forEachDatabase("serverSecret() ignores other secrets of the database", async (database) => {
  const sql = "INSERT INTO secrets (name, value) VALUES ($1, $2)";
  await database.transaction((queries) => queries.all(sql, "another", "x"));
  const secret = await serverSecret(database);
  match(secret, /^[\w-]{43}$/);
  equal(await serverSecret(database), secret);
});

Deno.test("macOf() is safe in URLs", () => {
  match(macOf("secret", "form", "a text with / and ="), /^[\w-]{43}$/);
});

for (const purpose of PURPOSES) {
  Deno.test(`isMacOf() accepts a code for '${purpose}' only with its text, secret and purpose`, () => {
    const mac = macOf("secret", purpose, "text");
    equal(isMacOf(mac, "secret", purpose, "text"), true);
    equal(isMacOf(mac, "secret", purpose, "texts"), false);
    equal(isMacOf(mac, "Secret", purpose, "text"), false);
    for (const other of PURPOSES) {
      equal(isMacOf(mac, "secret", other, "text"), other === purpose, other);
      equal(isMacOf(mac, "secret", other, `${purpose}text`), false, other);
    }
    for (const wrong of ["", mac.slice(1), `${mac}A`, mac.toLowerCase(), `é${mac.slice(2)}`]) {
      equal(isMacOf(wrong, "secret", purpose, "text"), false, wrong);
    }
  });
}
