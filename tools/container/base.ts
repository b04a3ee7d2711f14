/** The least of Debian that the executables run on, where the images' own base cannot be fetched. */

import { basename, join } from "node:path";
import { ROOT, run } from "../run.ts";

/** How Debian and engines of containers call the computers that images are for. */
export type Architecture = "amd64" | "arm64";

/** What `ldd` asks for, and what distroless has besides. */
const PACKAGES = ["base-files", "ca-certificates", "libc6", "libgcc-s1", "netbase", "tzdata"];

/** Kept from one check to the next. */
const BASES = join(ROOT, "dist", "bases");

/**
 * A folder with the base's files. Whoever uses it leaves it as it is.
 *
 * @throws {Error} If Debian's packages cannot be fetched.
 */
export async function debianBase(architecture: Architecture): Promise<string> {
  const base = join(BASES, `debian-${architecture}`);
  if (await isFolder(base)) return base;
  await Deno.mkdir(BASES, { recursive: true });
  const work = await Deno.makeTempDir({ prefix: "layerwright-debian-" });
  // Where it is renamed from: whoever else needs it sees it whole or not at all.
  const draft = join(BASES, basename(work));
  try {
    for (const archive of await download(architecture, work)) {
      await run("dpkg-deb", ["--extract", archive, draft]);
    }
    await trustAuthorities(draft);
    await Deno.remove(join(draft, "usr/share/doc"), { recursive: true });
    await Deno.rename(draft, base);
  } finally {
    await Deno.remove(work, { recursive: true });
  }
  return base;
}

/** Asks apt for packages of whichever architecture, without telling it that this computer had it. */
async function download(architecture: Architecture, folder: string): Promise<readonly string[]> {
  const lists = join(folder, "state", "lists", "partial");
  const archives = join(folder, "cache", "archives", "partial");
  for (const path of [lists, archives]) await Deno.mkdir(path, { recursive: true });
  const options = [
    `APT::Architecture=${architecture}`,
    `APT::Architectures::=${architecture}`,
    `Dir::State=${join(folder, "state")}`,
    "Dir::State::status=/dev/null",
    `Dir::Cache=${join(folder, "cache")}`,
    "APT::Sandbox::User=root",
  ].flatMap((option) => ["-o", option]);
  await run("apt-get", [...options, "--quiet", "update"]);
  await run("apt-get", [...options, "--quiet", "download", ...PACKAGES], { cwd: folder });
  return [...Deno.readDirSync(folder)]
    .flatMap(({ name }) => name.endsWith(".deb") ? [join(folder, name)] : []);
}

/** What the package of certificates does when it is installed. */
async function trustAuthorities(root: string): Promise<void> {
  const authorities = join(root, "usr/share/ca-certificates/mozilla");
  const names = [...Deno.readDirSync(authorities)].map(({ name }) => name).sort();
  const texts = await Promise.all(names.map((name) => Deno.readTextFile(join(authorities, name))));
  await Deno.mkdir(join(root, "etc/ssl/certs"), { recursive: true });
  await Deno.writeTextFile(join(root, "etc/ssl/certs/ca-certificates.crt"), texts.join(""));
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isDirectory;
  } catch (problem) {
    if (problem instanceof Deno.errors.NotFound) return false;
    throw problem;
  }
}
