/** Finds the git repository around a folder, without running git. */

import { dirname, join, resolve } from "node:path";
import { orNullIfRefused } from "./system_calls.ts";

/** Number of bytes that git reads of `HEAD`. */
const HEAD_BYTES = 255;

/** Maximum length of a path that git stores in a file such as `commondir`, in bytes. */
const MAX_PATH_BYTES = 4_096;

/**
 * Finds the top of the git repository around a folder. Git resolves the paths in a patch relative to this
 * folder. The search follows git's `setup.c`, but ignores settings and environment variables. It does not run
 * git, because git runs programs that a repository's settings name. As in git, a file that cannot be read
 * counts as absent.
 *
 * @param folder The real path of a folder, which need not exist.
 * @returns The real path of the top; `null` if git finds no repository with a work tree.
 */
export function repositoryTop(folder: string): string | null {
  for (let place = folder;; place = dirname(place)) {
    const git = join(place, ".git");
    const info = orNullIfRefused(() => Deno.statSync(git));
    // A `.git` file marks a worktree or a submodule. If the file is invalid, git does not search further, but
    // fails.
    if (info?.isFile || info?.isDirectory && isGitDirectory(git)) return place;
    // In a git directory or a bare repository, git resolves paths from the current folder.
    if (isGitDirectory(place) || dirname(place) === place) return null;
  }
}

/** Reports whether git accepts a folder as a git directory. */
function isGitDirectory(folder: string): boolean {
  if (!isHead(join(folder, "HEAD"))) return false;
  const common = commonFolder(folder);
  return ["objects", "refs"].every((name) =>
    orNullIfRefused(() => Deno.statSync(join(common, name)))?.isDirectory
  );
}

/** Reports whether a file is a valid `HEAD`: a link into `refs/`, a reference, or a commit. */
function isHead(path: string): boolean {
  const info = orNullIfRefused(() => Deno.lstatSync(path));
  if (info?.isSymlink) {
    return orNullIfRefused(() => Deno.readLinkSync(path))?.startsWith("refs/") ?? false;
  }
  const text = info?.isFile ? startOf(path, HEAD_BYTES) : null;
  return text !== null && /^(?:ref:[ \t\r\n]*refs\/|[0-9a-f]{40})/i.test(text);
}

/** Returns the git directory that worktrees share. */
function commonFolder(folder: string): string {
  const path = join(folder, "commondir");
  const isFile = orNullIfRefused(() => Deno.statSync(path))?.isFile ?? false;
  const text = isFile ? startOf(path, MAX_PATH_BYTES) : null;
  return text === null ? folder : resolve(folder, text.replace(/[\r\n]+$/, ""));
}

/** Returns the first bytes of a file as text. */
function startOf(path: string, bytes: number): string | null {
  return orNullIfRefused(() => {
    using file = Deno.openSync(path);
    const start = new Uint8Array(bytes);
    return new TextDecoder().decode(start.subarray(0, file.readSync(start) ?? 0));
  });
}
