/**
 * A real Postgres for tests and benchmarks, in a temporary folder that is removed when Postgres stops.
 *
 * `deno run -A tools/postgres.ts` starts one, prints its URL, and runs until Ctrl-C.
 */

import { createHash } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { freePort } from "./free_port.ts";
import { runCommand } from "./run_command.ts";

const DEBIAN_VERSIONS = "/usr/lib/postgresql";

/** Postgres does not run as root. */
const SERVICE_USER = "postgres";

const USER = "layerwright";

/** A password with characters that must be escaped in a URL. */
const PASSWORD = "open/sesame@home:5432?#%";

/** The arguments of `initdb`, except paths. */
const INITDB = [
  "--no-sync",
  `--username=${USER}`,
  "--auth=scram-sha-256",
  "--encoding=UTF8",
  "--locale=C.UTF-8",
  // Like most servers, this sorts text differently from SQLite.
  "--locale-provider=icu",
  "--icu-locale=en-US",
];

const CACHE = fileURLToPath(new URL("../.cache/postgres", import.meta.url));

const PORT_ATTEMPTS = 5;

/**
 * A shell script that starts and halts the server on commands from stdin, and prints exit codes. When
 * stdin closes, it stops the server and removes the folder, even if the parent process crashed.
 */
const KEEPER = `
trap '' INT TERM HUP
binaries=$1 folder=$2
cd "$folder" || exit
pg_ctl() { "$binaries/pg_ctl" -D data -l log -w "$@" >>log 2>&1; }
while read -r command port; do
  case $command in
    start) pg_ctl start -o "-p $port" ;;
    halt) pg_ctl stop -m immediate ;;
  esac
  echo $?
done
pg_ctl stop -m immediate
cd /
rm -rf "$folder"
`;

/** A running server. */
export interface Postgres {
  /** Creates an empty database, and returns its URL with the password. */
  newDatabase(): Promise<string>;
  /** Returns the id of the server's main process. */
  processId(): Promise<number>;
  /** Stops the server like a crash. */
  halt(): Promise<void>;
  /** Starts the halted server again, at the same address and with the same databases. */
  resume(): Promise<void>;
  /** Stops the server, and removes its files. */
  stop(): Promise<void>;
}

/**
 * Starts a server.
 *
 * @param options.durable Whether commits survive a power cut, which makes them slower.
 * @throws {Error} If Postgres is not installed, or does not start.
 */
export async function startPostgres({ durable = false } = {}): Promise<Postgres> {
  const binaries = await binariesFolder();
  const folder = await Deno.makeTempDir({ prefix: "layerwright-postgres-" });
  await initialise(binaries, folder, durable);
  const keeper = new Keeper(binaries, folder);
  const port = await startOnFreePort(keeper, folder);
  const address = (database: string) =>
    `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}`;
  return {
    async newDatabase() {
      const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
      await run(address("postgres"), `CREATE DATABASE ${name}`);
      return address(name);
    },
    async processId() {
      const file = await Deno.readTextFile(join(folder, "data", "postmaster.pid"));
      return Number(file.split("\n")[0]);
    },
    async halt() {
      if (!await keeper.send("halt")) throw await failure(folder);
    },
    async resume() {
      if (!await keeper.send(`start ${port}`)) throw await failure(folder);
    },
    stop: () => keeper.stop(),
  };
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

/** Creates the server's files in a folder. */
async function initialise(binaries: string, folder: string, durable: boolean): Promise<void> {
  const cluster = await cachedCluster(binaries);
  await ownByServiceUser(folder);
  const data = join(folder, "data");
  await copy(cluster, data);
  const settings = [
    "listen_addresses = '127.0.0.1'",
    "unix_socket_directories = ''",
    "deadlock_timeout = '50ms'",
    ...(durable ? [] : ["fsync = off", "full_page_writes = off"]),
  ];
  const file = join(data, "postgresql.conf");
  await Deno.writeTextFile(file, `${settings.join("\n")}\n`, { append: true });
}

/** Returns the files of a new server, to be copied, because `initdb` computes longer than a copy takes. */
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

function asServiceUser(command: readonly string[]): readonly string[] {
  if (Deno.uid() !== 0) return command;
  return [
    "setpriv",
    `--reuid=${SERVICE_USER}`,
    `--regid=${SERVICE_USER}`,
    "--init-groups",
    ...command,
  ];
}

/** The process that runs {@linkcode KEEPER}. */
class Keeper {
  readonly #child: Deno.ChildProcess;
  readonly #commands: WritableStreamDefaultWriter<Uint8Array>;
  readonly #answers: ReadableStreamDefaultReader<string>;

  constructor(binaries: string, folder: string) {
    const [program = "", ...args] = asServiceUser(["sh", "-c", KEEPER, "sh", binaries, folder]);
    this.#child = new Deno.Command(program, {
      args,
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    this.#commands = this.#child.stdin.getWriter();
    this.#answers = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** Sends a command, and reports whether it succeeded. */
  async send(command: string): Promise<boolean> {
    await this.#commands.write(new TextEncoder().encode(`${command}\n`));
    const { value } = await this.#answers.read();
    return value === "0\n";
  }

  async stop(): Promise<void> {
    await this.#commands.close();
    await this.#answers.read();
    await this.#child.status;
  }
}

async function startOnFreePort(keeper: Keeper, folder: string): Promise<number> {
  for (let attempt = 0; attempt < PORT_ATTEMPTS; attempt += 1) {
    const port = freePort();
    if (await keeper.send(`start ${port}`)) return port;
    // Another program may have taken the port.
  }
  const problem = await failure(folder);
  await keeper.stop();
  throw problem;
}

async function failure(folder: string): Promise<Error> {
  return new Error(
    `Postgres did not start or stop\n${await Deno.readTextFile(join(folder, "log"))}`,
  );
}

async function run(address: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

if (import.meta.main) {
  const postgres = await startPostgres({ durable: true });
  console.log(await postgres.newDatabase());
  const { promise: interrupted, resolve } = Promise.withResolvers<void>();
  Deno.addSignalListener("SIGINT", resolve);
  await interrupted;
  await postgres.stop();
}
