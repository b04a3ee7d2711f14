/** Asking the git of the real computer. */

import type { Environment } from "../core/user_folders.ts";
import type { GitAnswer } from "./host.ts";

/** What git needs to know of its surroundings: not which repository to take, nor what to run. */
const VARIABLES = ["PATH", "HOME", "USERPROFILE", "XDG_CONFIG_HOME", "SystemRoot"];

/** How it shows that there is no git that may be run. */
const UNABLE = [Deno.errors.NotFound, Deno.errors.PermissionDenied, Deno.errors.NotCapable];

const PATIENCE_MS = 10_000;

/** Asks git something about the repository of a folder; `null` where there is no git. */
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
    const { code, stdout } = await new Deno.Command("git", {
      // A repository may be anybody's: nothing that it names is run.
      args: ["--no-pager", "-c", "core.fsmonitor=false", ...words],
      cwd: folder,
      clearEnv: true,
      env: { ...Object.fromEntries(known), GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0" },
      stdin: "null",
      stdout: "piped",
      stderr: "null",
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).output();
    return { code, output: new TextDecoder().decode(stdout) };
  } catch (problem) {
    if (UNABLE.some((each) => problem instanceof each)) return null;
    throw problem;
  }
}
