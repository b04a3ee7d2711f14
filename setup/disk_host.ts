/** The real computer that `setup` works on. */

import { join } from "node:path";
import { printable } from "../core/printable.ts";
import { type Environment, stateFolder } from "../core/user_folders.ts";
import { systemReason } from "../workspace/system_calls.ts";
import { isReadableByOthers } from "./disk_access.ts";
import {
  exists,
  IS_WINDOWS,
  OWN_MODE,
  read,
  realPath,
  removeIf,
  SYSTEM,
  tryTo,
  tryToLookAt,
  write,
} from "./disk_files.ts";
import { askGit, countTools, executable, hasProgram, openBrowser } from "./disk_programs.ts";
import type { LocalServer, SetupHost } from "./host.ts";

/**
 * Creates the host.
 *
 * @param onWriting Called before each write. From then on, an interruption must not end the
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

async function exclusively<T>(work: () => Promise<T>, env: Environment): Promise<T | null> {
  using lock = openLock(env);
  return lock === null || lock.tryLockSync(true) ? await work() : null;
}

/**
 * Opens the lock's file.
 *
 * @returns `null` if it cannot be created. There is no record then, so nothing is written.
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
