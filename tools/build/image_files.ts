/** The files of the container images, in their layout, for each architecture. */

import { join } from "node:path";
import { executableName } from "./build.ts";
import { clear } from "./clear.ts";
import { type Program, PROGRAMS } from "./programs.ts";
import type { Target } from "./targets.ts";

/** The names of architectures in container engines. */
const ARCHITECTURES: Readonly<Partial<Record<Target["name"], string>>> = {
  "linux-x64": "amd64",
  "linux-arm64": "arm64",
};

/** Folders to which any user of the container can write, as in `/tmp`. */
const WRITABLE: Readonly<Record<Program["name"], readonly string[]>> = {
  "layerwright": ["work"],
  "layerwright-server": ["data", "workspace"],
};

/**
 * Creates `image/<program>/<architecture>/` next to the executables. The Dockerfile copies these folders,
 * because the images have no shell to create folders with.
 *
 * @param folder The folder with the executables.
 */
export async function createImageFiles(folder: string, targets: readonly Target[]): Promise<void> {
  for (const program of PROGRAMS) {
    for (const target of targets) {
      const architecture = ARCHITECTURES[target.name];
      if (architecture === undefined) continue;
      const root = join(folder, "image", program.name, architecture);
      await clear(root);
      await createFiles(program, join(folder, executableName(program, target)), root);
    }
  }
}

async function createFiles({ name }: Program, executable: string, root: string): Promise<void> {
  const texts = join(root, "usr/share/doc", name);
  for (const path of [join(root, "usr/bin"), texts]) await Deno.mkdir(path, { recursive: true });
  // A hard link takes no space, and Docker copies it as a file.
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
