/** Runs the hosted server as a process. */

import { equal } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { runCommand } from "../../../tools/run_command.ts";
import { listen, serverEnvironment } from "../../http/run_server.ts";

const SERVER = fileURLToPath(new URL("../../../server.ts", import.meta.url));

/** Timeout for a server's first line, in milliseconds. */
const START_TIMEOUT_MS = 30_000;

/** The location of a server's data. */
export interface ServedPlace {
  /** The URL of Postgres; `undefined` for SQLite in the folder. */
  readonly url: string | undefined;
  readonly folder: string;
}

/** A line of a server's log. */
export interface HostedLogLine {
  readonly level: string;
  readonly message?: string;
}

/** A running server. */
export interface RunningHostedServer {
  /** Such as `http://127.0.0.1:40001`. */
  readonly origin: string;
  /** Returns the owner's link. */
  ownerLink(): Promise<string>;
  readonly pid: number;
  /** Ends the server with SIGKILL. */
  kill(): Promise<readonly HostedLogLine[]>;
  /** Ends the server with SIGTERM, if it still runs. */
  stop(): Promise<{ readonly code: number; readonly log: readonly HostedLogLine[] }>;
}

/**
 * Starts a server on a free port.
 *
 * @param settings The server's environment variables.
 * @param descriptors Maximum number of open files and connections; by default, that of the test's
 *   process.
 */
export async function startHostedServer(
  { url, folder }: ServedPlace,
  settings: Readonly<Record<string, string>> = {},
  descriptors?: number,
): Promise<RunningHostedServer> {
  const args = ["run", "--quiet", "--allow-all", SERVER];
  const env = await serverEnvironment(folder, {
    LAYERWRIGHT_MODE: "hosted",
    LAYERWRIGHT_PORT: "0",
    LAYERWRIGHT_DATA: folder,
    DATABASE_URL: url ?? "",
    ...settings,
  });
  const limited = ["sh", "-c", `ulimit -n ${descriptors} && exec "$@"`, "sh"];
  const [program = "", ...words] = [
    ...descriptors === undefined ? [] : limited,
    Deno.execPath(),
    ...args,
  ];
  const child = new Deno.Command(program, {
    args: words,
    cwd: folder,
    env,
    clearEnv: true,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const late = setTimeout(() => child.kill("SIGKILL"), START_TIMEOUT_MS);
  const said = listen(child.stderr);
  const end = async (signal: Deno.Signal) => {
    try {
      child.kill(signal);
    } catch (problem) {
      // The process has already ended.
      if (!(problem instanceof TypeError)) throw problem;
    }
    const { code } = await child.status;
    const log = (await said.all).split("\n").filter((line) => line !== "");
    return {
      code,
      // Every line must be JSON: any other output, such as a warning from Deno, is an error.
      log: log.map((line): HostedLogLine => JSON.parse(line)),
    };
  };
  const first = await said.first;
  clearTimeout(late);
  if (!first.startsWith("{")) {
    await child.status;
    throw new Error(`The server did not start\n${await said.all}`);
  }
  const { origin, port } = new URL(JSON.parse(first).mcp);
  return {
    origin,
    ownerLink: () =>
      askOwnerLink([Deno.execPath(), ...args], { ...env, LAYERWRIGHT_PORT: port }, folder),
    pid: child.pid,
    kill: async () => (await end("SIGKILL")).log,
    stop: () => end("SIGTERM"),
  };
}

/**
 * Gets the owner's link with `--owner`.
 *
 * @param command The command of the server.
 * @param env The server's full environment.
 */
export async function askOwnerLink(
  [program = "", ...args]: readonly string[],
  env: Record<string, string>,
  cwd?: string,
): Promise<string> {
  const options = { env, clearEnv: true, ...(cwd !== undefined && { cwd }) };
  const { code, stdout, stderr } = await runCommand(program, [...args, "--owner"], options);
  equal(code, 0, stderr);
  return stdout.trim();
}
