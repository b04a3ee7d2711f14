/** The tool server's container: quickly what its files say, in the full tier what it does. */

import { equal, ok } from "node:assert/strict";
import { VERSION } from "../core/version.ts";
import { tryContainer } from "../tools/container.ts";
import { IS_FULL_TIER } from "./tools/tier.ts";

const ROOT = new URL("..", import.meta.url);
const dockerfile = Deno.readTextFileSync(new URL("Dockerfile", ROOT));

Deno.test("the image is labelled with this version", () => {
  ok(dockerfile.includes(`org.opencontainers.image.version="${VERSION}"`));
});

Deno.test("the image starts from the Deno that all else is run with", () => {
  const wanted = Deno.readTextFileSync(new URL(".ci/run", ROOT)).match(/deno@([\d.]+)/)?.[1];
  const bases = [...dockerfile.matchAll(/^FROM denoland\/deno:(\S+)/gm)].map(([, tag]) => tag);
  equal([...new Set(bases)].join(), wanted);
});

Deno.test({
  name: "the container serves, without root on a read-only disk until it is stopped",
  ignore: !IS_FULL_TIER,
  fn: async () => {
    const { addedBytes } = await tryContainer();
    ok(addedBytes < 4_000_000, `the server adds ${addedBytes} bytes to its base`);
  },
});
