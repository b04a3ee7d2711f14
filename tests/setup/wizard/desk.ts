/** A temporary home with agents, and runs of setup there. */

import { equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runOnFakeHost } from "../../commands/fake_host.ts";
import { CLI_COMMAND, type CliResult, runToEnd } from "../../commands/run_cli.ts";
import { type RunningServer, serverEnvironment } from "../../http/run_server.ts";
import { IS_FULL_TIER } from "../../tools/tier.ts";
import { inTemporaryFolder } from "../../workspace/temporary_folder.ts";
import { readTree, type Tree, writeFiles } from "../../workspace/tree.ts";

/** The agents' files. */
export const FILES: Readonly<Record<string, string>> = {
  ".claude.json": '{\n  "numStartups": 3,\n  "mcpServers": {\n    "other": {\n' +
    '      "type": "http",\n      "url": "https://other.example.com/mcp",\n' +
    '      "headers": { "Authorization": "Bearer sk_others_own_secret" }\n    }\n  }\n}\n',
  ".codex/config.toml": '# mine\nmodel = "o4" # and this',
  ".gemini/settings.json": '\ufeff{\r\n\t// dark, please\r\n\t"theme": "dark",\r\n}\r\n',
};

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** The working directory; by default the project. */
  readonly cwd?: string;
  /** The global options, before the command. */
  readonly before?: readonly string[];
}

/** A home, and a project in it. */
export interface Desk {
  readonly home: string;
  readonly project: string;
  /** The environment of setup. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs `layerwright setup` without a terminal. */
  setup(words: string, options?: RunOptions): Promise<CliResult>;
  read(path: string): string;
  write(path: string, text: string): void;
  /** Returns all files of the home with their modes, except for those of Layerwright. */
  tree(): Tree;
}

/** The input of a run. */
interface Start {
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly stdin?: string;
}

/** Runs the command line until it exits. */
export type Runner = (words: readonly string[], start: Start) => Promise<CliResult>;

/** Runs setup as a process. */
export const asProcess: Runner = (words, start) => runToEnd([...CLI_COMMAND, ...words], start);

/** Runs setup in the test's process on the real disk, which saves a quarter of a second. */
export const inTestProcess: Runner = (words, { cwd, env, stdin = "" }) =>
  runOnFakeHost(words, {
    cwd,
    env: (name) => env[name],
    readStdin: () => Promise.resolve({ kind: "read", bytes: new TextEncoder().encode(stdin) }),
  });

/**
 * Runs setup in the test's process, or as a process in the full tier. Setup that verifies entries
 * of `--stdio` always runs as a process: it starts the program that wrote them, which must not be a
 * test.
 */
const runnerOfTier: Runner = (words, start) => {
  const startsItself = words.includes("--stdio") && !words.includes("--no-verify");
  return (IS_FULL_TIER || startsItself ? asProcess : inTestProcess)(words, start);
};

/**
 * Gives a test a home with {@linkcode FILES}, and Cursor without a file.
 *
 * @param runner Runs setup.
 */
export async function atDesk<T>(
  test: (desk: Desk) => Promise<T>,
  runner: Runner = runnerOfTier,
): Promise<T> {
  return await inTemporaryFolder(async (home) => {
    writeFiles(home, FILES);
    Deno.mkdirSync(join(home, ".cursor"));
    const project = join(home, "shop");
    Deno.mkdirSync(project);
    const env = await deskEnvironment(home);
    return await test({
      home,
      project,
      env,
      setup: (words, { env: more = {}, stdin, before = [], cwd = project } = {}) =>
        runner([...before, "setup", ...words.split(" ").filter(Boolean)], {
          cwd,
          env: { ...env, ...more },
          ...(stdin === undefined ? {} : { stdin }),
        }),
      read: (path) => Deno.readTextFileSync(join(home, path)),
      write: (path, text) => writeFiles(home, { [path]: text }),
      tree: () => withoutOwn(readTree(home)),
    });
  });
}

/** Runs git in the project. */
export async function git({ project, env }: Desk, ...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await runToEnd(
    ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...words],
    { cwd: project, env },
  );
  equal(code, 0, stderr);
  return stdout;
}

/** Creates an environment without the machine's variables, which can name agents' files. */
export async function deskEnvironment(home: string): Promise<Record<string, string>> {
  const { DENO_DIR = "" } = await serverEnvironment(home);
  // If npx started the tests, setup's entries start npx.
  const bin = fileURLToPath(new URL("bin", import.meta.url));
  return { HOME: home, PATH: `${bin}:/usr/bin:/bin`, DENO_DIR, TESTS_DENO: Deno.execPath() };
}

/** Layerwright's own files: key, credentials, record, and the folders above them. */
export function withoutOwn(tree: Tree): Tree {
  const isOwn = (path: string) => /^\.(?:config|local)\/(?:$|layerwright\/|state\/)/.test(path);
  return Object.fromEntries(Object.entries(tree).filter(([path]) => !isOwn(path)));
}

/** Returns the words that connect agents to a server without questions. */
export function connecting({ url }: Pick<RunningServer, "url">, clients: string): string {
  return `--url ${url} --api-key-stdin --client ${clients} --yes`;
}

/** Checks that the output does not contain a key. */
export function hasNoKey({ stdout, stderr }: CliResult, key: string): void {
  ok(!(stdout + stderr).includes(key), `The key is shown:\n${stdout}${stderr}`);
  // The output must not contain most of the key, either.
  ok(!(stdout + stderr).includes(key.slice(3, 24)), `Much of the key is shown`);
}
