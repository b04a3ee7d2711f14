/** Real coding agents connect with the key, and with no other key. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { dirname, join } from "node:path";
import { type CliResult, runToEnd } from "../commands/run_cli.ts";
import { type NpmProgram, npmProgram } from "../tools/npm_program.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { type LogLine, serverEnvironment, STDIO_COMMAND, withServer } from "./run_server.ts";

interface Client {
  readonly program: NpmProgram;
  /** The path of the client's settings, below the home. */
  readonly file: string;
  /** The settings for a server over HTTP. */
  settings(url: string, key: string): unknown;
  readonly connected: RegExp;
  readonly refused: RegExp;
  /** The answers to calls that a successful connection makes. */
  readonly answers: readonly Answer[];
}

/** A call that a server answered. */
interface Answer {
  readonly rpc: string;
  readonly status: number;
}

const CLAUDE_CODE: Client = {
  program: { package: "@anthropic-ai/claude-code@2.1.329", bin: "claude", node: [22, 0] },
  file: ".claude.json",
  settings: (url, key) => ({
    mcpServers: {
      layerwright: { type: "http", url, headers: { Authorization: `Bearer ${key}` } },
    },
  }),
  connected: /^layerwright: .* ✔ Connected$/m,
  refused: /^layerwright: .* ✘ Failed to connect .*HTTP 401.*Wrong API key/ms,
  answers: [{ rpc: "server/discover", status: 200 }, { rpc: "tools/list", status: 200 }],
};

const OPENCODE: Client = {
  program: { package: "opencode-ai@1.18.33", bin: "opencode", node: [22, 0] },
  file: ".config/opencode/opencode.json",
  settings: (url, key) => ({
    $schema: "https://opencode.ai/config.json",
    mcp: { layerwright: { type: "remote", url, headers: { Authorization: `Bearer ${key}` } } },
  }),
  connected: /✓ layerwright \S*connected$/m,
  refused: /⚠ layerwright \S*needs authentication$/m,
  answers: [
    { rpc: "initialize", status: 200 },
    { rpc: "notifications/initialized", status: 202 },
    { rpc: "tools/list", status: 200 },
  ],
};

/** Runs `<client> mcp list` in a home with only these settings. */
async function listServers({ program, file }: Client, settings: unknown): Promise<CliResult> {
  const command = await npmProgram(program);
  return await inTemporaryFolder((home) => {
    const path = join(home, file);
    Deno.mkdirSync(dirname(path), { recursive: true });
    Deno.writeTextFileSync(path, JSON.stringify(settings));
    const folder = join(home, "project");
    Deno.mkdirSync(folder);
    return runToEnd([command.program, "mcp", "list"], {
      cwd: folder,
      env: { PATH: command.path, HOME: home, ...QUIET },
    });
  });
}

/** Disables the clients' own network requests. */
const QUIET = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  DISABLE_AUTOUPDATER: "1",
  OPENCODE_DISABLE_AUTOUPDATE: "1",
  OPENCODE_DISABLE_MODELS_FETCH: "1",
};

/** The calls that a server answered. */
function answers(log: readonly LogLine[]): Answer[] {
  return log.flatMap(({ rpc, status }) =>
    rpc === undefined || status === undefined ? [] : [{ rpc, status }]
  );
}

for (const client of [CLAUDE_CODE, OPENCODE]) {
  const { bin } = client.program;

  Deno.test({
    name: `${bin} mcp list connects over HTTP with the key`,
    ignore: !IS_FULL_TIER,
    fn: () =>
      withServer(async ({ url, key, stop }) => {
        const { code, stdout, stderr } = await listServers(client, client.settings(url, key));
        equal(code, 0, stdout + stderr);
        match(stdout, client.connected);
        const { log } = await stop();
        deepEqual(answers(log), client.answers);
        deepEqual(log.filter(({ status }) => status === 401), []);
      }),
  });

  Deno.test({
    name: `${bin} mcp list is refused over HTTP with another key`,
    ignore: !IS_FULL_TIER,
    fn: () =>
      withServer(async ({ url, key, stop }) => {
        const wrong = client.settings(url, key.replace(/.$/, (last) => last === "0" ? "1" : "0"));
        const { stdout } = await listServers(client, wrong);
        match(stdout, client.refused);
        const { log } = await stop();
        const refusals = log.filter(({ request }) => request === "POST /mcp");
        ok(refusals.length > 0, "it asked");
        const reasons = refusals.map(({ status, reason }) => `${status} ${reason}`);
        deepEqual(new Set(reasons), new Set(["401 Wrong API key"]));
        deepEqual(answers(log), []);
      }),
  });
}

/** Claude Code's settings for a stdio server. */
async function stdioSettings(command: readonly string[], home: string, root: string) {
  const [program, ...args] = command;
  const env = await serverEnvironment(home, { LAYERWRIGHT_ROOT: root });
  return { mcpServers: { layerwright: { type: "stdio", command: program, args, env } } };
}

Deno.test({
  name: "claude mcp list connects over stdio",
  ignore: !IS_FULL_TIER,
  fn: () =>
    inTemporaryFolder(async (folder) => {
      // The server's input.
      const notes = join(folder, "notes");
      const command = ["sh", "-c", 'tee "$0" | "$@"', notes, ...STDIO_COMMAND];
      const settings = await stdioSettings(command, folder, folder);
      const { stdout } = await listServers(CLAUDE_CODE, settings);
      match(stdout, CLAUDE_CODE.connected);
      const lines = Deno.readTextFileSync(notes).trimEnd().split("\n");
      const rpcs = lines.map((line) => JSON.parse(line).method);
      deepEqual(rpcs, CLAUDE_CODE.answers.map(({ rpc }) => rpc));
    }),
});

Deno.test({
  name: "claude mcp list does not connect to a server over stdio that has no root",
  ignore: !IS_FULL_TIER,
  fn: () =>
    inTemporaryFolder(async (folder) => {
      const settings = await stdioSettings(STDIO_COMMAND, folder, join(folder, "no-such-folder"));
      const { stdout } = await listServers(CLAUDE_CODE, settings);
      match(stdout, /^layerwright: .* ✘ Failed to connect/m);
    }),
});
