/** Runs programs of the real computer: the browser, git, a tool server. */

import { delimiter, join } from "node:path";
import { boundedBytes, TooLong } from "../core/bounded_body.ts";
import type { Environment } from "../core/user_folders.ts";
import { systemReason } from "../workspace/system_calls.ts";
import type { System } from "./client.ts";
import { IS_WINDOWS, SYSTEM, tryStat } from "./disk_files.ts";
import type { GitAnswer } from "./host.ts";
import { lastingWords } from "./lasting_words.ts";
import { INITIALIZE, REQUEST_TIMEOUT_MS } from "./server.ts";

/**
 * Returns the words that start this program: the executable, or Deno with the entry point. The words
 * stay valid if a package manager clears its cache.
 */
export function executable(): readonly string[] {
  if (Deno.build.standalone) return [Deno.execPath()];
  const flags = ["--allow-read", "--allow-write", "--allow-env"];
  const words = [Deno.execPath(), "run", ...flags, Deno.mainModule];
  return lastingWords(words, Deno.version.deno, SYSTEM);
}

export function hasProgram(program: string, env: Environment): boolean {
  const suffixes = IS_WINDOWS ? [".exe", ".cmd", ".bat"] : [""];
  return (env("PATH") ?? "").split(delimiter).some((folder) =>
    folder !== "" &&
    suffixes.some((suffix) => {
      const info = tryStat(join(folder, program + suffix));
      return info?.isFile === true && (IS_WINDOWS || ((info.mode ?? 0) & 0o111) !== 0);
    })
  );
}

/**
 * Opens an address in the browser, without waiting. Failures are ignored, because setup also prints
 * the address.
 */
export function openBrowser(address: string, env: Environment): void {
  const [program, ...args] = browserCommand(SYSTEM, env, address);
  const streams = { stdin: "null", stdout: "null", stderr: "null" } as const;
  try {
    new Deno.Command(program, { args, ...streams }).spawn().unref();
  } catch (problem) {
    const { NotCapable, NotFound } = Deno.errors;
    const isExpected = problem instanceof NotCapable || problem instanceof NotFound;
    if (!isExpected && systemReason(problem) === null) throw problem;
  }
}

/** Maximum bytes that a tool server may write over stdio. */
const MAX_OUTPUT_BYTES = 1024 * 1024;

export async function countTools(
  command: string,
  args: readonly string[],
): Promise<number | string> {
  const messages = [
    { id: 1, method: "initialize", params: INITIALIZE },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/list" },
  ];
  const lines = messages.map((each) => JSON.stringify({ jsonrpc: "2.0", ...each }));
  const ended = new AbortController();
  try {
    const child = new Deno.Command(command, {
      args: [...args],
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
      signal: AbortSignal.any([ended.signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
    }).spawn();
    const [stdout] = await Promise.all([
      boundedBytes(child.stdout, MAX_OUTPUT_BYTES),
      new Blob([`${lines.join("\n")}\n`]).stream().pipeTo(child.stdin),
    ]);
    await child.status;
    return toolsIn(new TextDecoder().decode(stdout));
  } catch (problem) {
    if (problem instanceof TooLong) return problem.message;
    if (problem instanceof Deno.errors.NotCapable) return "Deno needs --allow-run to test it";
    return systemReason(problem) ?? "it exited too soon";
  } finally {
    ended.abort();
  }
}

function toolsIn(output: string): number | string {
  for (const line of output.split("\n")) {
    if (!line.startsWith("{")) continue;
    const { id, result } = JSON.parse(line);
    const { tools } = Object(result);
    if (id === 2 && Array.isArray(tools)) return tools.length;
  }
  return "it did not list its tools";
}

/**
 * Returns the words that open an address in the browser.
 *
 * @example
 * ```ts
 * import { browserCommand } from "./disk_programs.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const address = "http://127.0.0.1:49321/login";
 * deepEqual(browserCommand("linux", () => undefined, address), ["xdg-open", address]);
 * const env = (name: string) => ({ BROWSER: "firefox --new-window %s:w3m" })[name];
 * deepEqual(browserCommand("linux", env, address), ["firefox", "--new-window", address]);
 * ```
 */
export function browserCommand(
  system: System,
  env: Environment,
  address: string,
): [program: string, ...args: string[]] {
  // The variable can list several browsers, the preferred one first.
  const [wanted = ""] = (env("BROWSER") ?? "").split(system === "windows" ? ";" : ":");
  const [program, ...args] = wanted.split(" ").filter((word) => word !== "");
  if (program === undefined) return [...OPENERS[system], address];
  const hasPlace = args.includes("%s");
  return [
    program,
    ...args.map((word) => word === "%s" ? address : word),
    ...(hasPlace ? [] : [address]),
  ];
}

/** The programs that open an address. On Windows, `start` is not a program but part of the shell. */
const OPENERS: Readonly<Record<System, readonly [string, ...string[]]>> = {
  linux: ["xdg-open"],
  macos: ["open"],
  windows: ["rundll32", "url.dll,FileProtocolHandler"],
};

/**
 * The only environment variables that are passed on to git. Others, such as `GIT_DIR`, could select
 * another repository, or programs that git runs.
 */
const GIT_VARIABLES = ["PATH", "HOME", "USERPROFILE", "XDG_CONFIG_HOME", "SystemRoot"];

/** Errors that mean that git is missing or not allowed. */
const NO_GIT = [Deno.errors.NotFound, Deno.errors.PermissionDenied, Deno.errors.NotCapable];

const GIT_TIMEOUT_MS = 10_000;

/**
 * Environment variables that stop git from running programs and from changing files. Otherwise, in
 * a partial clone, a query could make git run a program from the repository's settings to fetch
 * missing objects.
 */
const GIT_RESTRICTIONS = {
  GIT_ALLOW_PROTOCOL: "none",
  GIT_NO_LAZY_FETCH: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
};

/**
 * Runs a git query in a folder. The repository is untrusted: git runs no program from its settings.
 *
 * @returns The answer; `null` without git. If git reported an error but continued, the code is not
 * 0.
 */
export async function askGit(
  folder: string,
  words: readonly string[],
  env: Environment,
): Promise<GitAnswer | null> {
  const known = GIT_VARIABLES.flatMap((name) => {
    const value = env(name);
    return value === undefined ? [] : [[name, value]];
  });
  try {
    const { code, stdout, stderr } = await new Deno.Command("git", {
      args: ["--no-pager", "-c", "core.fsmonitor=false", ...words],
      cwd: folder,
      clearEnv: true,
      env: { ...Object.fromEntries(known), ...GIT_RESTRICTIONS },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      signal: AbortSignal.timeout(GIT_TIMEOUT_MS),
    }).output();
    const text = new TextDecoder();
    // If git cannot read the index, it lists the other files and exits with 0.
    const hasFailed = /^(?:error|fatal):/m.test(text.decode(stderr));
    return { code: code === 0 && hasFailed ? 1 : code, output: text.decode(stdout) };
  } catch (problem) {
    if (NO_GIT.some((each) => problem instanceof each)) return null;
    throw problem;
  }
}
