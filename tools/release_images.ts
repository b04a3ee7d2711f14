/**
 * Builds the container images from the executables in `dist/`, pushes and signs them:
 * `deno task release:images v1.2.0`.
 *
 * It needs Docker with buildx, `cosign`, and the variables `REGISTRY_USER` and `REGISTRY_TOKEN`. Signing is
 * keyless: Sigstore's certificate names the repository and the workflow.
 */

import { join } from "node:path";
import { executableName } from "./build/build.ts";
import { createImageFiles } from "./build/image_files.ts";
import { PROGRAMS } from "./build/programs.ts";
import { TARGETS } from "./build/targets.ts";
import { releaseOf } from "./release/release.ts";
import { verifiedFiles } from "./release/verified_files.ts";
import { ROOT, run } from "./run.ts";

const REGISTRY = "ghcr.io";
const OWNER = `${REGISTRY}/layerwright`;
const PLATFORMS = "linux/amd64,linux/arm64";
const DIST = join(ROOT, "dist");

const [tag = ""] = Deno.args;
const { version, isPrerelease } = releaseOf(tag);
await verifiedFiles(DIST);
await prepareFiles();
await logIn();
await run("docker", ["buildx", "create", "--use"]);
for (const { name } of PROGRAMS) {
  const image = `${OWNER}/${name}`;
  const digest = await buildAndPush(name, image);
  await run("cosign", ["sign", "--yes", "--recursive", `${image}@${digest}`]);
  console.log(`${image}@${digest}`);
}

/** Makes the executables executable again, and copies them to the files of the images. */
async function prepareFiles(): Promise<void> {
  const targets = TARGETS.filter(({ name }) => name.startsWith("linux-"));
  for (const program of PROGRAMS) {
    for (const target of targets) {
      await Deno.chmod(join(DIST, executableName(program, target)), 0o755);
    }
  }
  await createImageFiles(DIST, targets);
}

async function logIn(): Promise<void> {
  const user = Deno.env.get("REGISTRY_USER") ?? "";
  const stdin = Deno.env.get("REGISTRY_TOKEN") ?? "";
  await run("docker", ["login", REGISTRY, "--username", user, "--password-stdin"], { stdin });
}

/** Builds and pushes an image for all platforms, and returns its digest. */
async function buildAndPush(program: string, image: string): Promise<string> {
  const metadata = join(DIST, `${program}.image.json`);
  const names = [version, ...(isPrerelease ? [] : ["latest"])].map((name) => `${image}:${name}`);
  await run("docker", [
    ...["buildx", "build", "--platform", PLATFORMS, "--target", program],
    ...["--push", "--provenance=mode=max", "--metadata-file", metadata],
    ...names.flatMap((name) => ["--tag", name]),
    ".",
  ]);
  const digest: unknown = JSON.parse(await Deno.readTextFile(metadata))["containerimage.digest"];
  if (typeof digest !== "string" || !/^sha256:[0-9a-f]{64}$/.test(digest)) {
    throw new Error(`Docker returned no digest for ${image}`);
  }
  return digest;
}
