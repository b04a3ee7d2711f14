/** Finds out who can read a file of the real computer. */

import { dirname } from "node:path";
import type { Environment } from "../core/user_folders.ts";
import { systemReason } from "../workspace/system_calls.ts";

/**
 * Reports whether people other than its owner may be able to read a file, which is so if nobody can
 * tell. On Windows, nobody else can: a person's folder is theirs alone. The lists of macOS are not seen.
 *
 * @param path A real path.
 */
export function isReadableByOthers(path: string, env: Environment): boolean {
  const paths = [path, ...foldersAbove(path)];
  const found = paths.map(accessOf);
  if (found[0] === null) return false;
  const hasReaders = (hasList: (index: number) => boolean) => {
    const [file, ...folders] = found.flatMap((each, index) =>
      each === null ? [] : [{ ...each, hasList: hasList(index) }]
    );
    return file !== undefined && hasOtherReaders(file, folders);
  };
  if (hasReaders(() => false)) return true;
  if (!hasReaders(() => true)) return false;
  const lists = listsOf(paths, env);
  return hasReaders((index) => lists?.[index] ?? true);
}

/** @returns `null` on Windows, or if there is no file. */
function accessOf(path: string): Omit<Access, "hasList"> | null {
  if (Deno.build.os === "windows") return null;
  try {
    const { mode, uid, gid } = Deno.statSync(path);
    return { mode: mode ?? 0, uid: uid ?? 0, gid: gid ?? 0 };
  } catch (problem) {
    if (systemReason(problem) === null) throw problem;
    return null;
  }
}

/** The folders that a path is in, the innermost first. */
function foldersAbove(path: string): string[] {
  const folder = dirname(path);
  return folder === path ? [] : [folder, ...foldersAbove(folder)];
}

/**
 * Finds out which files and folders have access control lists. Deno cannot, but `ls` marks them.
 *
 * @returns `null` if there is no `ls` that is known to mark them: that of GNU is.
 */
function listsOf(paths: readonly string[], env: Environment): boolean[] | null {
  if (askLs(["--version"], env)?.includes("(GNU coreutils)") !== true) return null;
  // One line each, in this order, of what links lead to.
  const lines = askLs(["-dlqLU", "--", ...paths], env)?.trimEnd().split("\n") ?? [];
  return lines.length === paths.length ? lines.map((line) => !UNLISTED.test(line)) : null;
}

/** Type and permissions, then a dot where there is a context of SELinux alone. */
const UNLISTED = /^[a-z-][a-zA-Z-]{9}[. ]/;

function askLs(args: string[], env: Environment): string | null {
  const options = { args, clearEnv: true, stdin: "null", stderr: "null" } as const;
  const variables = { LC_ALL: "C", PATH: env("PATH") ?? "" };
  try {
    const { success, stdout } = new Deno.Command("ls", { ...options, env: variables }).outputSync();
    return success ? new TextDecoder().decode(stdout) : null;
  } catch (problem) {
    const { NotCapable, NotFound } = Deno.errors;
    const isExpected = problem instanceof NotCapable || problem instanceof NotFound;
    if (!isExpected && systemReason(problem) === null) throw problem;
    return null;
  }
}

/** The permissions and owner of a file or folder. */
export interface Access {
  /** The permission bits. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** Whether it has an access control list, or a folder one for its new files. */
  readonly hasList: boolean;
}

/**
 * Reports whether anybody but its owner may be able to read a file.
 *
 * @param folders The folder that the file is in, and all those above it, the innermost first.
 */
export function hasOtherReaders(file: Access, folders: readonly Access[]): boolean {
  // What is written takes the file's place, with its mode, and the list that the folder gives new files.
  const hasList = file.hasList || folders[0]?.hasList === true;
  return isOpen({ ...file, hasList }, 0o004) && folders.every((each) => isOpen(each, 0o001));
}

/** @param bit The permission in question, as others would have it. */
function isOpen({ mode, uid, gid, hasList }: Access, bit: number): boolean {
  if ((mode & bit) !== 0) return true;
  // Linux gives each user a group of their own with the same number: nobody else is in it. Where there
  // is a list, the group's bits are the most that it gives anybody.
  return (mode & (bit << 3)) !== 0 && (gid !== uid || hasList);
}
