/** The real computer. */

import { Buffer } from "node:buffer";
import { basename, delimiter, dirname, join, resolve } from "node:path";
import { type Environment, stateFolder } from "../core/user_folders.ts";
import { keepOwnerAndMode } from "../workspace/owner_and_mode.ts";
import {
  exists as isThere,
  orNullIfAbsent,
  systemReason,
  tryToRemove,
} from "../workspace/system_calls.ts";
import type { System } from "./client.ts";
import { draftOf } from "./backup.ts";
import { boundedBytes, TooLong } from "../core/bounded_body.ts";
import { isReadableByOthers } from "./disk_access.ts";
import { askGit } from "./disk_git.ts";
import { printable } from "../core/printable.ts";
import { browserCommand } from "./browser_command.ts";
import {
  type FileState,
  type FileWrite,
  type LocalServer,
  LONGEST_FILE,
  type SetupHost,
  type WriteOutcome,
} from "./host.ts";
import { INITIALIZE, PATIENCE_MS } from "./probe.ts";

const IS_WINDOWS = Deno.build.os === "windows";

const SYSTEM: System = IS_WINDOWS ? "windows" : Deno.build.os === "darwin" ? "macos" : "linux";

/** A file for its owner alone: it holds a key. */
const OWN_MODE = 0o600;

/**
 * Makes the host.
 *
 * @param onWriting Hears that something is about to be written, which shall not be cut off.
 * @param uninterrupted Runs work that interruptions wait for, where there are any.
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
    isLink: (path) => tryToLookAt(path, Deno.lstatSync)?.isSymlink ?? false,
    realPath: (path) => tryTo(() => realPath(path)),
    read,
    isReadableByOthers: (path) => isReadableByOthers(path, env),
    makePrivate(path) {
      const mode = IS_WINDOWS ? 0 : tryToLookAt(path)?.mode ?? 0;
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

/** How to start this program again: an executable, or Deno with the entry point. */
function executable(): readonly string[] {
  if (Deno.build.standalone) return [Deno.execPath()];
  const flags = ["--allow-read", "--allow-write", "--allow-env"];
  return [Deno.execPath(), "run", ...flags, Deno.mainModule];
}

/** What may not be looked at is there, too: reading it says why it cannot be read. */
function exists(path: string): boolean {
  try {
    return orNullIfAbsent(() => Deno.statSync(path)) !== null;
  } catch (problem) {
    if (systemReason(problem) === null) throw problem;
    return true;
  }
}

function hasProgram(program: string, env: Environment): boolean {
  const suffixes = IS_WINDOWS ? [".exe", ".cmd", ".bat"] : [""];
  return (env("PATH") ?? "").split(delimiter).some((folder) =>
    folder !== "" &&
    suffixes.some((suffix) => {
      const info = tryToLookAt(join(folder, program + suffix));
      return info?.isFile === true && (IS_WINDOWS || ((info.mode ?? 0) & 0o111) !== 0);
    })
  );
}

/** @returns `null` if the system refuses the step. */
function tryTo<T>(step: () => T): T | null {
  try {
    return step();
  } catch (problem) {
    if (systemReason(problem) === null) throw problem;
    return null;
  }
}

/** Folders of `PATH` that nobody may look into hold no programs for us. */
function tryToLookAt(path: string, look = Deno.statSync): Deno.FileInfo | null {
  return tryTo(() => look(path));
}

/** Removes what is as it should be; a link is what it is, not what it leads to. */
function removeIf(path: string, isRight: (info: Deno.FileInfo) => boolean): void {
  tryToRemove(() => {
    if (isRight(Deno.lstatSync(path))) Deno.removeSync(path);
  });
}

function read(path: string, most: number = LONGEST_FILE.user): FileState {
  let real = path;
  try {
    real = realPath(path);
    const info = orNullIfAbsent(() => Deno.statSync(real));
    if (info === null) return { kind: "absent", real };
    // A pipe would be waited for, and a device has no text of its own.
    if (!info.isFile) {
      const reason = info.isDirectory ? "Is a directory" : "not a regular file";
      return { kind: "unreadable", real, reason };
    }
    const bytes = info.size > most ? null : readAtMost(real, most);
    if (bytes === null) {
      return { kind: "unreadable", real, reason: `larger than ${most / 1024 / 1024} MiB` };
    }
    return { kind: "text", real, text: decode(bytes) };
  } catch (problem) {
    if (problem instanceof TypeError) return { kind: "unreadable", real, reason: "not UTF-8" };
    const reason = systemReason(problem);
    if (reason === null) throw problem;
    return { kind: "unreadable", real, reason };
  }
}

/** Reads a file, whose size may be more than the system says. */
function readAtMost(path: string, most: number): Uint8Array | null {
  using file = Deno.openSync(path);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let length = 0;;) {
    const chunk = new Uint8Array(CHUNK);
    const count = file.readSync(chunk);
    if (count === null) return Buffer.concat(chunks);
    length += count;
    if (length > most) return null;
    chunks.push(chunk.subarray(0, count));
  }
}

/** Bytes that are read at once. */
const CHUNK = 256 * 1024;

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

/** Where a path leads: dotfiles are often links into a repository, and shall stay links. */
function realPath(path: string): string {
  const real = orNullIfAbsent(() => Deno.realPathSync(path));
  if (real !== null) return real;
  const link = orNullIfAbsent(() => Deno.lstatSync(path));
  // To a file that is not there yet, maybe by another link.
  if (link?.isSymlink) return realPath(resolve(dirname(path), Deno.readLinkSync(path)));
  const folder = dirname(path);
  return folder === path ? path : join(realPath(folder), basename(path));
}

function write({ file, before, after, backup }: FileWrite): WriteOutcome {
  try {
    const found = read(file);
    if (found.kind === "unreadable") return { kind: "failed", reason: found.reason };
    if (found.real !== file) return { kind: "changed" };
    if ((found.kind === "text" ? found.text : null) !== before) return { kind: "changed" };
    const info = before === null ? null : Deno.statSync(file);
    // Renaming would get past the write protection of a file, so ask for what an editor would need.
    if (info !== null) Deno.openSync(file, { write: true }).close();
    replaceAll(file, after, info, { backup, before });
    return { kind: "written" };
  } catch (problem) {
    const reason = systemReason(problem);
    if (reason === null) throw problem;
    return { kind: "failed", reason };
  }
}

/** Writes or removes a file and writes the copy of what it was, or leaves nothing behind. */
function replaceAll(
  file: string,
  after: string | null,
  info: Deno.FileInfo | null,
  { before, backup }: Pick<FileWrite, "before" | "backup">,
): void {
  const undo: string[] = [];
  try {
    if (after !== null) makeFolders(dirname(file), undo);
    if (before !== null && backup !== null) {
      if (!isThere(backup)) undo.unshift(backup);
      replace(backup, before, info);
    }
    if (after !== null) replace(file, after, info);
    else if (info !== null) Deno.removeSync(file);
  } catch (problem) {
    for (const path of undo) tryToRemove(() => Deno.removeSync(path));
    throw problem;
  }
}

/** Makes a folder and those above it; `made` hears of each, the innermost first. */
function makeFolders(folder: string, made: string[]): void {
  if (orNullIfAbsent(() => Deno.statSync(folder)) !== null) return;
  makeFolders(dirname(folder), made);
  Deno.mkdirSync(folder, { mode: 0o700 });
  made.unshift(folder);
}

/** Gives a file a text at once, with the owner and mode that it had. */
function replace(file: string, text: string, info: Deno.FileInfo | null): void {
  // Always the same, so that what a killed run left is found again.
  const draft = draftOf(file);
  tryToRemove(() => Deno.removeSync(draft));
  try {
    writeSynced(draft, new TextEncoder().encode(text), info);
    Deno.renameSync(draft, file);
  } catch (problem) {
    tryToRemove(() => Deno.removeSync(draft));
    throw problem;
  }
}

function writeSynced(file: string, bytes: Uint8Array, info: Deno.FileInfo | null): void {
  using made = Deno.openSync(file, { write: true, createNew: true, mode: OWN_MODE });
  for (let done = 0; done < bytes.length;) done += made.writeSync(bytes.subarray(done));
  if (info !== null) keepOwnerAndMode(file, info);
  made.syncSync();
}

async function exclusively<T>(work: () => Promise<T>, env: Environment): Promise<T | null> {
  using lock = openLock(env);
  return lock === null || lock.tryLockSync(true) ? await work() : null;
}

/** @returns `null` where there can be no lock: then there can be no record, either, and nothing is written. */
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

/** Nobody waits for a browser, and nobody needs one: the address is shown, too. */
function openBrowser(address: string, env: Environment): void {
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

function computerName(): string | null {
  try {
    return Deno.hostname();
  } catch (problem) {
    if (problem instanceof Deno.errors.NotCapable) return null;
    throw problem;
  }
}

/** Maximum length in bytes of what a tool server writes over stdio. */
const LONGEST_OUTPUT = 1024 * 1024;

async function countTools(command: string, args: readonly string[]): Promise<number | string> {
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
      signal: AbortSignal.any([ended.signal, AbortSignal.timeout(PATIENCE_MS)]),
    }).spawn();
    const [stdout] = await Promise.all([
      boundedBytes(child.stdout, LONGEST_OUTPUT),
      new Blob([`${lines.join("\n")}\n`]).stream().pipeTo(child.stdin),
    ]);
    await child.status;
    return toolsIn(new TextDecoder().decode(stdout));
  } catch (problem) {
    if (problem instanceof TooLong) return problem.message;
    if (problem instanceof Deno.errors.NotCapable) return "Deno needs --allow-run to try it";
    return systemReason(problem) ?? "it ended too soon";
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
