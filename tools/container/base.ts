/** The image that the server's is built on, where its registry cannot be reached. */

import { join } from "node:path";
import type { Engine } from "./engine.ts";
import { ROOT, run } from "../run.ts";

/** Kept for the next time: it takes longer than all the rest. */
const DEBIAN = join(ROOT, "dist", "debian-bookworm.tar");

/**
 * Builds a stand-in for `denoland/deno`: a small Debian with the Deno that runs this.
 *
 * @param folder Where to keep what is needed for it.
 */
export async function buildBase(engine: Engine, folder: string, name: string): Promise<void> {
  const debian = "docker.io/library/debian:bookworm-slim";
  await engine.run("podman", ["import", "--quiet", await debianArchive(folder), debian]);
  const context = join(folder, "base");
  await Deno.mkdir(context);
  await Deno.copyFile(Deno.execPath(), join(context, "deno"));
  // Behind a proxy that reads along, npm is known by this computer's certificates only.
  await run("cp", ["-L", "/etc/ssl/certs/ca-certificates.crt", context]);
  const lines = [
    `FROM ${debian}`,
    "RUN useradd --uid 1993 --user-group deno && install -d -o deno -g deno /deno-dir",
    "COPY deno /usr/bin/deno",
    "COPY ca-certificates.crt /etc/ssl/certs/",
    "ENV DENO_DIR=/deno-dir/ DENO_TLS_CA_STORE=system",
    'ENTRYPOINT ["/usr/bin/false"]',
    'CMD ["of the base"]',
  ];
  await Deno.writeTextFile(join(context, "Dockerfile"), lines.join("\n"));
  await engine.build(name, context);
}

async function debianArchive(folder: string): Promise<string> {
  if (await exists(DEBIAN)) return DEBIAN;
  const root = join(folder, "debian");
  await run("debootstrap", ["--variant=minbase", "bookworm", root]);
  const unneeded = ["var/cache/apt", "var/lib/apt/lists", "usr/share/doc", "usr/share/locale"];
  const excluded = unneeded.map((path) => `--exclude=./${path}/*`);
  await Deno.mkdir(join(ROOT, "dist"), { recursive: true });
  await run("tar", ["-C", root, ...excluded, "-cf", `${DEBIAN}.draft`, "."]);
  await Deno.rename(`${DEBIAN}.draft`, DEBIAN);
  return DEBIAN;
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (problem) {
    if (problem instanceof Deno.errors.NotFound) return false;
    throw problem;
  }
}
