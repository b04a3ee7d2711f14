/** The files of the container images: as they lie in an image, for each kind of computer. */

import { join } from "node:path";
import { executableName } from "./build.ts";
import { clear } from "./clear.ts";
import { type Program, PROGRAMS } from "./programs.ts";
import type { Target } from "./targets.ts";

/** How engines of containers call the computers that images are for. */
const ARCHITECTURES: Readonly<Partial<Record<Target["name"], string>>> = {
  "linux-x64": "amd64",
  "linux-arm64": "arm64",
};

/** Folders that the server writes to; whoever it runs as may, as in `/tmp`. */
const WRITABLE: Readonly<Record<Program["name"], readonly string[]>> = {
  "layerwright": ["work"],
  "layerwright-server": ["data", "workspace"],
};

/**
 * Lays `image/<program>/<architecture>/` beside executables, from which the Dockerfile copies: there is
 * no shell in the images that could make a folder.
 *
 * @param folder The one with the executables.
 */
export async function layImageFiles(folder: string, targets: readonly Target[]): Promise<void> {
  for (const program of PROGRAMS) {
    for (const target of targets) {
      const architecture = ARCHITECTURES[target.name];
      if (architecture === undefined) continue;
      const root = join(folder, "image", program.name, architecture);
      await clear(root);
      await lay(program, join(folder, executableName(program, target)), root);
    }
  }
}

async function lay({ name }: Program, executable: string, root: string): Promise<void> {
  const texts = join(root, "usr/share/doc", name);
  for (const path of [join(root, "usr/bin"), texts]) await Deno.mkdir(path, { recursive: true });
  // A link costs no room, and is a file of its own for whoever copies.
  await Deno.link(executable, join(root, "usr/bin", name));
  for (const suffix of ["cdx.json", "licenses.txt"]) {
    const file = `${name}.${suffix}`;
    await Deno.link(join(executable, "..", file), join(texts, file));
  }
  for (const path of WRITABLE[name]) {
    await Deno.mkdir(join(root, path));
    await Deno.chmod(join(root, path), 0o1777);
  }
}
