/** The files of a real Postgres for tests and benchmarks. */

import { createHash } from "node:crypto";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "./run_command.ts";

const DEBIAN_VERSIONS = "/usr/lib/postgresql";

/** Postgres does not run as root. */
const SERVICE_USER = "postgres";

/** The owner of all databases. */
export const USER = "layerwright";

/** A password with characters that must be escaped in a URL. */
export const PASSWORD = "open/sesame@home:5432?#%";

/** The arguments of `initdb`, except paths. */
const INITDB = [
  "--no-sync",
  `--username=${USER}`,
  "--auth=scram-sha-256",
  "--encoding=UTF8",
  "--locale=C.UTF-8",
  // Like the locales of most servers, this one sorts text differently from SQLite.
  "--locale-provider=icu",
  "--icu-locale=en-US",
];

const CACHE = fileURLToPath(new URL("../.cache/postgres", import.meta.url));

/** A file system in memory. Creating files there is many times faster than on a disk. */
const MEMORY = "/dev/shm";

/** Free space of {@linkcode MEMORY} that a cluster may need, in bytes. */
const MEMORY_BYTES = 2 ** 30;

/** The files of a server. */
export interface Cluster {
  /** Folder of Postgres's programs. */
  readonly binaries: string;
  /** Temporary folder, which contains the server's `data`. */
  readonly folder: string;
}

/**
 * Creates a server's files in a temporary folder.
 *
 * @param options.durable Whether commits must survive a power cut.
 * @throws {Error} If Postgres is not installed.
 */
export async function createCluster({ durable }: { readonly durable: boolean }): Promise<Cluster> {
  const binaries = await binariesFolder();
  const cached = await cachedCluster(binaries);
  const place = !durable && await hasSpace(MEMORY) ? { dir: MEMORY } : {};
  const folder = await Deno.makeTempDir({ prefix: "layerwright-postgres-", ...place });
  await ownByServiceUser(folder);
  const data = join(folder, "data");
  await copy(cached, data);
  const settings = [
    "listen_addresses = '127.0.0.1'",
    "unix_socket_directories = ''",
    "deadlock_timeout = '50ms'",
    // Keeps shared memory in the folder, so that nothing remains elsewhere if the server crashes.
    "dynamic_shared_memory_type = 'mmap'",
    // Several test files share a server, and some start several hosted servers.
    "max_connections = 300",
    ...durable ? [] : ["fsync = off", "full_page_writes = off", "max_wal_size = '64MB'"],
  ];
  const file = join(data, "postgresql.conf");
  await Deno.writeTextFile(file, `${settings.join("\n")}\n`, { append: true });
  return { binaries, folder };
}

async function binariesFolder(): Promise<string> {
  const versions = await Array.fromAsync(Deno.readDir(DEBIAN_VERSIONS))
    .catch(() => []);
  const newest = versions.map(({ name }) => Number(name)).sort((a, b) => b - a)[0];
  if (newest !== undefined) return join(DEBIAN_VERSIONS, String(newest), "bin");
  const { code, stdout } = await runCommand("pg_config", ["--bindir"])
    .catch(() => ({ code: 1, stdout: "" }));
  if (code !== 0) throw new Error("Postgres is not installed. Install the package 'postgresql'");
  return stdout.trim();
}

/** Reports whether a file system exists, and has space for a cluster. */
async function hasSpace(path: string): Promise<boolean> {
  const found = await statfs(path).catch(() => null);
  return found !== null && found.bavail * found.bsize >= MEMORY_BYTES;
}

/**
 * Returns the files of a new server, to be copied, because a copy takes less time than `initdb`.
 */
async function cachedCluster(binaries: string): Promise<string> {
  const { stdout: version } = await runCommand(join(binaries, "postgres"), ["--version"]);
  const key = createHash("sha256").update(JSON.stringify([version, INITDB, PASSWORD, Deno.uid()]));
  const cluster = join(CACHE, key.digest("hex").slice(0, 16));
  if (await exists(cluster)) return cluster;
  await Deno.mkdir(CACHE, { recursive: true });
  const staged = await Deno.makeTempDir({ dir: CACHE, prefix: "staged-" });
  // The service user may not be able to enter the cache.
  const folder = await Deno.makeTempDir({ prefix: "layerwright-postgres-" });
  try {
    await makeCluster(binaries, folder);
    await copy(join(folder, "data"), join(staged, "data"));
    await Deno.rename(join(staged, "data"), cluster);
  } catch (problem) {
    // Another process may have made it first.
    if (!await exists(cluster)) throw problem;
  } finally {
    await Deno.remove(staged, { recursive: true });
    await Deno.remove(folder, { recursive: true });
  }
  return cluster;
}

async function makeCluster(binaries: string, folder: string): Promise<void> {
  const passwordFile = join(folder, "password");
  await Deno.writeTextFile(passwordFile, PASSWORD);
  await ownByServiceUser(folder, passwordFile);
  const [program = "", ...args] = asServiceUser([
    join(binaries, "initdb"),
    `--pgdata=${join(folder, "data")}`,
    `--pwfile=${passwordFile}`,
    ...INITDB,
  ]);
  const { code, stderr } = await runCommand(program, args, { cwd: folder });
  if (code !== 0) throw new Error(`initdb failed with exit code ${code}\n${stderr}`);
}

/** Copies a folder with its owners and permissions, which Postgres checks. */
async function copy(from: string, to: string): Promise<void> {
  const { code, stderr } = await runCommand("cp", ["-a", from, to]);
  if (code !== 0) throw new Error(`cp failed with exit code ${code}\n${stderr}`);
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

async function ownByServiceUser(...paths: readonly string[]): Promise<void> {
  if (Deno.uid() !== 0) return;
  const [uid, gid] = await Promise.all(["-u", "-g"].map(serviceUserId));
  for (const path of paths) await Deno.chown(path, uid ?? null, gid ?? null);
}

async function serviceUserId(flag: string): Promise<number> {
  const { code, stdout, stderr } = await runCommand("id", [flag, SERVICE_USER]);
  if (code !== 0) throw new Error(`No user '${SERVICE_USER}' to run Postgres as\n${stderr}`);
  return Number(stdout);
}

/** Returns a command that runs as a user who may run Postgres. */
export function asServiceUser(command: readonly string[]): readonly string[] {
  if (Deno.uid() !== 0) return command;
  return [
    "setpriv",
    `--reuid=${SERVICE_USER}`,
    `--regid=${SERVICE_USER}`,
    "--init-groups",
    ...command,
  ];
}
