/**
 * `mcp-remote` logs in, given only a URL. `mcp-remote` connects programs that cannot log in
 * themselves.
 */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { leasesOver } from "../../../../hosted/accounts/leases.ts";
import { openDatabase } from "../../../../hosted/storage/open_database.ts";
import { npmProgram } from "../../../tools/npm_program.ts";
import { IS_FULL_TIER } from "../../../tools/tier.ts";
import { inTemporaryFolder } from "../../../workspace/temporary_folder.ts";
import { openBrowser, revokeFirst } from "../browser.ts";
import { ask } from "../hosted_client.ts";
import { OWNER } from "../hosted_app.ts";
import { type HostedLogLine, startHostedServer } from "../run_hosted_server.ts";
import { playedBrowser } from "./open_script.ts";
import { answerConsent } from "./played_client.ts";

const MCP_REMOTE = { package: "mcp-remote@0.15.1", bin: "mcp-remote", node: [18, 0] } as const;

/** A client of the legacy protocol that reaches the server through `mcp-remote`. */
interface PassingClient extends AsyncDisposable {
  /** Sends a request, and waits for its response. */
  ask(method: string, params?: unknown): Promise<Record<string, unknown>>;
  /** Sends a notification. */
  tell(method: string): Promise<void>;
}

const INITIALIZE = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "tests", version: "1.0.0" },
};

/** Starts `mcp-remote` with an empty home. */
async function startMcpRemote(url: string, home: string, browser: string): Promise<PassingClient> {
  const { program, path } = await npmProgram(MCP_REMOTE);
  const child = new Deno.Command(program, {
    args: [url, "--allow-http"],
    env: { PATH: path, HOME: home, BROWSER: browser },
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  const lines = linesOf(child.stdout);
  let id = 0;
  const send = (message: unknown) =>
    writer.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
  return {
    async ask(method, params) {
      await send({ jsonrpc: "2.0", id: ++id, method, params });
      while (true) {
        const { value, done } = await lines.next();
        if (done) throw new Error(`It ended before it answered ${method}`);
        const answer = JSON.parse(value);
        if (answer.id === id) return answer;
      }
    },
    async tell(method) {
      await send({ jsonrpc: "2.0", method });
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
      await lines.return(undefined);
      await writer.abort().catch(() => {});
    },
  };
}

async function* linesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

/** The requests with which `mcp-remote` finds the authorization server. */
const DISCOVERY = [
  "GET /.well-known/oauth-protected-resource/mcp 200",
  "GET /.well-known/oauth-authorization-server 200",
];

/** The requests to the authorization server and the gate, with their answers. */
function asked(log: readonly HostedLogLine[]): string[] {
  return log.flatMap((line) => {
    const { request, status, rpc } = line as {
      readonly request?: string;
      readonly status?: number;
      readonly rpc?: string;
    };
    if (rpc !== undefined) return [`${rpc} ${status}`];
    const isOurs = request !== undefined && /\/(?:apps|mcp|oauth|login|\.well-known)/.test(request);
    return isOurs ? [`${request.replace(/(?<=consent|authorize)\/[\w-]+/, "/*")} ${status}`] : [];
  });
}

Deno.test({
  name: "mcp-remote discovers, registers, has people log in and consent, and calls; it refreshes " +
    "what expired, and is refused at once when it is revoked",
  ignore: !IS_FULL_TIER,
  fn: () =>
    inTemporaryFolder(async (folder) => {
      const server = await startHostedServer({ url: undefined, folder });
      const { origin } = server;
      const browser = openBrowser(ask, origin);
      await browser.send(await browser.open(await server.ownerLink()), "/owner", OWNER);
      await browser.send(await browser.open("/keys"), "/logout");

      const home = join(folder, "home");
      await Deno.mkdir(home);
      const played = playedBrowser(home);
      const client = await startMcpRemote(`${origin}/mcp`, home, played.command);
      const initialized = client.ask("initialize", INITIALIZE);
      const address = await played.opened();
      equal(new URL(address).searchParams.get("resource"), `${origin}/mcp`);

      const login = await browser.open(address);
      match(login.path, /\/login\?next=%2Foauth%2Fconsent%2F/);
      const consent = await browser.send(login, "/login", OWNER);
      match(consent.html, /<strong>MCP CLI Proxy[^<]*<\/strong> wants to/);
      const callback = await answerConsent(browser, { origin }, consent.path);
      equal(callback.searchParams.get("iss"), origin);
      await (await fetch(callback)).body?.cancel();
      ok((await initialized)["result"] !== undefined);
      await client.tell("notifications/initialized");
      equal(await toolsOf(client), 8);

      // One hour later.
      const file = join(folder, "layerwright.db");
      const database = await openDatabase({ url: undefined, file });
      await database.transaction((queries) =>
        queries.all("UPDATE oauth_records SET expires_at = 1 WHERE kind = 'AccessToken'")
      );
      await database.close();
      await leasesOver();
      equal(await toolsOf(client), 8);

      await revokeFirst(browser, "/apps", "/apps/revoke");
      const refused = client.ask("tools/list").catch(() => null);
      // `mcp-remote` asks for consent again.
      equal(new URL(await played.opened()).pathname, "/oauth/authorize");
      await client[Symbol.asyncDispose]();
      equal(await refused, null);
      // `mcp-remote` also opens a stream of notifications, at an unpredictable moment.
      const all = asked((await server.stop()).log).filter((line) => line !== "GET /mcp 405");
      deepEqual(all.slice(all.indexOf("tools/list 200")), [
        "tools/list 200",
        ...["POST /mcp 401", ...DISCOVERY, "POST /oauth/token 200", "tools/list 200"],
        ...["GET /apps 200", "GET /apps/revoke 200", "POST /apps/revoke 303", "GET /apps 200"],
        ...["POST /mcp 401", ...DISCOVERY, "POST /oauth/token 400", ...DISCOVERY],
      ]);
    }),
});

async function toolsOf(client: PassingClient): Promise<number> {
  const { result } = await client.ask("tools/list") as { result?: { tools: unknown[] } };
  return result?.tools.length ?? 0;
}
