/** Builds the files of a release. */

import { join } from "node:path";
import { VERSION } from "../../core/version.ts";
import { ROOT } from "../run.ts";
import { runCommand } from "../run_command.ts";
import { bundle, bundleInputs } from "./bundle.ts";
import { writeChecksums } from "./checksums.ts";
import { compile } from "./compile.ts";
import { createImageFiles } from "./image_files.ts";
import { licenseTexts } from "./license_texts.ts";
import { writeManual } from "./manual.ts";
import { bundledPackages } from "./packages.ts";
import { type Program, PROGRAMS } from "./programs.ts";
import { type Ingredients, sbom } from "./sbom.ts";
import type { Target } from "./targets.ts";
import type { Toolchain } from "./toolchain.ts";

/** Scripts that a release contains unchanged. */
const SCRIPTS = ["install.sh", "install.ps1"];

/** Options of a build. */
export interface BuildRequest {
  readonly toolchain: Toolchain;
  readonly targets: readonly Target[];
  /** The output folder. */
  readonly folder: string;
}

/** Returns the file name of a program for a target. */
export function executableName({ name }: Pick<Program, "name">, target: Target): string {
  return `${name}-${target.name}${target.suffix}`;
}

/**
 * Builds the executables of both programs. For each program, it also writes the list of components
 * (`<program>.cdx.json`) and their licences (`<program>.licenses.txt`). Then it writes the manual page,
 * `SHA256SUMS` of all these files and of the install scripts, and the files of the container images.
 *
 * @returns The names of the files, sorted.
 * @throws {Error} If a program cannot be bundled or compiled, or does not start.
 */
export async function build({ toolchain, targets, folder }: BuildRequest): Promise<string[]> {
  await Deno.mkdir(folder, { recursive: true });
  const names: string[] = [];
  const work = await Deno.makeTempDir({ prefix: "layerwright-build-" });
  try {
    for (const program of PROGRAMS) {
      const made = await bundle(program, join(work, program.name));
      for (const target of targets) {
        const name = executableName(program, target);
        await compile(program, made, { target, toolchain, executable: join(folder, name) });
        if (target.triple === Deno.build.target) await checkStarts(program, join(folder, name));
        names.push(name);
      }
      names.push(...await describe(program, { toolchain, folder }));
    }
  } finally {
    await Deno.remove(work, { recursive: true });
  }
  for (const name of SCRIPTS) {
    await Deno.copyFile(join(ROOT, name), join(folder, name));
    names.push(name);
  }
  names.push(await writeManual(folder));
  await writeChecksums(folder, names);
  await createImageFiles(folder, targets);
  return [...names, "SHA256SUMS"].sort();
}

/** Starts an executable, because it fails if the runtime's version differs from the compiler's. */
async function checkStarts({ name }: Program, executable: string): Promise<void> {
  const { stdout, stderr } = await runCommand(executable, ["--version"]);
  if (stdout === `${name} ${VERSION}\n`) return;
  throw new Error(
    `'${executable}' does not start. Is its runtime from this version of Deno?\n${stdout}${stderr}`,
  );
}

async function describe(
  program: Program,
  { toolchain, folder }: Pick<BuildRequest, "toolchain" | "folder">,
): Promise<readonly string[]> {
  const packages = await bundledPackages(await bundleInputs(program));
  const ingredients: Ingredients = { packages, toolchain };
  const own = await Deno.readTextFile(join(ROOT, "LICENSE"));
  const texts = {
    [`${program.name}.cdx.json`]: sbom(program, ingredients),
    [`${program.name}.licenses.txt`]: licenseTexts(program, ingredients, own),
  };
  for (const [name, text] of Object.entries(texts)) {
    await Deno.writeTextFile(join(folder, name), text);
  }
  return Object.keys(texts);
}
