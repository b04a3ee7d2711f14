/** Debian packages of any release and architecture, downloaded with apt without changing this system. */

import { join } from "node:path";
import { run, words } from "./run.ts";

export interface DownloadOptions {
  /** As Debian names it, such as `amd64`. */
  readonly architecture: string;
  /** A release to use instead of this system's sources, such as `trixie`. */
  readonly release?: string;
  /** Whether to download the packages that they depend on, too. */
  readonly withDependencies?: boolean;
}

const KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg";

/**
 * Downloads packages into a folder, which apt may also use for its own files.
 *
 * @returns The paths of the archives.
 * @throws {Error} If apt is missing or fails.
 */
export async function downloadPackages(
  names: readonly string[],
  folder: string,
  { architecture, release, withDependencies = false }: DownloadOptions,
): Promise<readonly string[]> {
  const archives = join(folder, "cache", "archives");
  for (const path of [join(folder, "state", "lists"), archives]) {
    await Deno.mkdir(join(path, "partial"), { recursive: true });
  }
  const options = [
    `APT::Architecture=${architecture}`,
    `APT::Architectures::=${architecture}`,
    `Dir::State=${join(folder, "state")}`,
    "Dir::State::status=/dev/null",
    `Dir::Cache=${join(folder, "cache")}`,
    "APT::Sandbox::User=root",
    ...(release === undefined ? [] : await sourceOptions(release, folder)),
  ].flatMap((option) => ["-o", option]);
  const command = withDependencies
    ? ["install", "--download-only", "--yes", "--no-install-recommends"]
    : ["download"];
  await run("apt-get", [...options, "--quiet", "update"]);
  await run("apt-get", [...options, "--quiet", ...command, ...names], { cwd: folder });
  const found = withDependencies ? archives : folder;
  return [...Deno.readDirSync(found)]
    .flatMap(({ name }) => name.endsWith(".deb") ? [join(found, name)] : []);
}

async function sourceOptions(release: string, folder: string): Promise<readonly string[]> {
  const list = join(folder, "sources.list");
  const mirror = await mirrorOfSystem();
  await Deno.writeTextFile(list, `deb [signed-by=${KEYRING}] ${mirror} ${release} main\n`);
  return [
    `Dir::Etc::SourceList=${list}`,
    "Dir::Etc::SourceParts=/dev/null",
    "APT::Update::Error-Mode=any",
  ];
}

/** Returns the URL from which this system gets Debian's packages. It has all releases. */
async function mirrorOfSystem(): Promise<string> {
  const filters = ["Created-By: Packages", "Label: Debian", "Component: main"];
  const found = await run("apt-get", ["indextargets", "--format", "$(REPO_URI)", ...filters]);
  const [mirror] = words(found);
  if (mirror === undefined) throw new Error("apt has no source of Debian's packages");
  return mirror;
}

/**
 * Returns a folder that is filled once and kept for later runs. Callers must not change it.
 *
 * @param folder Its path.
 * @param fill Fills a draft. Its second argument is a folder for temporary files.
 */
export async function filledOnce(
  folder: string,
  fill: (draft: string, work: string) => Promise<void>,
): Promise<string> {
  if (await isFolder(folder)) return folder;
  await Deno.mkdir(join(folder, ".."), { recursive: true });
  const work = await Deno.makeTempDir({ prefix: "layerwright-debian-" });
  const draft = await Deno.makeTempDir({ dir: join(folder, ".."), prefix: "draft-" });
  try {
    await fill(draft, work);
    // The rename makes the folder visible to concurrent runs only when it is complete.
    await Deno.rename(draft, folder);
  } catch (problem) {
    await Deno.remove(draft, { recursive: true });
    throw problem;
  } finally {
    await Deno.remove(work, { recursive: true });
  }
  return folder;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isDirectory;
  } catch (problem) {
    if (problem instanceof Deno.errors.NotFound) return false;
    throw problem;
  }
}
