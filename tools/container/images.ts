/** Builds the images of both programs like a release, but on another base. */

import { equal } from "node:assert/strict";
import { join } from "node:path";
import { VERSION } from "../../core/version.ts";
import { build } from "../build/build.ts";
import { OFFLINE_TOOLCHAIN } from "../build/offline_toolchain.ts";
import { PROGRAMS } from "../build/programs.ts";
import { targetNamed } from "../build/targets.ts";
import { ROOT, run } from "../run.ts";
import { debianBase } from "./base.ts";
import type { Engine } from "./engine.ts";

/** The names of the images. */
export const IMAGES = {
  "layerwright": `ghcr.io/layerwright/layerwright:${VERSION}`,
  "layerwright-server": `ghcr.io/layerwright/layerwright-server:${VERSION}`,
} as const;

const BASE = "localhost/layerwright-base";

/** The size of an image in bytes. */
export interface ImageSize {
  readonly image: number;
  /** The part of the size that is not the base. */
  readonly added: number;
}

/**
 * Builds both images.
 *
 * @param checkout An empty folder, to which this copies the build context.
 */
export async function buildImages(
  engine: Engine,
  checkout: string,
): Promise<Readonly<Record<keyof typeof IMAGES, ImageSize>>> {
  for (const name of ["Dockerfile", ".dockerignore", "compose.yaml"]) {
    await Deno.copyFile(join(ROOT, name), join(checkout, name));
  }
  const folder = join(checkout, "dist");
  await build({ toolchain: OFFLINE_TOOLCHAIN, targets: [targetNamed("linux-x64")], folder });
  const archive = join(checkout, "..", "base.tar");
  await run("tar", ["-C", await debianBase("amd64"), "-cf", archive, "."]);
  await engine.run("podman", ["import", "--quiet", archive, BASE]);
  const sizes = PROGRAMS.map(async ({ name }) => {
    await engine.build(IMAGES[name], checkout, { target: name, args: { BASE } });
    await checkImage(engine, IMAGES[name]);
    const image = await engine.imageSize(IMAGES[name]);
    return [name, { image, added: image - await engine.imageSize(BASE) }] as const;
  });
  return Object.fromEntries(await Promise.all(sizes)) as Record<keyof typeof IMAGES, ImageSize>;
}

async function checkImage(engine: Engine, image: string): Promise<void> {
  const inspected = await engine.run("podman", ["image", "inspect", image]);
  const [{ Config: { User, Labels, Cmd } }] = JSON.parse(inspected);
  equal(User, "1000:1000");
  equal(Labels["org.opencontainers.image.version"], VERSION);
  equal(Cmd ?? null, null, "the image does not inherit the base's command");
}
