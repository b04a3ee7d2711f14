/** A root folder that contains only executables and their libraries, as in a container. */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Architecture, debianBase } from "../../../tools/container/base.ts";
import { run } from "../../../tools/run.ts";

const JOB = fileURLToPath(new URL("job.ts", import.meta.url));

/** The static emulator that runs programs of the other architecture. */
const EMULATOR = "/usr/bin/qemu-aarch64-static";

/** The user of the programs. */
const USER = "1000:1000";

/** Isolates the programs: a network with only a loopback, and temporary mounts. */
const NAMESPACES = ["--net", "--mount", "sh", "-ec"];
const PREPARE = 'ip link set lo up; mount --bind /proc "$1/proc"; shift; exec "$@"';

/** The input of the job. */
export interface Lone {
  /** The path of the root folder, seen from outside. */
  readonly root: string;
  /** The words to put before a program's path to run the program inside the root. */
  readonly start: readonly string[];
}

/**
 * Runs the job on executables in an empty root. The job itself runs outside of the root, in their network.
 *
 * @param executables Paths by name inside the root.
 * @param folder An empty folder.
 * @returns The output of the job.
 * @throws {Error} If it fails.
 */
export async function runAlone(
  architecture: Architecture,
  executables: Readonly<Record<string, string>>,
  folder: string,
): Promise<string> {
  const root = join(folder, "root");
  await run("cp", ["--archive", await debianBase(architecture), root]);
  for (const [name, path] of Object.entries(executables)) {
    await Deno.copyFile(path, join(root, "usr/bin", name));
  }
  const work = join(root, "work");
  await Deno.mkdir(work);
  await Deno.chown(work, 1000, 1000);
  const isForeign = architecture !== (Deno.build.arch === "x86_64" ? "amd64" : "arm64");
  if (isForeign) await Deno.copyFile(EMULATOR, join(root, "emulator"));
  const start = ["chroot", `--userspec=${USER}`, root, ...isForeign ? ["/emulator"] : []];
  const job = [Deno.execPath(), "run", "--quiet", "--allow-all", "--cached-only", JOB];
  const lone: Lone = { root, start };
  const command = [...job, JSON.stringify(lone)];
  return await run("unshare", [...NAMESPACES, PREPARE, "sh", root, ...command]);
}
