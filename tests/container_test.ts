/** The container files and, in the full tier, the containers. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { VERSION } from "../core/version.ts";
import { tryContainers } from "../tools/container.ts";
import { IMAGES } from "../tools/container/images.ts";
import { IS_FULL_TIER } from "./tools/tier.ts";

const ROOT = new URL("..", import.meta.url);
const dockerfile = Deno.readTextFileSync(new URL("Dockerfile", ROOT));

/** Maximum size of an image in bytes. */
const MAX_BYTES = 130_000_000;

Deno.test("both images are labelled with this version", () => {
  const versions = [...dockerfile.matchAll(/image\.version="([^"]+)"/g)].map(([, text]) => text);
  deepEqual(versions, [VERSION, VERSION]);
});

Deno.test("both images use the same base, pinned by its digest", () => {
  match(dockerfile, /^ARG BASE=gcr\.io\/distroless\/cc-debian12:nonroot@sha256:[0-9a-f]{64}$/m);
  const stages = [...dockerfile.matchAll(/^FROM (\S+) AS (\S+)$/gm)].map(([, from, as]) => [
    from,
    as,
  ]);
  deepEqual(stages, Object.keys(IMAGES).map((name) => ["${BASE}", name]));
});

for (const file of ["compose.yaml", "compose.scale.yaml"]) {
  Deno.test(`${file} starts the server's image with this version`, () => {
    const compose = Deno.readTextFileSync(new URL(file, ROOT));
    ok(compose.includes(`image: ${IMAGES["layerwright-server"]}\n`));
  });
}

Deno.test({
  name: "both containers work without root, on a read-only disk",
  ignore: !IS_FULL_TIER,
  fn: async () => {
    const sizes = Object.entries((await tryContainers()).sizes);
    equal(sizes.length, 2);
    for (const [name, { image }] of sizes) {
      ok(image < MAX_BYTES, `${name} weighs ${image} bytes`);
    }
  },
});
