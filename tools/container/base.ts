/** A minimal Debian base for the images, because the tests cannot download the images' own base. */

import { join } from "node:path";
import { downloadPackages, filledOnce } from "../debian_packages.ts";
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
export function debianBase(architecture: Architecture): Promise<string> {
  return filledOnce(join(BASES, `debian-${architecture}`), async (draft, work) => {
    for (const archive of await downloadPackages(PACKAGES, work, { architecture })) {
      await run("dpkg-deb", ["--extract", archive, draft]);
    }
    await trustAuthorities(draft);
    await Deno.remove(join(draft, "usr/share/doc"), { recursive: true });
  });
}

/** Writes the certificate bundle, as the installation of `ca-certificates` does. */
async function trustAuthorities(root: string): Promise<void> {
  const authorities = join(root, "usr/share/ca-certificates/mozilla");
  const names = [...Deno.readDirSync(authorities)].map(({ name }) => name).sort();
  const texts = await Promise.all(names.map((name) => Deno.readTextFile(join(authorities, name))));
  await Deno.mkdir(join(root, "etc/ssl/certs"), { recursive: true });
  await Deno.writeTextFile(join(root, "etc/ssl/certs/ca-certificates.crt"), texts.join(""));
}
