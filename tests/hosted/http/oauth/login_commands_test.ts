/** Real coding agents log in with their own commands, given only a URL. */

import { deepEqual, equal, match } from "node:assert/strict";
import { dirname, join } from "node:path";
import { createHostedApp } from "../../../../hosted/http/app.ts";
import { withDatabase } from "../../storage/on_both.ts";
import { type NpmProgram, npmProgram } from "../../../tools/npm_program.ts";
import { IS_FULL_TIER } from "../../../tools/tier.ts";
import { inTemporaryFolder } from "../../../workspace/temporary_folder.ts";
import { openBrowser } from "../browser.ts";
import { hostedApp, OWNER } from "../hosted_app.ts";
import { ask } from "../hosted_client.ts";
import { playedBrowser } from "./open_script.ts";
import { answerConsent } from "./played_client.ts";

interface Agent {
  readonly program: NpmProgram;
  /** The path of the agent's settings, below the home. */
  readonly file: string;
  readonly settings: (url: string) => string;
  readonly args: readonly string[];
  readonly done: RegExp;
  /** The agent's requests to the authorization server, without repetitions. */
  readonly asked: readonly string[];
}

const CODEX: Agent = {
  program: { package: "@openai/codex@0.169.0", bin: "codex", node: [22, 0] },
  file: ".codex/config.toml",
  settings: (url) => `[mcp_servers.layerwright]\nurl = "${url}"\n`,
  args: ["mcp", "login", "layerwright"],
  done: /Successfully logged in to MCP server 'layerwright'/,
  asked: ["GET /oauth/authorize 303", "POST /oauth/token 200"],
};

const OPENCODE: Agent = {
  program: { package: "opencode-ai@1.18.33", bin: "opencode", node: [22, 0] },
  file: ".config/opencode/opencode.json",
  settings: (url) =>
    JSON.stringify({
      $schema: "https://opencode.ai/config.json",
      mcp: { layerwright: { type: "remote", url } },
    }),
  args: ["mcp", "auth", "layerwright"],
  done: /Authentication successful/,
  asked: ["POST /oauth/register 201", "GET /oauth/authorize 303", "POST /oauth/token 200"],
};

/** A copy of the metadata document of Codex, so that no test needs the server of Codex's makers. */
const CODEX_DOCUMENT = {
  client_id: "https://chatgpt.com/oauth/codex/client.json",
  client_name: "Codex",
  redirect_uris: ["http://127.0.0.1/callback", "http://localhost/callback"],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
};

function playedDocument(address: string): Promise<Response> {
  if (address === CODEX_DOCUMENT.client_id) return Promise.resolve(Response.json(CODEX_DOCUMENT));
  return Promise.reject(new Error(`Nobody answers at ${address}`));
}

for (const { program, file, settings, args, done, asked } of [CODEX, OPENCODE]) {
  Deno.test({
    name: `${program.package} logs in`,
    ignore: !IS_FULL_TIER,
    fn: () =>
      withDatabase("sqlite", (database) =>
        inTemporaryFolder(async (home) => {
          const usual = await hostedApp(database);
          await usual.owner();
          let origin = "";
          const app = createHostedApp({
            ...usual.options,
            allowedHosts: ["127.0.0.1"],
            origin: () => origin,
            fetchPublic: playedDocument,
          });
          const options = { hostname: "127.0.0.1", port: 0, onListen() {} };
          await using server = Deno.serve(
            options,
            (request, { remoteAddr }) => app.fetch(request, remoteAddr.hostname),
          );
          origin = `http://127.0.0.1:${server.addr.port}`;
          const browser = openBrowser(ask, origin);
          await browser.send(await browser.open("/login"), "/login", OWNER);

          await Deno.mkdir(dirname(join(home, file)), { recursive: true });
          await Deno.writeTextFile(join(home, file), settings(`${origin}/mcp`));
          const played = playedBrowser(home);
          // A client that ignores the variable `BROWSER` opens pages with this program.
          await Deno.symlink(played.command, join(home, "xdg-open"));
          const { program: path, path: search } = await npmProgram(program);
          const child = new Deno.Command(path, {
            args: [...args],
            cwd: home,
            env: {
              PATH: `${home}:${search}`,
              HOME: home,
              BROWSER: played.command,
              OPENCODE_DISABLE_AUTOUPDATE: "1",
              OPENCODE_DISABLE_MODELS_FETCH: "1",
            },
            clearEnv: true,
            stdin: "null",
            stdout: "piped",
            stderr: "piped",
          }).spawn();
          const output = child.output();
          const ended = output.then(({ stderr }) => {
            throw new Error(`It opened no page\n${new TextDecoder().decode(stderr)}`);
          });
          const address = await Promise.race([played.opened(), ended]);
          ended.catch(() => {});
          const target = await answerConsent(browser, { origin }, address);
          await (await fetch(target)).body?.cancel();
          const { code, stdout, stderr } = await output;
          const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
          equal(code, 0, said);
          match(said, done);
          const requests = usual.lines.map((line) => JSON.parse(line))
            .map(({ request, status }) => `${request} ${status}`)
            .filter((line) => /oauth\/(?:register|authorize |token)/.test(line));
          deepEqual([...new Set(requests)], asked);
        })),
  });
}
