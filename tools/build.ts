/**
 * Builds the release files into `dist/`: both programs for five platforms, checksums, lists of
 * components, licences, and the files of the container images.
 *
 * `deno run -A tools/build.ts [target...]`, such as `linux-x64`.
 */

import { join } from "node:path";
import { build } from "./build/build.ts";
import { targetNamed, TARGETS } from "./build/targets.ts";
import { RELEASE_TOOLCHAIN } from "./build/toolchain.ts";
import { ROOT } from "./run.ts";

try {
  const targets = Deno.args.length > 0 ? Deno.args.map(targetNamed) : TARGETS;
  if (Deno.env.has("DENORT_BIN") && targets.length > 1) {
    throw new Error(
      "DENORT_BIN is the runtime for one target. Name that target, such as 'linux-x64'",
    );
  }
  const names = await build({ toolchain: RELEASE_TOOLCHAIN, targets, folder: join(ROOT, "dist") });
  console.log(names.join("\n"));
} catch (problem) {
  if (!(problem instanceof Error)) throw problem;
  console.error(`Error: ${problem.message}`);
  Deno.exit(1);
}
