/** Runs setup and then an agent in a temporary home, with a server of their own. */

import { ok } from "node:assert/strict";
import { delimiter, dirname, join } from "node:path";
import { CLI_COMMAND, runToEnd } from "../commands/run_cli.ts";
import { type LogLine, serverEnvironment, withServer } from "../http/run_server.ts";
import { npmProgram } from "../tools/npm_program.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { NO_MODEL, type RealClient, type Run } from "./real_clients.ts";

/** Maximum milliseconds of a run. */
const MAX_MS = 90_000;

/** Where the agent finds its key. With `wrong`, the file contains another key. */
export type KeyPlace = "file" | "environment" | "wrong";

/** The outcome of a run. */
export interface Outcome {
  /** The agent's output, for the messages of failing tests. */
  readonly said: string;
  /** The server's log. */
  readonly log: readonly LogLine[];
}

/** Connects an agent with setup, then runs the agent. */
export async function connectRealClient(client: RealClient, place: KeyPlace): Promise<Outcome> {
  const command = await npmProgram(client.program);
  return await withServer(({ url, key, stop }) =>
    withoutModel((noModel) =>
      inTemporaryFolder(async (home) => {
        const run = withAddress(client.run, noModel);
        write(home, run.files ?? {});
        const project = folderIn(home, "project");
        // The agent is in `PATH`, as after `npm install --global`.
        const path = `${dirname(command.program)}${delimiter}${command.path}`;
        await setUp(client.id, path, home, url, place === "environment" ? null : key);
        const file = join(home, client.file);
        const text = Deno.readTextFileSync(file);
        ok(text.includes(url), `'${client.file}' has no address\n${text}`);
        ok(text.includes(key) === (place !== "environment"), `'${client.file}' has another key`);
        if (place === "wrong") Deno.writeTextFileSync(file, text.replace(key, otherKey(key)));
        const said = await runBounded([command.program, ...run.args], project, {
          PATH: command.path,
          HOME: home,
          TMPDIR: folderIn(home, "tmp"),
          ...(place === "environment" ? { LAYERWRIGHT_API_KEY: key } : {}),
          ...run.env,
        });
        return { said, log: (await stop()).log };
      })
    )
  );
}

/** Connects an agent with setup, but does not run the agent. */
export async function withoutClient(id: string): Promise<readonly LogLine[]> {
  return await withServer(({ url, key, stop }) =>
    inTemporaryFolder(async (home) => {
      folderIn(home, "project");
      await setUp(id, Deno.env.get("PATH") ?? "", home, url, key);
      return (await stop()).log;
    })
  );
}

/** Runs setup, which does not call the server. */
async function setUp(
  id: string,
  path: string,
  home: string,
  url: string,
  key: string | null,
): Promise<void> {
  const args = ["setup", "--url", url, "--client", id, "--yes", "--no-verify"];
  const keyFlag = key === null ? "--key-from-env" : "--api-key-stdin";
  const env = await serverEnvironment(home, { PATH: path });
  const { code, stdout, stderr } = await runToEnd([...CLI_COMMAND, ...args, keyFlag], {
    cwd: join(home, "project"),
    env,
    stdin: key ?? "",
  });
  ok(code === 0, `setup failed with exit code ${code}\n${stdout}${stderr}`);
}

/** Gives a test the address of a server that rejects requests to a model. */
async function withoutModel<T>(test: (address: string) => Promise<T>): Promise<T> {
  const error = { message: "There is no model here", type: "invalid_request_error" };
  const options = { hostname: "127.0.0.1", port: 0, onListen() {} };
  const server = Deno.serve(options, () => Response.json({ error }, { status: 400 }));
  try {
    return await test(`http://127.0.0.1:${server.addr.port}`);
  } finally {
    await server.shutdown();
  }
}

function withAddress({ args, env = {}, files = {} }: Run, address: string): Run {
  const filled = (text: string) => text.replaceAll(NO_MODEL, address);
  const all = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, filled(text)]));
  return { args: args.map(filled), env: all(env), files: all(files) };
}

function write(home: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(home, name);
    Deno.mkdirSync(dirname(path), { recursive: true });
    Deno.writeTextFileSync(path, text);
  }
}

function folderIn(home: string, name: string): string {
  const path = join(home, name);
  Deno.mkdirSync(path);
  return path;
}

/** Returns a key of the same form that the server does not know. */
function otherKey(key: string): string {
  return key.replace(/.$/, (last) => last === "0" ? "1" : "0");
}

/**
 * Runs an agent until it exits. Many fail without a model or an account.
 *
 * @throws {Error} If the agent takes too long. The function stops the agent first.
 */
async function runBounded(
  [program = "", ...args]: readonly string[],
  cwd: string,
  env: Record<string, string>,
): Promise<string> {
  const child = new Deno.Command(program, {
    args,
    cwd,
    env,
    clearEnv: true,
    // A process group, since programs from npm often start others.
    detached: true,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    endGroup(child.pid);
  }, MAX_MS);
  try {
    const { stdout, stderr } = await child.output();
    const decoder = new TextDecoder();
    const said = decoder.decode(stdout) + decoder.decode(stderr);
    if (isLate) throw new Error(`${program} took longer than ${MAX_MS} ms\n${said}`);
    return said;
  } finally {
    clearTimeout(timer);
    // Stop its remaining processes.
    endGroup(child.pid);
  }
}

function endGroup(leader: number): void {
  try {
    Deno.kill(-leader, "SIGKILL");
  } catch (problem) {
    // The processes have ended.
    if (!(problem instanceof Deno.errors.NotFound) && !(problem instanceof TypeError)) {
      throw problem;
    }
  }
}
