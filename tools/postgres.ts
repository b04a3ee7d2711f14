/**
 * A real Postgres for tests and benchmarks, in a temporary folder that is removed when Postgres stops.
 *
 * `deno run -A tools/postgres.ts` starts one, prints its URL, and runs until Ctrl-C.
 */

import { join } from "node:path";
import { freePort } from "./free_port.ts";
import { asServiceUser, type Cluster, createCluster, PASSWORD, USER } from "./postgres_cluster.ts";
import { connectToDatabases } from "./postgres_databases.ts";

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
  /** The URL of the database that every server has, with the password. */
  readonly url: string;
  /** Creates an empty database, and returns its URL with the password. */
  newDatabase(): Promise<string>;
  /** Returns the id of the server's main process. */
  processId(): Promise<number>;
  /** Stops the server as a crash would. */
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
  const cluster = await createCluster({ durable });
  const { folder } = cluster;
  const keeper = new Keeper(cluster);
  const port = await startOnFreePort(keeper, folder);
  const url = `postgres://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`;
  return {
    url,
    async newDatabase() {
      const databases = await connectToDatabases(url);
      try {
        return await databases.create();
      } finally {
        await databases.close();
      }
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

/** The process that runs {@linkcode KEEPER}. */
class Keeper {
  readonly #child: Deno.ChildProcess;
  readonly #commands: WritableStreamDefaultWriter<Uint8Array>;
  readonly #answers: ReadableStreamDefaultReader<string>;

  constructor({ binaries, folder }: Cluster) {
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

if (import.meta.main) {
  const postgres = await startPostgres({ durable: true });
  console.log(await postgres.newDatabase());
  const { promise: interrupted, resolve } = Promise.withResolvers<void>();
  Deno.addSignalListener("SIGINT", resolve);
  await interrupted;
  await postgres.stop();
}
