/** Finds out who can read a file of the real computer. */

import { dirname } from "node:path";
import type { Environment } from "../core/user_folders.ts";
import { systemReason } from "../workspace/system_calls.ts";

/**
 * Reports whether people other than its owner may be able to read a file. If it cannot tell, it
 * reports `true`. On Windows, the answer is `false`: a person's folder is private. It does not see
 * the access control lists of macOS.
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

/**
 * Reads the permissions of a file or folder.
 *
 * @returns `null` on Windows, or if the path does not exist.
 */
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

/** Returns the folders above a path, innermost first. */
function foldersAbove(path: string): string[] {
  const folder = dirname(path);
  return folder === path ? [] : [folder, ...foldersAbove(folder)];
}

/**
 * Finds the files and folders with access control lists. Deno cannot read these, but `ls` marks
 * them.
 *
 * @returns `null` without GNU `ls`, the only one known to mark them.
 */
function listsOf(paths: readonly string[], env: Environment): boolean[] | null {
  if (askLs(["--version"], env)?.includes("(GNU coreutils)") !== true) return null;
  // Prints one line for each path in order, following links.
  const lines = askLs(["-dlqLU", "--", ...paths], env)?.trimEnd().split("\n") ?? [];
  return lines.length === paths.length ? lines.map((line) => !UNLISTED.test(line)) : null;
}

/** Type and permissions, then a dot if the file has only an SELinux context. */
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

/** The owner and permissions of a file or folder. */
export interface Access {
  /** The permission bits. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** Whether the file has an access control list, or the folder has one for new files. */
  readonly hasList: boolean;
}

/**
 * Reports whether anyone but its owner may be able to read a file.
 *
 * @param folders The folders above the file, innermost first.
 */
export function hasOtherReaders(file: Access, folders: readonly Access[]): boolean {
  // The new file gets the old one's mode, and the access control list for new files of the folder.
  const hasList = file.hasList || folders[0]?.hasList === true;
  return isOpen({ ...file, hasList }, 0o004) && folders.every((each) => isOpen(each, 0o001));
}

/**
 * Reports whether others have a permission.
 *
 * @param bit The permission's bit for others.
 */
function isOpen({ mode, uid, gid, hasList }: Access, bit: number): boolean {
  if ((mode & bit) !== 0) return true;
  // Linux gives each user a private group of the same number. With an access control list, the
  // group's bits are the maximum that the list grants.
  return (mode & (bit << 3)) !== 0 && (gid !== uid || hasList);
}
