/**
 * Creates a GitHub release from the files in `dist/`: `deno task release:github v1.2.0`.
 *
 * It needs `gh` with `GH_TOKEN`. The tag must exist.
 */

import { join } from "node:path";
import { releaseOf } from "./release/release.ts";
import { verifiedFiles } from "./release/verified_files.ts";
import { ROOT, run } from "./run.ts";

const [tag = ""] = Deno.args;
const { version, notes, isPrerelease } = releaseOf(tag);
const built = (await verifiedFiles(join(ROOT, "dist"))).map((name) => join("dist", name));
const options = ["--verify-tag", "--title", `Layerwright ${version}`, "--notes-file", "-"];
if (isPrerelease) options.push("--prerelease");
console.log(
  await run("gh", ["release", "create", tag, ...options, ...built], { stdin: notes }),
);
