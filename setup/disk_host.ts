/** The real computer. */

import { delimiter, dirname, join, resolve } from "node:path";
import { type Environment, stateFolder } from "../core/user_folders.ts";
import { orNullIfAbsent, systemReason, tryToRemove } from "../workspace/system_calls.ts";
import type { System } from "./client.ts";
import type { FileState, FileWrite, SetupHost, WriteOutcome } from "./host.ts";

const IS_WINDOWS = Deno.build.os === "windows";

const SYSTEM: System = IS_WINDOWS ? "windows" : Deno.build.os === "darwin" ? "macos" : "linux";

/** A file for its owner alone: it holds a key. */
const OWN_MODE = 0o600;

/**
 * Makes the host.
 *
 * @param onWriting Hears that something is about to be written, which shall not be cut off.
 */
export function createDiskHost(
  env: Environment,
  cwd: string,
  onWriting: () => void,
): SetupHost {
  return {
    system: SYSTEM,
    cwd,
    env,
    executable: executable(),
    exists: (path) => orNullIfAbsent(() => Deno.statSync(path)) !== null,
    has: (program) => hasProgram(program, env),
    read,
    write(asked) {
      onWriting();
      return write(asked);
    },
    removeOwn: (path) => void tryToRemove(() => Deno.removeSync(path)),
    exclusively: (work) => exclusively(work, env),
    send: (url, init) => fetch(url, init),
    countTools,
  };
}

/** How to start this program again: an executable, or Deno with the entry point. */
function executable(): readonly string[] {
  if (Deno.build.standalone) return [Deno.execPath()];
  const flags = ["--allow-read", "--allow-write", "--allow-env"];
  return [Deno.execPath(), "run", ...flags, Deno.mainModule];
}

function hasProgram(program: string, env: Environment): boolean {
  const suffixes = IS_WINDOWS ? [".exe", ".cmd", ".bat"] : [""];
  return (env("PATH") ?? "").split(delimiter).some((folder) =>
    folder !== "" &&
    suffixes.some((suffix) => {
      const info = orNullIfAbsent(() => Deno.statSync(join(folder, program + suffix)));
      return info?.isFile === true && (IS_WINDOWS || ((info.mode ?? 0) & 0o111) !== 0);
    })
  );
}

function read(path: string): FileState {
  const real = realPath(path);
  try {
    const bytes = orNullIfAbsent(() => Deno.readFileSync(real));
    if (bytes === null) return { kind: "absent", real };
    return { kind: "text", real, text: decode(bytes) };
  } catch (problem) {
    if (problem instanceof TypeError) return { kind: "unreadable", real, reason: "not UTF-8" };
    const reason = systemReason(problem);
    if (reason === null) throw problem;
    return { kind: "unreadable", real, reason };
  }
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

/** Where a path leads: dotfiles are often links into a repository, and shall stay links. */
function realPath(path: string): string {
  const real = orNullIfAbsent(() => Deno.realPathSync(path));
  if (real !== null) return real;
  const link = orNullIfAbsent(() => Deno.lstatSync(path));
  if (link?.isSymlink) return resolve(dirname(path), Deno.readLinkSync(path));
  const folder = orNullIfAbsent(() => Deno.realPathSync(dirname(path)));
  return folder === null ? path : join(folder, path.slice(dirname(path).length + 1));
}

function write({ file, before, after, backup }: FileWrite): WriteOutcome {
  try {
    const info = orNullIfAbsent(() => Deno.statSync(file));
    const found = info === null ? null : decode(Deno.readFileSync(file));
    if (found !== before) return { kind: "changed" };
    if (after === null) {
      if (info !== null) Deno.removeSync(file);
      return { kind: "written", folders: [] };
    }
    // Renaming would get past the write protection of a file, so ask for what an editor would need.
    if (info !== null) Deno.openSync(file, { write: true }).close();
    const folders = makeFolders(dirname(file));
    if (before !== null && backup !== null) replace(backup, before, info);
    replace(file, after, info);
    return { kind: "written", folders };
  } catch (problem) {
    const reason = systemReason(problem);
    if (reason === null) throw problem;
    return { kind: "failed", reason };
  }
}

/** Makes a folder and those above it. */
function makeFolders(folder: string): readonly string[] {
  if (orNullIfAbsent(() => Deno.statSync(folder)) !== null) return [];
  const above = makeFolders(dirname(folder));
  Deno.mkdirSync(folder, { mode: 0o700 });
  return [folder, ...above];
}

/** Gives a file a text at once, with the owner and mode that it had. */
function replace(file: string, text: string, info: Deno.FileInfo | null): void {
  const draft = `${file}.${crypto.randomUUID().slice(0, 8)}.tmp`;
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

function keepOwnerAndMode(file: string, { uid, gid, mode }: Deno.FileInfo): void {
  if (uid === null || gid === null || mode === null) return; // Windows
  const made = Deno.statSync(file);
  try {
    if (made.uid !== uid || made.gid !== gid) Deno.chownSync(file, uid, gid);
  } catch (problem) {
    // Only root may; for others the file becomes theirs, as when they save it from an editor.
    if (!(problem instanceof Deno.errors.PermissionDenied)) throw problem;
  }
  Deno.chmodSync(file, mode & 0o7777);
}

async function exclusively<T>(work: () => Promise<T>, env: Environment): Promise<T | null> {
  const folder = stateFolder(env, IS_WINDOWS);
  if (folder === null) return await work();
  Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
  using lock = Deno.openSync(join(folder, "setup.lock"), {
    write: true,
    create: true,
    mode: OWN_MODE,
  });
  return lock.tryLockSync(true) ? await work() : null;
}

const PATIENCE_MS = 10_000;

async function countTools(command: string, args: readonly string[]): Promise<number | string> {
  const messages = [
    {
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "layerwright-setup", version: "1.0.0" },
      },
    },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/list" },
  ];
  const lines = messages.map((each) => JSON.stringify({ jsonrpc: "2.0", ...each }));
  try {
    const child = new Deno.Command(command, {
      args: [...args],
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).spawn();
    const output = child.output();
    await new Blob([`${lines.join("\n")}\n`]).stream().pipeTo(child.stdin);
    return toolsIn(new TextDecoder().decode((await output).stdout));
  } catch (problem) {
    return systemReason(problem) ?? "it ended too soon";
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
