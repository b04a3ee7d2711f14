/** The conformance suite of MCP against the authorization server. */

import { equal, match, ok } from "node:assert/strict";
import { npmProgram } from "../../../tools/npm_program.ts";
import { IS_FULL_TIER } from "../../../tools/tier.ts";
import { inTemporaryFolder } from "../../../workspace/temporary_folder.ts";
import { ask, makeOwner } from "../hosted_client.ts";
import { startHostedServer } from "../run_hosted_server.ts";
import { answerConsent, registered } from "./played_client.ts";
import { freePort } from "../../../../tools/free_port.ts";

const SUITE = {
  package: "@modelcontextprotocol/conformance@0.2.0-alpha.12",
  bin: "conformance",
  node: [22, 0],
} as const;

Deno.test({
  name: "the authorization server passes the suite with a registered client",
  ignore: !IS_FULL_TIER,
  fn: () =>
    inTemporaryFolder(async (folder) => {
      const { program, path } = await npmProgram(SUITE);
      const server = await startHostedServer({ url: undefined, folder });
      const { origin } = server;
      const browser = await makeOwner(server);
      const port = freePort();
      // The suite listens at the redirect URI itself, but cannot register a client.
      const clientId = await registered({ origin, send: ask }, {
        redirect_uris: [`http://127.0.0.1:${port}/callback`],
      });
      const child = new Deno.Command(program, {
        args: [
          "authorization",
          ...["--url", origin, "--client-id", clientId, "--port", String(port)],
          ...["--resource", `${origin}/mcp`],
        ],
        cwd: folder,
        env: { PATH: path, HOME: folder, NO_COLOR: "1" },
        clearEnv: true,
        stdin: "null",
        stdout: "piped",
        stderr: "null",
      }).spawn();
      let said = "";
      let isAnswered = false;
      for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
        said += text;
        const [address] = /^http\S+\/oauth\/authorize\S+(?=\n)/m.exec(said) ?? [];
        const isWaiting = /^Callback server started/m.test(said);
        if (address === undefined || !isWaiting || isAnswered) continue;
        isAnswered = true;
        const target = await answerConsent(browser, { origin }, address);
        await (await fetch(target)).body?.cancel();
      }
      const { code } = await child.status;
      equal(code, 0, said);
      match(said, /^✓ authorization-server-metadata-endpoint: 2 passed, 0 failed$/m);
      match(said, /^✓ authorization-code-grant: 1 passed, 0 failed$/m);
      const { log } = await server.stop();
      ok(!log.some(({ level }) => level === "error"), JSON.stringify(log));
    }),
});
