/** Asking the git of the real computer. */

import type { Environment } from "../core/user_folders.ts";
import type { GitAnswer } from "./host.ts";

/** What git needs to know of its surroundings: not which repository to take, nor what to run. */
const VARIABLES = ["PATH", "HOME", "USERPROFILE", "XDG_CONFIG_HOME", "SystemRoot"];

/** How it shows that there is no git that may be run. */
const UNABLE = [Deno.errors.NotFound, Deno.errors.PermissionDenied, Deno.errors.NotCapable];

const PATIENCE_MS = 10_000;

/**
 * Keeps git from running anything and from changing anything. A question can make git fetch what a
 * partial clone lacks, by a program that the repository's own settings name.
 */
const RESTRAINTS = {
  GIT_ALLOW_PROTOCOL: "none",
  GIT_NO_LAZY_FETCH: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
};

/**
 * Asks git something about the repository of a folder. The repository may be anybody's: git runs no
 * program that its settings name.
 *
 * @returns `null` where there is no git. The code is not 0 if git met an error but went on.
 */
export async function askGit(
  folder: string,
  words: readonly string[],
  env: Environment,
): Promise<GitAnswer | null> {
  const known = VARIABLES.flatMap((name) => {
    const value = env(name);
    return value === undefined ? [] : [[name, value]];
  });
  try {
    const { code, stdout, stderr } = await new Deno.Command("git", {
      args: ["--no-pager", "-c", "core.fsmonitor=false", ...words],
      cwd: folder,
      clearEnv: true,
      env: { ...Object.fromEntries(known), ...RESTRAINTS },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).output();
    const text = new TextDecoder();
    // Git lists what is left of an index whose trees it cannot read, and ends with 0.
    const hasFailed = /^(?:error|fatal):/m.test(text.decode(stderr));
    return { code: code === 0 && hasFailed ? 1 : code, output: text.decode(stdout) };
  } catch (problem) {
    if (UNABLE.some((each) => problem instanceof each)) return null;
    throw problem;
  }
}
