/** The tool server's container: quickly what its files say, in the full tier what it does. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { VERSION } from "../core/version.ts";
import { tryContainer } from "../tools/container.ts";
import { runCommand } from "../tools/run_command.ts";
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

Deno.test("the image is built from all that the server is made of", async () => {
  const allowed = new Set(
    [...Deno.readTextFileSync(new URL(".dockerignore", ROOT)).matchAll(/^!(\S+)$/gm)]
      .map(([, name]) => name),
  );
  const { stdout } = await runCommand(Deno.execPath(), ["info", "--json", "server.ts"], {
    cwd: fileURLToPath(ROOT),
  });
  const { modules }: { modules: readonly { readonly specifier: string }[] } = JSON.parse(stdout);
  const rooms = new Set(
    modules.flatMap(({ specifier }) =>
      specifier.startsWith(ROOT.href) ? [specifier.slice(ROOT.href.length).replace(/\/.*/, "")] : []
    ),
  );
  ok(rooms.size > 10, "the graph was read");
  deepEqual([...rooms].filter((room) => !allowed.has(room)), []);
});

Deno.test({
  name: "the container serves, without root on a read-only disk until it is stopped",
  ignore: !IS_FULL_TIER,
  fn: async () => {
    const { addedBytes } = await tryContainer();
    ok(addedBytes < 5_000_000, `the server adds ${addedBytes} bytes to its base`);
  },
});
