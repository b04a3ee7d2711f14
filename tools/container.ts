/**
 * Builds the containers of both programs and tests them, as root, without an engine's service or a
 * registry: `deno task container:check`.
 */

import { join } from "node:path";
import { tryCommandLine } from "./container/cli_check.ts";
import { Engine } from "./container/engine.ts";
import { tryHostedServer } from "./container/hosted_check.ts";
import { buildImages, type ImageSize } from "./container/images.ts";
import { type Times, tryLocalServer } from "./container/local_check.ts";
import { run, words } from "./run.ts";
import { installLine } from "./setup.ts";

/** Debian packages. Each image contains a program of the same name. */
const PROGRAMS = ["buildah", "docker-compose", "podman", "podman-compose", "runc"];

/** The results of the checks. */
export interface ContainerFacts extends Times {
  readonly sizes: Readonly<Record<string, ImageSize>>;
}

/**
 * Builds the containers and tests them.
 *
 * @throws {Error} If a program is missing or a check fails.
 */
export async function tryContainers(): Promise<ContainerFacts> {
  await checkPrograms();
  const folder = await Deno.makeTempDir({ prefix: "layerwright-container-" });
  try {
    const engine = await Engine.create(join(folder, "engine"));
    try {
      const [checkout, work] = [join(folder, "checkout"), join(folder, "work")];
      for (const path of [checkout, work]) await Deno.mkdir(path);
      const sizes = await buildImages(engine, checkout);
      await tryCommandLine(engine, work);
      const times = await tryLocalServer(engine, checkout);
      await tryHostedServer(engine);
      return { sizes, ...times };
    } finally {
      await engine.close();
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function checkPrograms(): Promise<void> {
  if (Deno.uid() !== 0) throw new Error("Only root can build containers without an engine");
  const search = 'for each; do command -v "$each" >/dev/null || echo "$each"; done';
  const missing = words(await run("sh", ["-c", search, "sh", ...PROGRAMS]));
  if (missing.length > 0) {
    throw new Error(`Missing programs. Install them: ${installLine(missing)}`);
  }
}

if (import.meta.main) console.log(await tryContainers());
