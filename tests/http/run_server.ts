/** Runs the real tool server as a process, with a temporary home and root. */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "../../tools/run_command.ts";
import { CLI_COMMAND, cliEnvironment } from "../commands/run_cli.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";

const SERVER = fileURLToPath(new URL("../../server.ts", import.meta.url));

const SERVER_COMMAND: readonly string[] = [
  Deno.execPath(),
  "run",
  "--quiet",
  "--allow-all",
  SERVER,
];

/** Starts the same tool server over standard input and output. */
export const STDIO_COMMAND: readonly string[] = [...CLI_COMMAND, "mcp"];

/** A line of the server's log. */
export interface LogLine {
  readonly level: string;
  readonly message?: string;
  /** The protocol's method. */
  readonly rpc?: string;
  readonly tool?: string;
  readonly request?: string;
  readonly status?: number;
  readonly reason?: string;
}

/** A server that listens. */
export interface RunningServer {
  /** The address of the protocol's endpoint. */
  readonly url: string;
  /** The key that the server created at its first start. */
  readonly key: string;
  /** The folder that contains the projects. */
  readonly root: string;
  /** Sends SIGTERM, and waits until the server has drained and exited. */
  stop(): Promise<{ readonly code: number; readonly log: readonly LogLine[] }>;
}

/** Runs a test with a server, and stops the server. */
export async function withServer<T>(test: (server: RunningServer) => Promise<T>): Promise<T> {
  return await inTemporaryFolder(async (folder) => {
    const home = join(folder, "home");
    const root = join(folder, "root");
    Deno.mkdirSync(home);
    Deno.mkdirSync(root);
    const [program = "", ...args] = SERVER_COMMAND;
    const child = new Deno.Command(program, {
      args,
      cwd: root,
      env: await serverEnvironment(home, { LAYERWRIGHT_PORT: "0" }),
      clearEnv: true,
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).spawn();
    const said = listen(child.stderr);
    try {
      return await test(await listening(child, said, home, root));
    } finally {
      await end(child);
      await said.all;
    }
  });
}

/**
 * Returns the environment of a server with a temporary home.
 *
 * @param settings The server's variables. The machine's own `LAYERWRIGHT_` and `XDG_` variables are
 *   left out.
 */
export async function serverEnvironment(
  home: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> {
  const inherited = Object.entries(cliEnvironment())
    .filter(([name]) => !/^(?:LAYERWRIGHT|XDG)_/.test(name));
  // By default, Deno's cache is in the home.
  return { ...Object.fromEntries(inherited), HOME: home, DENO_DIR: await denoDir(), ...settings };
}

async function denoDir(): Promise<string> {
  const { stdout } = await runCommand(Deno.execPath(), ["info", "--json"]);
  return JSON.parse(stdout).denoDir;
}

/** The output of a process on stderr. */
export interface Said {
  /** The first line; everything if there is no line break. */
  readonly first: Promise<string>;
  readonly all: Promise<string>;
}

export function listen(stderr: ReadableStream<Uint8Array<ArrayBuffer>>): Said {
  const { promise: first, resolve } = Promise.withResolvers<string>();
  const all = (async () => {
    let text = "";
    for await (const chunk of stderr.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.includes("\n")) resolve(text.slice(0, text.indexOf("\n")));
    }
    resolve(text);
    return text;
  })();
  return { first, all };
}

async function listening(
  child: Deno.ChildProcess,
  said: Said,
  home: string,
  root: string,
): Promise<RunningServer> {
  const first = await said.first;
  if (!first.startsWith("{")) throw new Error(`The server did not start\n${first}`);
  const { mcp: url } = JSON.parse(first);
  const key = Deno.readTextFileSync(join(home, ".config", "layerwright", "local-key")).trim();
  return {
    url,
    key,
    root,
    async stop() {
      const code = await end(child);
      // Every line must match: anything else, such as a warning of Deno, is an error.
      const log = (await said.all).trimEnd().split("\n").map((line) => JSON.parse(line));
      return { code, log };
    },
  };
}

async function end(child: Deno.ChildProcess): Promise<number> {
  try {
    child.kill("SIGTERM");
  } catch (problem) {
    // The process has already exited.
    if (!(problem instanceof TypeError)) throw problem;
  }
  return (await child.status).code;
}
