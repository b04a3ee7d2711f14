/** Runs a hosted server until a signal stops it. */

import { join, resolve } from "node:path";
import { removeExpired } from "../accounts/remove_expired.ts";
import { hasOwner, ownerCode } from "../accounts/invitations.ts";
import { resetCode } from "../accounts/reset_password.ts";
import { createLastUse, type LastUse } from "../accounts/last_use.ts";
import { createPasswords } from "../accounts/password.ts";
import { serverSecret } from "../accounts/server_secret.ts";
import { createUsage } from "../accounts/usage.ts";
import { type Diagnostic, error } from "../../core/diagnostic.ts";
import type { Environment } from "../../core/user_folders.ts";
import { VERSION } from "../../core/version.ts";
import { type Database, DatabaseError } from "../storage/database.ts";
import { openDatabase } from "../storage/open_database.ts";
import { tracedDatabase } from "../storage/traced_database.ts";
import { systemReason } from "../../workspace/system_calls.ts";
import { proxiesOf, trustedBy } from "../../http/client_address.ts";
import { createHostedApp } from "./app.ts";
import { type HostedSettings, readHostedSettings } from "./settings.ts";
import { createIsolation } from "./isolation/isolation.ts";
import { shownHost } from "../../http/address.ts";
import { listen, logFor, type ServerOutput } from "../../http/listen.ts";
import type { Log } from "../../http/log.ts";
import { openTelemetry } from "./serve_telemetry.ts";

/** The embedded database's file in the data folder. */
const DATABASE_FILE = "layerwright.db";

/** Interval between writes of the keys' last uses, in milliseconds. */
const LAST_USE_MS = 10_000;

/**
 * Interval between clean-ups, in milliseconds. The first clean-up comes earlier, because servers may be
 * restarted more often than this.
 */
const CLEAN_UP_MS = 600_000;
const FIRST_CLEAN_UP_MS = 60_000;

/**
 * Serves until a signal.
 *
 * @param cwd The folder that relative paths start from.
 * @param program The module that the server's threads run. In a thread, this module must load
 * `isolation/role.ts`.
 * @returns The exit code (130 after SIGINT, 0 after SIGTERM), or the problem.
 */
export async function serveHosted(
  env: Environment,
  cwd: string,
  output: ServerOutput,
  program: string = Deno.mainModule,
): Promise<number | Diagnostic> {
  const settings = readHostedSettings(env);
  if ("severity" in settings) return settings;
  const clientAddress = proxiesOf(settings.trustedProxies);
  if (clientAddress !== null && "severity" in clientAddress) return clientAddress;
  const found = await opened(settings, cwd);
  if ("severity" in found) return found;
  const log = logFor(output);
  const telemetry = await openTelemetry(env, log);
  const database = telemetry === null ? found : tracedDatabase(found, telemetry.trace);
  const lastUse = createLastUse();
  const { callSeconds: seconds, callMegabytes: megabytes } = settings.limits;
  const isolation = createIsolation({
    module: program,
    // One thread more than there are processors, at least 3: two busy accounts leave a thread for the others.
    threads: Math.max(2, navigator.hardwareConcurrency) + 1,
    limits: { seconds, megabytes },
  });
  let origin = settings.publicUrl;
  // The link is a secret, so it goes only to a terminal, never to a log.
  const code = output.isTerminal ? await ownerCode(database, Date.now()) : null;
  const needsOwner = !await hasOwner(database);
  const app = createHostedApp({
    database,
    passwords: createPasswords(),
    secret: await serverSecret(database),
    limits: settings.limits,
    isolation,
    upstreams: settings.upstreams,
    usage: createUsage(database, settings.limits.callsPerDay),
    lastUse,
    clientAddress,
    allowedHosts: settings.allowedHosts,
    log,
    telemetry,
    now: () => performance.now(),
    time: () => Date.now(),
    origin: () => origin ?? "http://localhost",
  });
  const cleanUp = () => removeExpired(database, Date.now());
  const chores = [
    repeat(LAST_USE_MS, log, () => lastUse.flush(database)),
    repeat(CLEAN_UP_MS, log, cleanUp),
    setTimeout(() => void attempt(log, cleanUp), FIRST_CLEAN_UP_MS),
  ];
  const end = async () => {
    chores.forEach(clearTimeout);
    await isolation.close();
    await finish(database, lastUse, log);
  };
  const ended = await listen({
    ...settings,
    app,
    log,
    output,
    portSetting: "LAYERWRIGHT_PORT",
    isTrusted: trustedBy(settings.trustedProxies),
    telemetry,
    announce(local) {
      origin ??= local;
      announce(origin, code, { log, output, kind: database.kind, needsOwner });
      warnOfOneClient(settings, { log, output });
    },
    finish: end,
  });
  if (typeof ended !== "number") await end();
  return ended;
}

/**
 * Creates a link for the owner: to create their account or, if it exists, to set a new password.
 *
 * @param cwd The folder that relative paths start from.
 * @returns The link, or the problem.
 */
export async function ownerLink(env: Environment, cwd: string): Promise<string | Diagnostic> {
  const settings = readHostedSettings(env);
  if ("severity" in settings) return settings;
  const database = await opened(settings, cwd);
  if ("severity" in database) return database;
  try {
    const origin = settings.publicUrl ?? `http://${shownHost(settings.host)}:${settings.port}`;
    const code = await ownerCode(database, Date.now());
    if (code !== null) return linkOf(origin, code);
    return `${origin}/reset?code=${await resetCode(database, Date.now())}`;
  } catch (problem) {
    if (problem instanceof DatabaseError) return error("server-failed", problem.message);
    throw problem;
  } finally {
    await database.close();
  }
}

function linkOf(origin: string, code: string): string {
  return `${origin}/owner?code=${code}`;
}

async function opened(
  { databaseUrl, dataFolder }: HostedSettings,
  cwd: string,
): Promise<Database | Diagnostic> {
  const folder = resolve(cwd, dataFolder);
  try {
    if (databaseUrl === null) Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    return await openDatabase({
      url: databaseUrl ?? undefined,
      file: join(folder, DATABASE_FILE),
    });
  } catch (problem) {
    if (problem instanceof DatabaseError) return error("server-failed", problem.message);
    const reason = systemReason(problem);
    if (reason === null) throw problem;
    return error("server-failed", `Cannot create the folder '${folder}' (${reason}).`);
  }
}

/** Repeats a chore. A failure is logged, and the next run tries again. */
function repeat(everyMs: number, log: Log, chore: () => Promise<void>) {
  return setInterval(() => void attempt(log, chore), everyMs);
}

async function attempt(log: Log, chore: () => Promise<void>): Promise<void> {
  try {
    await chore();
  } catch (problem) {
    log("error", { chore: problem instanceof Error ? problem.message : String(problem) });
  }
}

async function finish(database: Database, lastUse: LastUse, log: Log): Promise<void> {
  await attempt(log, () => lastUse.flush(database));
  await attempt(log, () => database.close());
}

/**
 * Warns if the server seems to be behind a proxy that it does not trust: all clients then have the proxy's
 * address.
 */
function warnOfOneClient(
  { publicUrl, trustedProxies }: HostedSettings,
  { log, output }: Pick<Announced, "log" | "output">,
): void {
  if (!publicUrl?.startsWith("https:") || trustedProxies.length > 0) return;
  const message = "All clients share the same limits: " +
    "set LAYERWRIGHT_TRUSTED_PROXIES to the address of the proxy in front";
  if (output.isTerminal) output.write(`Warning: ${message}\n`);
  else log("warn", { message });
}

interface Announced {
  readonly log: Log;
  readonly output: ServerOutput;
  readonly kind: Database["kind"];
  /** Whether the server has no owner yet. */
  readonly needsOwner: boolean;
}

/** @param code The code of the owner's link; `null` if the link must not be shown. */
function announce(
  origin: string,
  code: string | null,
  { log, output, kind, needsOwner }: Announced,
): void {
  if (!output.isTerminal) {
    const link = needsOwner ? { owner: "none: run 'layerwright-server --owner' for the link" } : {};
    log("info", { message: "listening", mcp: `${origin}/mcp`, database: kind, ...link });
    return;
  }
  output.write([
    `Layerwright ${VERSION} hosted server`,
    `  MCP       ${origin}/mcp`,
    `  Pages     ${origin}/login`,
    `  Health    ${origin}/health`,
    `  Database  ${kind === "sqlite" ? "SQLite" : "Postgres"}`,
    ...(code === null
      ? []
      : [`Create the owner's account within 24 hours: ${linkOf(origin, code)}`]),
    "Press Ctrl-C to stop",
    "",
  ].join("\n"));
}
