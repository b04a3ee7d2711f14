/** Python 3.13 with Flask, pydantic and pytest, from Debian 13, in a folder of its own. */

import { join } from "node:path";
import { downloadPackages, filledOnce } from "../../tools/debian_packages.ts";
import { ROOT, run } from "../../tools/run.ts";
import type { FlaskPython } from "./flask_pythons.ts";

const PACKAGES = ["python3-flask", "python3-pydantic", "python3-pytest"];

const ARCHITECTURES = { x86_64: "amd64", aarch64: "arm64" };

/** A script that runs Python with the C library of Debian 13. */
const LAUNCHER = `#!/bin/sh
root=$(dirname "$0")
set -- --argv0 "$0" --library-path "$(echo "$root"/usr/lib/*-linux-gnu)" "$root/usr/bin/python3.13" "$@"
PYTHONHOME=$root/usr exec "$root"/usr/lib/*-linux-gnu/ld-linux-*.so.* "$@"
`;

/**
 * Downloads Python 3.13 from Debian, or finds it in `dist/`.
 *
 * @throws {Error} If Debian's packages cannot be downloaded.
 */
export async function python313(): Promise<FlaskPython> {
  const architecture = ARCHITECTURES[Deno.build.arch];
  const folder = join(ROOT, "dist", "pythons", `trixie-${architecture}`);
  await filledOnce(folder, async (draft, work) => {
    const options = { architecture, release: "trixie", withDependencies: true };
    for (const archive of await downloadPackages(PACKAGES, work, options)) {
      await run("dpkg-deb", ["--extract", archive, draft]);
    }
    await Deno.writeTextFile(join(draft, "python3"), LAUNCHER, { mode: 0o755 });
  });
  return { interpreter: join(folder, "python3"), env: {}, isModern: true, hasPydantic: true };
}
