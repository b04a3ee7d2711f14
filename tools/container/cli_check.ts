/** Tests the image of the command line with a mounted folder. */

import { equal, match } from "node:assert/strict";
import { join } from "node:path";
import { VERSION } from "../../core/version.ts";
import { ROOT } from "../run.ts";
import type { Engine } from "./engine.ts";
import { IMAGES } from "./images.ts";

/**
 * Generates and extends a project in a mounted folder.
 *
 * @param folder An empty folder.
 * @throws {Error} If a command fails, or files have the wrong owner.
 */
export async function tryCommandLine(engine: Engine, folder: string): Promise<void> {
  const uid = 1234;
  await Deno.copyFile(join(ROOT, "examples", "shop.json"), join(folder, "shop.json"));
  await Deno.chown(folder, uid, uid);
  const hardening = ["--read-only", "--read-only-tmpfs=false", "--cap-drop=all", "--network=none"];
  const person = ["--user", `${uid}:${uid}`, "--volume", `${folder}:/work`];
  const layerwright = (...words: readonly string[]) =>
    engine.run("podman", [
      ...["run", "--rm", "--pull=never", ...hardening, ...person],
      ...[IMAGES.layerwright, ...words],
    ]);
  equal(await layerwright("--version"), `layerwright ${VERSION}\n`);
  await layerwright("generate", "api", "shop", "--json", "shop.json");
  await layerwright("--directory", "shop", "generate", "subroute", "products", "sale");
  match(await layerwright("--directory", "shop", "status", "--all"), /products\/sale/);
  for (const path of ["shop", "shop/pyproject.toml"]) {
    equal((await Deno.stat(join(folder, path))).uid, uid, path);
  }
}
