/** A minimal Debian base for the images, because the tests cannot download the images' own base. */

import { basename, join } from "node:path";
import { ROOT, run } from "../run.ts";

/** An architecture, as Debian and container engines name it. */
export type Architecture = "amd64" | "arm64";

/** The packages that `ldd` lists, and other packages in distroless images. */
const PACKAGES = ["base-files", "ca-certificates", "libc6", "libgcc-s1", "netbase", "tzdata"];

/** A cache for later checks. */
const BASES = join(ROOT, "dist", "bases");

/**
 * Returns a folder with the base's files. Callers must not change it.
 *
 * @throws {Error} If Debian's packages cannot be downloaded.
 */
export async function debianBase(architecture: Architecture): Promise<string> {
  const base = join(BASES, `debian-${architecture}`);
  if (await isFolder(base)) return base;
  await Deno.mkdir(BASES, { recursive: true });
  const work = await Deno.makeTempDir({ prefix: "layerwright-debian-" });
  // The rename at the end makes the base visible to concurrent checks only when it is complete.
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

/** Downloads packages of any architecture with apt, without adding that architecture to this system. */
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

/** Writes the certificate bundle, as the installation of `ca-certificates` does. */
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
