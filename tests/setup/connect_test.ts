/** The wizard without a terminal: what people's files are before it, with it, and after it. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { CLI_COMMAND, type CliResult, runToEnd } from "../commands/run_cli.ts";
import { type RunningServer, serverEnvironment, withServer } from "../http/run_server.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";

const CLAUDE = ".claude.json";
const CODEX = ".codex/config.toml";
const GEMINI = ".gemini/settings.json";
const CURSOR = ".cursor/mcp.json";

/** What three people's worth of editors have left behind. */
const FILES = {
  [CLAUDE]: '{\n  "mcpServers": {\n    "other": { "command": "x" }\n  }\n}\n',
  [CODEX]: '# mine\nmodel = "o4"\n\n[mcp_servers.other]\ncommand = "x" # keep',
  [GEMINI]: '{\r\n\t// dark, please\r\n\t"theme": "dark",\r\n}\r\n',
} as const;

const CLIENTS = "claude-code,codex,gemini-cli,cursor";

/** A home with a server to connect to. */
interface Desk {
  readonly home: string;
  readonly server: RunningServer;
  /** Runs `layerwright setup`. */
  setup(args: readonly string[], stdin?: string): Promise<CliResult>;
  /** Connects the four clients. */
  connect(...args: readonly string[]): Promise<CliResult>;
}

async function atDesk(test: (desk: Desk) => Promise<void>): Promise<void> {
  await withServer((server) =>
    inTemporaryFolder(async (home) => {
      for (const [path, text] of Object.entries(FILES)) {
        Deno.mkdirSync(join(home, path, ".."), { recursive: true });
        Deno.writeTextFileSync(join(home, path), text);
      }
      Deno.mkdirSync(join(home, ".cursor"));
      const env = await serverEnvironment(home, { PATH: "/usr/bin" });
      const setup = (args: readonly string[], stdin?: string) =>
        runToEnd([...CLI_COMMAND, "setup", ...args], {
          cwd: home,
          env,
          ...(stdin !== undefined && { stdin }),
        });
      const connect = (...args: readonly string[]) =>
        setup(
          ["--url", server.url, "--client", CLIENTS, "--api-key-stdin", "--yes", ...args],
          server.key,
        );
      await test({ home, server, setup, connect });
    })
  );
}

/** All files below a folder, by their paths, without what Layerwright keeps for itself. */
function filesIn(folder: string, prefix = ""): Record<string, string> {
  const found = [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    const path = `${prefix}${name}`;
    if (path === ".config" || path === ".local") return [];
    if (isDirectory) return Object.entries(filesIn(join(folder, name), `${path}/`));
    return [[path, Deno.readTextFileSync(join(folder, name))] as const];
  });
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function modeOf(path: string): number {
  return (Deno.statSync(path).mode ?? 0) & 0o777;
}

Deno.test("setup connects what it is asked to, verifies it, and takes it all back", () =>
  atDesk(async ({ home, server, setup, connect }) => {
    const before = filesIn(home);
    const connected = await connect();
    equal(connected.code, 0, connected.stderr);
    match(connected.stdout, /^4 connected\n/);
    equal(connected.stdout.match(/ 7 tools$/gm)?.length, 4, connected.stdout);
    const files = filesIn(home);
    for (const path of [CLAUDE, CODEX, GEMINI, CURSOR]) {
      ok(files[path]?.includes(server.url), `${path} has the address`);
      ok(files[path]?.includes(server.key), `${path} has the key`);
    }
    equal(modeOf(join(home, CURSOR)), 0o600);
    ok(!(connected.stdout + connected.stderr).includes(server.key), "the key is not shown");

    const again = await connect();
    match(again.stdout, /unchanged {2}Cursor/);
    deepEqual(filesIn(home), files);

    const removed = await setup(["--remove", "--yes"]);
    equal(removed.code, 0, removed.stderr);
    match(removed.stdout, /^Removed 'layerwright' from 4 files\n/);
    deepEqual(filesIn(home), before);
  }));

Deno.test("setup --list tells what is connected, changed, absent, somebody else's and broken", () =>
  atDesk(async ({ home, setup, connect }) => {
    await connect();
    const change = (path: string, by: (text: string) => string) =>
      Deno.writeTextFileSync(join(home, path), by(Deno.readTextFileSync(join(home, path))));
    change(GEMINI, (text) => text.replace("127.0.0.1", "192.0.2.1"));
    change(CODEX, () => "model = ");
    Deno.removeSync(join(home, CURSOR));
    const { stdout } = await setup(["--list"]);
    match(stdout, /^Claude Code +user +connected +http:/m);
    match(stdout, /^Gemini CLI +user +drift +http:\/\/192\.0\.2\.1/m);
    match(stdout, /^Codex +user +broken +-$/m);
    match(stdout, /^Cursor +user +absent +-$/m);
  }));

Deno.test("setup rotates the key of its own entries, and keeps what people added to them", () =>
  atDesk(async ({ home, server, setup, connect }) => {
    await connect();
    const path = join(home, CURSOR);
    const text = Deno.readTextFileSync(path).replace('"url"', '"disabled": true,\n      "url"');
    Deno.writeTextFileSync(path, text);
    const other = `${server.key.slice(0, -4)}0000`;
    const args = ["--url", server.url, "--client", "cursor", "--api-key-stdin", "--yes"];
    const rotated = await setup([...args, "--no-verify"], other);
    equal(rotated.code, 0, rotated.stderr);
    equal(Deno.readTextFileSync(path), text.replace(server.key, other));
    const refused = await setup(args, other);
    equal(refused.code, 1);
    match(refused.stdout + refused.stderr, /401/);
  }));

const OWN = '{ "mcpServers": { "layerwright": { "command": "mine" } } }';

for (
  const { title, path, text, expected, said } of [
    {
      title: "a file that does not parse",
      path: CURSOR,
      text: '{ "mcpServers": ',
      expected: 1,
      said: /\.cursor\/mcp\.json:1:\d+ does not parse/,
    },
    {
      title: "somebody else's entry of the same name",
      path: CURSOR,
      text: OWN,
      expected: 3,
      said: /--name/,
    },
  ]
) {
  Deno.test(`setup leaves ${title} alone, and connects the others`, () =>
    atDesk(async ({ home, connect }) => {
      Deno.writeTextFileSync(join(home, path), text);
      const { code, stdout, stderr } = await connect();
      equal(code, expected, stderr);
      match(stdout + stderr, said);
      equal(Deno.readTextFileSync(join(home, path)), text);
      match(Deno.readTextFileSync(join(home, CLAUDE)), /"layerwright"/);
    }));
}

Deno.test("setup names all that is missing at once where nobody can be asked", () =>
  atDesk(async ({ home, server, setup }) => {
    const before = filesIn(home);
    const { code, stderr } = await setup(["--url", server.url]);
    equal(code, 2);
    deepEqual(stderr.trimEnd().split("\n"), [
      "Error: No terminal: add --api-key-stdin.",
      "Error: No terminal: add --client <ids> or --all.",
      "Error: No terminal: add --yes.",
    ]);
    deepEqual(filesIn(home), before);
  }));

Deno.test("setup --dry-run shows a patch without the key, and writes nothing", () =>
  atDesk(async ({ home, server, connect }) => {
    const before = filesIn(home);
    const { code, stdout, stderr } = await connect("--dry-run");
    equal(code, 0, stderr);
    match(stdout, /^--- ~\/\.codex\/config\.toml\n\+\+\+ ~\/\.codex\/config\.toml\n@@/m);
    match(stdout, /Bearer lw_\*{4}[0-9a-f]{4}/);
    ok(!stdout.includes(server.key), "the key is masked");
    match(stderr, /Dry run: nothing was written\n$/);
    deepEqual(filesIn(home), before);
  }));

Deno.test("setup follows a link to a dotfile, and leaves it a link", () =>
  atDesk(async ({ home, connect }) => {
    Deno.renameSync(join(home, CLAUDE), join(home, "dotfiles.json"));
    Deno.symlinkSync("dotfiles.json", join(home, CLAUDE));
    Deno.chmodSync(join(home, "dotfiles.json"), 0o640);
    const { code, stderr } = await connect();
    equal(code, 0, stderr);
    equal(Deno.lstatSync(join(home, CLAUDE)).isSymlink, true);
    match(Deno.readTextFileSync(join(home, "dotfiles.json")), /"layerwright"/);
    equal(modeOf(join(home, "dotfiles.json")), 0o640);
  }));

Deno.test("setup --local writes a server that the client runs itself, and tries it", () =>
  atDesk(async ({ home, setup }) => {
    const { code, stdout, stderr } = await setup(["--local", "--client", "cursor", "--yes"]);
    equal(code, 0, stderr);
    match(stdout, /done {2}Cursor .* 7 tools/);
    const { mcpServers } = JSON.parse(Deno.readTextFileSync(join(home, CURSOR)));
    ok(mcpServers.layerwright.args.includes("mcp"));
  }));

Deno.test("setup leaves nothing of one way to reach the server when it changes to another", () =>
  atDesk(async ({ home, connect, setup }) => {
    await connect();
    const { code, stderr } = await setup(["--local", "--client", "cursor", "--yes"]);
    equal(code, 0, stderr);
    const { mcpServers } = JSON.parse(Deno.readTextFileSync(join(home, CURSOR)));
    deepEqual(Object.keys(mcpServers.layerwright).sort(), ["args", "command"]);
    await connect();
    const { mcpServers: back } = JSON.parse(Deno.readTextFileSync(join(home, CURSOR)));
    deepEqual(Object.keys(back.layerwright).sort(), ["headers", "url"]);
  }));
