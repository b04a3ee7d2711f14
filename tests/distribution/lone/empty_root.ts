/** A root folder with an executable in it, what it is linked to, and nothing else: as in a container. */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Architecture, debianBase } from "../../../tools/container/base.ts";
import { run } from "../../../tools/run.ts";

const JOB = fileURLToPath(new URL("job.ts", import.meta.url));

/** Runs programs of the other architecture; linked to nothing. */
const EMULATOR = "/usr/bin/qemu-aarch64-static";

/** Who the programs run as. */
const USER = "1000:1000";

/** Cuts the rest off: a network of its own without any but its loopback, and mounts that go with it. */
const NAMESPACES = ["--net", "--mount", "sh", "-ec"];
const PREPARE = 'ip link set lo up; mount --bind /proc "$1/proc"; shift; exec "$@"';

/** What the job is told. */
export interface Lone {
  /** The root folder, seen from outside. */
  readonly root: string;
  /** The words that start a program inside, before its own name. */
  readonly start: readonly string[];
}

/**
 * Lets the job run over executables that are alone. The job itself is a process outside of the root, but
 * in their network.
 *
 * @param executables By their names inside.
 * @param folder An empty one.
 * @returns What the job said.
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
