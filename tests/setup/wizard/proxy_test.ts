/** Requests to this computer contain a key, so they never go through a proxy. */

import { deepEqual, equal, match } from "node:assert/strict";
import { runCli } from "../../commands/run_cli.ts";
import { withProxy } from "../../http/proxy.ts";
import { withServer } from "../../http/run_server.ts";
import { atDesk, connecting } from "./desk.ts";

Deno.test("setup sends no request to this computer through a proxy, whatever NO_PROXY names", () =>
  withProxy(({ env, asked }) =>
    withServer((server) =>
      atDesk(async ({ setup, write }) => {
        write(".config/layerwright/local-key", `${server.key}\n`);
        const url = server.url.replace("127.0.0.1", "localhost");
        for (
          const { words, more = {}, stdin } of [
            { words: `--url ${server.url} --client cursor --yes` },
            { words: connecting({ url }, "codex"), stdin: server.key },
            { words: connecting({ url }, "gemini-cli"), stdin: server.key, more: NO_PROXY },
          ]
        ) {
          const done = await setup(words, { env: { ...env, ...more }, ...(stdin && { stdin }) });
          equal(done.code, 0, done.stderr);
          match(done.stdout, /1 connected/);
        }
        deepEqual(asked, []);
      })
    )
  ));

const NO_PROXY = { no_proxy: "example.com" };

for (
  const [behaviour, more, heard] of [
    ["asks others through the proxy of the environment", {}, [
      "CONNECT mirror.invalid:443 HTTP/1.1",
    ]],
    ["asks whom NO_PROXY names without the proxy", { NO_PROXY: "mirror.invalid" }, []],
    ["asks whom no_proxy names without the proxy", { no_proxy: "mirror.invalid" }, []],
  ] as const
) {
  Deno.test(`version --check ${behaviour}`, () =>
    withProxy(async ({ env, asked }) => {
      const mirror = { LAYERWRIGHT_DOWNLOAD_URL: "https://mirror.invalid" };
      const options = { cwd: "/", env: { ...env, ...mirror, ...more } };
      equal((await runCli(["version", "--check"], options)).code, 1);
      deepEqual(asked, heard);
    }));
}
