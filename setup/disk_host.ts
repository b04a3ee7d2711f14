/** The real computer that `setup` works on. Also checks whether other people can read a file. */

import { dirname, join } from "node:path";
import { printable } from "../core/printable.ts";
import { type Environment, stateFolder } from "../core/user_folders.ts";
import { systemReason } from "../workspace/system_calls.ts";
import {
  exists,
  IS_WINDOWS,
  OWN_MODE,
  read,
  realPath,
  removeIf,
  SYSTEM,
  tryStat,
  tryTo,
  write,
} from "./disk_files.ts";
import { askGit, countTools, executable, hasProgram, openBrowser } from "./disk_programs.ts";
import type { LocalServer, SetupHost } from "./host.ts";

/**
 * Creates the host.
 *
 * @param onWriting Called before each write. After the first call, an interruption must not end the
 * process.
 * @param uninterrupted Runs work to its end before an interruption takes effect.
 */
export function createDiskHost(
  env: Environment,
  cwd: string,
  onWriting: () => void,
  uninterrupted: SetupHost["uninterrupted"] = (work) => work(),
): SetupHost {
  return {
    system: SYSTEM,
    cwd,
    env,
    executable: executable(),
    exists,
    has: (program) => hasProgram(program, env),
    isLink: (path) => tryStat(path, Deno.lstatSync)?.isSymlink ?? false,
    realPath: (path) => tryTo(() => realPath(path)),
    read,
    isReadableByOthers: (path) => isReadableByOthers(path, env),
    makePrivate(path) {
      const mode = IS_WINDOWS ? 0 : tryStat(path)?.mode ?? 0;
      if ((mode & 0o077) !== 0) tryTo(() => Deno.chmodSync(path, OWN_MODE));
    },
    write(asked) {
      onWriting();
      return write(asked);
    },
    removeOwnFile: (path) => removeIf(path, ({ isDirectory }) => !isDirectory),
    removeOwnFolder: (path) => removeIf(path, ({ isDirectory }) => isDirectory),
    exclusively: (work) => exclusively(work, env),
    uninterrupted,
    send: (url, init) => fetch(url, init),
    listen,
    openBrowser: (address) => openBrowser(address, env),
    computerName,
    say: (text) => void Deno.stderr.writeSync(new TextEncoder().encode(printable(text))),
    git: (folder, words) => askGit(folder, words, env),
    countTools,
  };
}

async function exclusively<T>(work: () => Promise<T>, env: Environment): Promise<T | null> {
  using lock = openLock(env);
  if (lock === null) return await work();
  if (!lock.tryLockSync(true)) return null;
  try {
    return await work();
  } finally {
    // Closing the file would not suffice: a child process that is being started still holds it
    // open.
    lock.unlockSync();
  }
}

/**
 * Opens the lock's file.
 *
 * @returns The file; `null` if it cannot be created. Setup then writes nothing, because the record
 * needs the same folder.
 */
function openLock(env: Environment): Deno.FsFile | null {
  const folder = stateFolder(env, IS_WINDOWS);
  if (folder === null) return null;
  try {
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    return Deno.openSync(join(folder, "setup.lock"), { write: true, create: true, mode: OWN_MODE });
  } catch (problem) {
    if (systemReason(problem) === null) throw problem;
    return null;
  }
}

function listen(answer: (request: Request) => Response): LocalServer | null {
  try {
    const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, answer);
    return { port: server.addr.port, close: () => server.shutdown() };
  } catch (problem) {
    if (systemReason(problem) === null && !(problem instanceof Deno.errors.NotCapable)) {
      throw problem;
    }
    return null;
  }
}

function computerName(): string | null {
  try {
    return Deno.hostname();
  } catch (problem) {
    if (problem instanceof Deno.errors.NotCapable) return null;
    throw problem;
  }
}

/**
 * Reports whether people other than its owner may be able to read a file. If this is unknown, the
 * result is `true`. On Windows, the result is `false`, because a person's folder is private. Access
 * control lists on macOS are not taken into account.
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
 * Reports, for each path, whether it has an access control list. Deno cannot read these lists, but
 * GNU `ls` marks the paths that have one.
 *
 * @returns `null` without GNU `ls`.
 */
function listsOf(paths: readonly string[], env: Environment): boolean[] | null {
  if (askLs(["--version"], env)?.includes("(GNU coreutils)") !== true) return null;
  // Prints one line for each path in order, following links.
  const lines = askLs(["-dlqLU", "--", ...paths], env)?.trimEnd().split("\n") ?? [];
  return lines.length === paths.length ? lines.map((line) => !UNLISTED.test(line)) : null;
}

/**
 * Matches a line of `ls` without the mark of an access control list. A dot marks only an SELinux
 * context.
 */
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
  // A write creates a new file with the old file's mode. Its access control list is the one that
  // the folder has for new files.
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
  // On Linux, each user usually has a private group with the same number. With an access control
  // list, the group's bits are the maximum that the list grants.
  return (mode & (bit << 3)) !== 0 && (gid !== uid || hasList);
}
