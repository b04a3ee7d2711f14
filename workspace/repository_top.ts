/** Finding the git repository around a folder, without running git. */

import { dirname, join, resolve } from "node:path";
import { systemReason } from "./system_calls.ts";

/** Bytes of `HEAD` that git looks at. */
const HEAD_BYTES = 255;

/** Paths in files of git are no longer than this, in bytes. */
const LONGEST_PATH = 4_096;

/**
 * Finds the top of the git repository around a folder, from where git reads the paths of a patch. Decides
 * as git's `setup.c` does, but for settings and variables of the environment. Does not run git, which
 * runs programs that a repository's settings name.
 *
 * @param folder The real path of a folder, which need not exist.
 * @returns The real path of the top, or `null` if git finds no repository with files around the folder.
 */
export function repositoryTop(folder: string): string | null {
  for (let place = folder;; place = dirname(place)) {
    const git = join(place, ".git");
    const info = orNull(() => Deno.statSync(git));
    // Git takes such a file of a worktree or a submodule, or refuses to work: it looks no further.
    if (info?.isFile || info?.isDirectory && isGitDirectory(git)) return place;
    // Git's own folder, or a bare repository: patches are read from the folder that git runs in.
    if (isGitDirectory(place) || dirname(place) === place) return null;
  }
}

/** Reports whether git takes a folder for one of its own. */
function isGitDirectory(folder: string): boolean {
  if (!isHead(join(folder, "HEAD"))) return false;
  const common = commonFolder(folder);
  return ["objects", "refs"].every((name) =>
    orNull(() => Deno.statSync(join(common, name)))?.isDirectory
  );
}

/** Reports whether a file says what is checked out: a link into `refs/`, a reference, or a commit. */
function isHead(path: string): boolean {
  const info = orNull(() => Deno.lstatSync(path));
  if (info?.isSymlink) return orNull(() => Deno.readLinkSync(path))?.startsWith("refs/") ?? false;
  const text = info?.isFile ? startOf(path, HEAD_BYTES) : null;
  return text !== null && /^(?:ref:[ \t\r\n]*refs\/|[0-9a-f]{40})/i.test(text);
}

/** Returns the folder of git that worktrees share. */
function commonFolder(folder: string): string {
  const path = join(folder, "commondir");
  const isFile = orNull(() => Deno.statSync(path))?.isFile ?? false;
  const text = isFile ? startOf(path, LONGEST_PATH) : null;
  return text === null ? folder : resolve(folder, text.replace(/[\r\n]+$/, ""));
}

/** Returns the first bytes of a file as text. */
function startOf(path: string, bytes: number): string | null {
  return orNull(() => {
    using file = Deno.openSync(path);
    const start = new Uint8Array(bytes);
    return new TextDecoder().decode(start.subarray(0, file.readSync(start) ?? 0));
  });
}

/** What the system refuses to show is absent for git, too. */
function orNull<T>(step: () => T): T | null {
  try {
    return step();
  } catch (problem) {
    if (systemReason(problem) === null) throw problem;
    return null;
  }
}
