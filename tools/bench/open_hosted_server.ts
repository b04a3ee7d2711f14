/** The hosted server with a gate that accepts everyone as its owner, without a database query. */

import { createLastUse } from "../../hosted/accounts/last_use.ts";
import { createPasswords } from "../../hosted/accounts/password.ts";
import { serverSecret } from "../../hosted/accounts/server_secret.ts";
import { createUsage } from "../../hosted/accounts/usage.ts";
import { SCOPES } from "../../core/scopes.ts";
import { createHostedApp } from "../../hosted/http/app.ts";
import { readHostedSettings } from "../../hosted/http/settings.ts";
import { listen, logFor } from "../../http/listen.ts";
import { first } from "../../hosted/storage/database.ts";
import { openDatabase } from "../../hosted/storage/open_database.ts";

const settings = readHostedSettings((name) => Deno.env.get(name));
if ("severity" in settings) throw new Error(settings.message);
const database = await openDatabase({
  url: settings.databaseUrl ?? undefined,
  file: `${settings.dataFolder}/layerwright.db`,
});
const owner = await first<{ id: string }>(database, "SELECT id FROM accounts");
if (owner === null) throw new Error("The database has no owner");
const output = {
  isTerminal: false,
  usesColour: false,
  write: (text: string) => void Deno.stderr.writeSync(new TextEncoder().encode(text)),
};
const log = logFor(output);
const scopes = new Set(SCOPES);
let origin = "";
const app = createHostedApp({
  database,
  passwords: createPasswords(),
  secret: await serverSecret(database),
  limits: settings.limits,
  usage: createUsage(database, settings.limits.callsPerDay),
  lastUse: createLastUse(),
  clientAddress: null,
  allowedHosts: settings.allowedHosts,
  log,
  now: () => performance.now(),
  time: () => Date.now(),
  origin: () => origin,
  gate: (_, client) => ({
    id: owner.id,
    scopes,
    client,
    author: null,
    isOperator: true,
    subject: null,
  }),
});
await listen({
  ...settings,
  portSetting: "LAYERWRIGHT_PORT",
  isTrusted: () => true,
  telemetry: null,
  app,
  log,
  output,
  announce(local) {
    origin = local;
    log("info", { message: "listening", mcp: `${local}/mcp` });
  },
});
await database.close();
Deno.exit();
