/** Setup without a terminal: its options and their results. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { lastingWords } from "../../../setup/lasting_words.ts";
import { type RunningServer, withServer } from "../../http/run_server.ts";
import { IS_FULL_TIER } from "../../tools/tier.ts";
import {
  asProcess,
  atDesk,
  connecting,
  type Desk,
  FILES,
  git,
  hasNoKey,
  inTestProcess,
} from "./desk.ts";

const CLIENTS = "claude-code,codex,gemini-cli,cursor";

interface Flow {
  readonly behaviour: string;
  run(desk: Desk, server: RunningServer): Promise<void>;
}

const FLOWS: readonly Flow[] = [
  {
    behaviour: "restores the whole home, with its modes, folders and backups",
    async run({ setup, tree, home }, server) {
      Deno.removeSync(`${home}/.cursor`);
      Deno.chmodSync(`${home}/.claude.json`, 0o644);
      Deno.chmodSync(`${home}/.codex/config.toml`, 0o640);
      const before = tree();
      const clients = `${CLIENTS},opencode`;
      await works(setup(connecting(server, clients), { stdin: server.key }));
      const with_ = tree();
      match(with_[".claude.json"] ?? "", /^644 /);
      match(with_[".codex/config.toml"] ?? "", /^640 /);
      match(with_[".cursor/mcp.json"] ?? "", /^600 /);
      match(with_[".config/opencode/opencode.jsonc"] ?? "", /^600 /);
      equal(with_[".claude.json.before-layerwright"], before[".claude.json"]);
      await works(setup("remove --yes"));
      deepEqual(tree(), before);
      const again = await works(setup("remove --yes"));
      match(again.stdout, /^No entry 'layerwright' to remove$/m);
    },
  },
  {
    behaviour: "changes nothing in a second run, which needs no address or key",
    async run({ setup, tree }, server) {
      await works(setup(connecting(server, CLIENTS), { stdin: server.key }));
      const once = tree();
      const { stdout } = await works(setup(`--client ${CLIENTS} --yes`));
      deepEqual(tree(), once);
      equal(stdout.match(/^ {2}unchanged .* 8 tools$/gm)?.length, 4, stdout);
      doesNotMatch(stdout, /restart|Undo/);
    },
  },
  {
    behaviour: "changes the address, and keeps the text around the entry",
    async run({ setup, tree, write, read }, server) {
      const before = tree();
      const old = "--url http://127.0.0.1:4/mcp --api-key-stdin --no-verify --yes";
      await works(setup(`${old} --client ${CLIENTS}`, { stdin: "lw_an_old_key_of_mine" }));
      write(".claude.json", read(".claude.json").replace('"numStartups": 3', '"numStartups": 4'));
      await works(setup(connecting(server, CLIENTS), { stdin: server.key }));
      for (const path of [...Object.keys(FILES), ".cursor/mcp.json"]) {
        ok(read(path).includes(server.url), path);
        doesNotMatch(read(path), /an_old_key|127\.0\.0\.1:4\//);
      }
      await works(setup("remove --yes"));
      write(".claude.json", read(".claude.json").replace('"numStartups": 4', '"numStartups": 3'));
      deepEqual(tree(), before);
    },
  },
  {
    behaviour: "removes only the named entries",
    async run({ setup, read, tree }, server) {
      const untouched = tree();
      await works(setup(connecting(server, CLIENTS), { stdin: server.key }));
      await works(setup(`${connecting(server, "codex")} --name spare`, { stdin: server.key }));
      const before = tree();
      const { stdout } = await works(setup("remove --client codex,gemini-cli --yes"));
      equal(
        stdout,
        "Removed 'layerwright' from 2 files\n\n" +
          "  update  ~/.codex/config.toml\n  update  ~/.gemini/settings.json\n",
      );
      match(read(".codex/config.toml"), /^\[mcp_servers\.spare\]$/m);
      doesNotMatch(read(".codex/config.toml"), /layerwright/);
      equal(tree()[".gemini/settings.json"], untouched[".gemini/settings.json"]);
      equal(tree()[".claude.json"], before[".claude.json"]);
      const spare = await works(setup("remove --name spare --yes"));
      match(spare.stdout, /^Removed 'spare' from 1 file$/m);
      equal(read(".codex/config.toml"), FILES[".codex/config.toml"]);
    },
  },
  {
    behaviour: "previews a removal without changing anything",
    async run({ setup, tree }, server) {
      await works(setup(connecting(server, "codex,cursor"), { stdin: server.key }));
      const before = tree();
      for (const words of ["remove --dry-run", "--dry-run remove --yes"]) {
        const done = await works(setup(words));
        match(done.stdout, /^--- ~\/\.codex\/config\.toml\n\+\+\+ ~\/\.codex\/config\.toml\n@@ /);
        match(done.stdout, /^-\[mcp_servers\.layerwright\]$/m);
        equal(done.stderr, "Dry run: nothing was written\n");
        hasNoKey(done, server.key);
        deepEqual(tree(), before);
      }
    },
  },
  {
    behaviour: "connects every agent found with --all, and prints the steps for dialogs",
    async run({ setup, home }, server) {
      Deno.mkdirSync(`${home}/.config/Claude`, { recursive: true });
      const { stdout, stderr } = await works(
        setup(`--url ${server.url} --api-key-stdin --all --yes`, { stdin: server.key }),
      );
      match(stdout, /^4 connected$/m);
      // The configuration of this agent has no place for an address, so setup skips it. That is no
      // error, because no one named the agent.
      match(stderr, /^Warning: Skipped Claude Desktop \(local file\) \(.*try --stdio\)\.$/m);
      match(stdout, /Claude Desktop \(connector\):\n {8}1\. Open Settings > Connectors/);
      match(stdout, /Undo: layerwright setup remove\n$/);
    },
  },
  {
    behaviour: "prints the text for a dialog, with a placeholder for the key",
    async run({ setup, tree }, server) {
      const before = tree();
      const done = await works(setup(connecting(server, "qodo"), { stdin: server.key }));
      match(done.stdout, /^ +1\. In the chat panel/m);
      match(done.stdout, /"Authorization": "Bearer YOUR_API_KEY"/);
      match(done.stdout, /YOUR_API_KEY: the key in ~\/\.config\/layerwright\/credentials\.json/);
      hasNoKey(done, server.key);
      deepEqual(tree(), before);
    },
  },
  {
    behaviour: "writes a project's files with --scope project, and warns about git",
    async run(desk, server) {
      const { setup, tree, read } = desk;
      await git(desk, "init", "--quiet");
      const before = tree();
      const clients = "claude-code,copilot-cli,codex";
      const words = `${connecting(server, clients)} --scope project --project .`;
      const done = await works(setup(words, { stdin: server.key }));
      match(done.stderr, /^Warning: ~\/shop\/\.mcp\.json would add the key to git$/m);
      match(done.stderr, /^Warning: ~\/shop\/\.codex\/config\.toml would add the key to git$/m);
      // Two clients, one file: written once.
      equal(read("shop/.mcp.json").match(/layerwright/g)?.length, 1);
      equal(done.stdout.match(/^ {2}done .*~\/shop\/\.mcp\.json/gm)?.length, 2, done.stdout);
      equal(tree()[".claude.json"], before[".claude.json"]);
      match(
        (await works(setup("list --scope project"))).stdout,
        /^Claude Code +project +connected/m,
      );
      // The second agent still uses the entry.
      await works(setup("remove --client copilot-cli --yes"));
      await works(setup("remove --yes"));
      deepEqual(tree(), before);
    },
  },
  {
    behaviour: "keeps the key out of files with --key-from-env, where agents can read variables",
    async run({ setup, read }, server) {
      const clients = "claude-code,codex,gemini-cli,cursor,opencode";
      const words = `--url ${server.url} --key-from-env --client ${clients} --yes --scope user`;
      const done = await works(setup(words, { env: { LAYERWRIGHT_API_KEY: server.key } }));
      match(done.stdout, /^5 connected$/m);
      match(read(".claude.json"), /"Bearer \$\{LAYERWRIGHT_API_KEY\}"/);
      match(read(".codex/config.toml"), /^bearer_token_env_var = "LAYERWRIGHT_API_KEY"$/m);
      match(read(".config/opencode/opencode.jsonc"), /"Bearer \{env:LAYERWRIGHT_API_KEY\}"/);
      for (const path of [...Object.keys(FILES), ".cursor/mcp.json"]) {
        ok(!read(path).includes(server.key), path);
      }
      const unset = await setup(words);
      equal(unset.code, 1);
      match(unset.stderr, /^Hint: Set it .* export LAYERWRIGHT_API_KEY=<key>$/m);
      match(unset.stderr, /Codex: LAYERWRIGHT_API_KEY is not set in this terminal\.$/m);
    },
  },
  {
    behaviour: "names the agents that it skips with --key-from-env",
    async run({ setup, home }, server) {
      Deno.mkdirSync(`${home}/.augment`);
      const words = `--url ${server.url} --key-from-env --yes --no-verify`;
      const all = await works(setup(`${words} --all`));
      match(all.stderr, /^Warning: Skipped Auggie .*leave out --key-from-env\)\.$/m);
      match(all.stdout, /^4 connected$/m);
      const named = await setup(`${words} --client auggie`);
      equal(named.code, 1);
      match(named.stderr, /^Error: Skipped Auggie /m);
    },
  },
  {
    behaviour: "writes an entry that runs this program with --stdio, and tests it",
    async run({ setup, read, tree, project }) {
      const before = tree();
      const { stdout } = await works(setup("--stdio --client claude-desktop-local,codex --yes"));
      match(stdout, /^2 connected$/m);
      match(
        stdout,
        /Claude Desktop \(local file\): projects are in ~\/shop \(change it with --project/,
      );
      equal(stdout.match(/ 8 tools$/gm)?.length, 2, stdout);
      const path = ".config/Claude/claude_desktop_config.json";
      const { mcpServers: { layerwright } } = JSON.parse(read(path));
      const [command] = lastingWords([Deno.execPath()], Deno.version.deno, "linux");
      equal(layerwright.command, command);
      // This agent starts servers in `/`, so the entry names the folder.
      deepEqual(layerwright.args.slice(-3), ["mcp", "--root", project]);
      match(read(".codex/config.toml"), /"mcp"\]$/m);
      await works(setup("remove --yes"));
      deepEqual(tree(), before);
    },
  },
  {
    behaviour: "passes the folder to agents that start servers elsewhere",
    async run({ setup, read, tree, home, project }) {
      const rootOf = (path: string) => JSON.parse(read(path)).mcpServers.layerwright.args.slice(-3);
      await works(setup("--stdio --client cursor --yes --no-verify"));
      deepEqual(rootOf(".cursor/mcp.json"), ["mcp", "--root", project]);
      await works(setup(`--stdio --client cursor --yes --no-verify --project ${home}`));
      deepEqual(rootOf(".cursor/mcp.json"), ["mcp", "--root", home]);
      const before = tree();
      const nowhere = await setup("--stdio --client cursor --yes --no-verify --project /");
      equal(nowhere.code, 1);
      match(nowhere.stderr, /^Error: Skipped Cursor \(it starts .*--project\)\.$/m);
      Deno.mkdirSync(`${home}/a $(b)`);
      const expanded = await setup("--stdio --client cursor --yes --no-verify", {
        cwd: `${home}/a $(b)`,
      });
      equal(expanded.code, 1);
      match(expanded.stderr, /^Error: Skipped Cursor \(some agents would change the path /m);
      Deno.removeSync(`${home}/a $(b)`);
      deepEqual(tree(), before);
    },
  },
  {
    behaviour: "passes the project's folder to a server that an agent starts for it",
    async run({ setup, read, project }) {
      await works(setup("--stdio --scope project --project . --client cursor --yes --no-verify"));
      const { mcpServers: { layerwright } } = JSON.parse(read("shop/.cursor/mcp.json"));
      deepEqual(layerwright.args.slice(-3), ["mcp", "--root", project]);
    },
  },
  {
    behaviour: "prints one report without a key with --report",
    async run({ setup }, server) {
      const options = { stdin: server.key, before: ["--report"] };
      const done = await works(setup(connecting(server, CLIENTS), options));
      const report = JSON.parse(done.stdout);
      equal(report.schema_version, 1);
      equal(report.status, "applied");
      equal(report.message, "4 connected");
      deepEqual(
        report.data.clients.map(({ id, state, tools }: Record<string, unknown>) => [
          id,
          state,
          tools,
        ]),
        [
          ["claude-code", "done", 8],
          ["codex", "done", 8],
          ["gemini-cli", "done", 8],
          ["cursor", "done", 8],
        ],
      );
      equal(report.changes.length, 4);
      hasNoKey(done, server.key);
      // The report does not contain keys of other servers, either.
      doesNotMatch(done.stdout, /others_own_secret/);
      const removed = await works(setup("remove --yes", { before: ["--report"] }));
      equal(JSON.parse(removed.stdout).changes.length, 4);
      hasNoKey(removed, server.key);
    },
  },
  {
    behaviour: "hides all values that others wrote beside the entry",
    async run({ setup, write }, server) {
      const others = {
        command: "npx",
        args: ["--api-key", "sk-in-args", "https://example.com/t-in-path/mcp"],
        env: { GITHUB_PAT: "ghp-in-env", DATABASE_URL: "postgres://ada:pw-in-url@db" },
        headers: {
          Authorization: "Basic b64-in-header",
          Cookie: "sid=c-in-cookie",
          "X-Key": "k-1",
        },
      };
      write(".cursor/mcp.json", JSON.stringify({ mcpServers: { others }, pin: 4711 }));
      write(".claude.json", JSON.stringify({ mcpServers: { others } }, null, 2));
      write(".codex/config.toml", '# pw-in-comment\npassword = "pw-in-toml"\npin = 4711');
      const secret = /-in-|k-1|4711|npx/;
      const shows = async (words: string, stdin?: string) => {
        for (const before of [[], ["--report"]]) {
          const given = stdin === undefined ? {} : { stdin };
          const { stdout } = await works(setup(`${words} --dry-run`, { before, ...given }));
          doesNotMatch(stdout, secret);
          match(stdout, /GITHUB_PAT/);
          match(stdout, /Bearer lw_\*{4}\w{4}/);
          ok(stdout.includes(server.url));
        }
      };
      const words = connecting(server, "cursor,codex,claude-code");
      await shows(words, server.key);
      await works(setup(words, { stdin: server.key }));
      await shows("remove");
    },
  },
  {
    behaviour: "masks a key that contains stars, whether added or removed",
    async run({ setup }, server) {
      const key = "lw_01*45****0123456789abcd";
      const words = `${connecting(server, "cursor,codex")} --no-verify`;
      hasNoKey(await works(setup(`${words} --dry-run`, { stdin: key })), key);
      await works(setup(words, { stdin: key }));
      const done = await works(setup("remove --dry-run"));
      hasNoKey(done, key);
      match(done.stdout, /Bearer lw_\*{4}abcd/);
    },
  },
  {
    behaviour: "prints the agents' own commands without a key with --verbose",
    async run({ setup }, server) {
      const options = { stdin: server.key, before: ["--verbose"] };
      const done = await works(setup(connecting(server, CLIENTS), options));
      match(
        done.stdout,
        /^ {2}claude mcp add .*'Authorization: Bearer \$\{LAYERWRIGHT_API_KEY\}'$/m,
      );
      match(done.stdout, /^ {2}codex mcp add .* --bearer-token-env-var LAYERWRIGHT_API_KEY$/m);
      hasNoKey(done, server.key);
    },
  },
  {
    behaviour: "takes the address from LAYERWRIGHT_URL, and appends /mcp to an origin",
    async run({ setup, read }, server) {
      const env = { LAYERWRIGHT_URL: new URL(server.url).origin };
      await works(setup("--api-key-stdin --client cursor --yes", { env, stdin: server.key }));
      ok(read(".cursor/mcp.json").includes(`"${server.url}"`));
    },
  },
  {
    behaviour: "refuses paths that some agents would expand",
    async run({ setup, tree, home }) {
      Deno.mkdirSync(`${home}/shop/$(touch x)`);
      const before = tree();
      const words = "--stdio --scope project --client crush --yes --no-verify";
      const done = await setup(words, { cwd: `${home}/shop/$(touch x)` });
      equal(done.code, 2);
      match(done.stderr, /^Error: Cannot have agents start '.*\$\(touch x\)' \(/m);
      deepEqual(tree(), before);
    },
  },
  {
    behaviour: "names the problem in a file that parses",
    async run({ setup, write, tree }, server) {
      write(".cursor/mcp.json", '{ "mcpServers": null }\n');
      const before = tree();
      const done = await setup(connecting(server, "cursor"), { stdin: server.key });
      equal(done.code, 1);
      match(done.stderr, /^Error: ~\/\.cursor\/mcp\.json:1:17 cannot be edited\.$/m);
      match(done.stderr, /^Hint: .*"mcpServers" should be an object, not null/m);
      deepEqual(tree(), before);
    },
  },
  {
    behaviour: "keeps its keys readable only by their owner",
    async run({ setup, write, home }, server) {
      const kept = ".config/layerwright/credentials.json";
      write(kept, '{ "version": 1, "keys": {} }');
      Deno.chmodSync(`${home}/${kept}`, 0o644);
      await works(setup(connecting(server, "cursor"), { stdin: server.key }));
      equal(modeOf(`${home}/${kept}`), 0o600);
    },
  },
  {
    behaviour: "writes no key to a file that others can read without --file-mode",
    async run({ setup, read, tree, home }, server) {
      const claude = `${home}/.claude.json`;
      Deno.chmodSync(claude, 0o644);
      const words = connecting(server, "claude-code,cursor");
      // Now, other users cannot enter the home.
      Deno.chmodSync(home, 0o700);
      equal((await works(setup(words, { stdin: server.key }))).stderr, "");
      await works(setup("remove --yes"));
      Deno.chmodSync(home, 0o711);
      const before = tree();
      const preview = await works(setup(`${words} --dry-run`, { stdin: server.key }));
      match(preview.stderr, OPEN);
      deepEqual(tree(), before);

      const refused = await setup(words, { stdin: server.key });
      equal(refused.code, 3, refused.stderr);
      match(refused.stderr, OPEN_REFUSED);
      match(refused.stdout, /^ {2}refused {2}Claude Code /m);
      match(refused.stdout, /^ {2}done {5}Cursor /m);
      equal(tree()[".claude.json"], before[".claude.json"]);
      equal(tree()[".claude.json.before-layerwright"], undefined);

      const kept = await works(setup(`${words} --file-mode keep`, { stdin: server.key }));
      match(
        kept.stderr,
        /^Warning: Other people .* may be able to read\s+~\/\.claude\.json\nHint: .*chmod 600/m,
      );
      equal(modeOf(claude), 0o644);
      ok(read(".claude.json").includes(server.key));
      // The file has the key now, so setup only warns.
      match((await works(setup(words, { stdin: server.key }))).stderr, OPEN);
      await works(setup("remove --yes"));
      deepEqual(tree(), before);

      const closed = await works(setup(`${words} --file-mode private`, { stdin: server.key }));
      equal(closed.stderr, "");
      ok(read(".claude.json").includes(server.key));
      for (const path of [claude, `${claude}.before-layerwright`]) equal(modeOf(path), 0o600);
    },
  },
  {
    behaviour: "does not check who can read files with --key-from-env or --stdio",
    async run({ setup, home }, server) {
      Deno.chmodSync(`${home}/.claude.json`, 0o644);
      Deno.chmodSync(home, 0o711);
      const words = `--url ${server.url} --key-from-env --client claude-code --yes --no-verify`;
      equal((await works(setup(words))).stderr, "");
      equal((await works(setup("--stdio --client claude-code --yes --no-verify"))).stderr, "");
      equal(modeOf(`${home}/.claude.json`), 0o644);
    },
  },
  {
    behaviour: "finds the key of the local server, and does not copy it",
    async run({ setup, read, write }, server) {
      write(".config/layerwright/local-key", `${server.key}\n`);
      await works(setup(`--url ${server.url} --client cursor --yes`));
      ok(read(".cursor/mcp.json").includes(server.key));
      ok(!read(".config/layerwright/credentials.json").includes(server.key));
    },
  },
  {
    behaviour: "does not keep a key that the server refuses",
    async run({ setup, read }, server) {
      await works(setup(connecting(server, "cursor"), { stdin: server.key }));
      const wrong = await setup(connecting(server, "cursor"), { stdin: "lw_0123456789abcdef" });
      equal(wrong.code, 1);
      match(
        wrong.stderr,
        /^Error: Cannot use the server: http:\S+ answered 401\.\nHint: .*--api-key-stdin$/m,
      );
      ok(!read(".config/layerwright/credentials.json").includes("0123456789abcdef"));
      await works(setup("--client cursor --yes"));
      ok(read(".cursor/mcp.json").includes(server.key));
    },
  },
  {
    behaviour: "lists a foreign entry as foreign, and never replaces it",
    async run({ setup, write, tree }, server) {
      write(".cursor/mcp.json", '{ "mcpServers": { "layerwright": { "command": "mine" } } }');
      const before = tree();
      const done = await setup(connecting(server, "cursor"), { stdin: server.key });
      equal(done.code, 3);
      match(
        done.stderr,
        /^Error: ~\/\.cursor\/mcp\.json has another entry named 'layerwright'\.\nHint: .*--name$/m,
      );
      deepEqual(tree(), before);
      match((await works(setup("list"))).stdout, /^Cursor +user +foreign +mine$/m);
      match((await works(setup("remove --yes"))).stdout, /^No entry/);
      deepEqual(tree(), before);
    },
  },
];

const OPEN =
  /^Warning: Other people on this computer may be able to read ~\/\.claude\.json\nHint: Add --file-mode private /m;
const OPEN_REFUSED =
  /^Error: Other people on this computer may be able to read ~\/\.claude\.json, so it did not get the key\.\nHint: Add --file-mode private \(chmod 600\), --file-mode keep \(leave it\s+readable\), or\s+--key-from-env/m;

function modeOf(path: string): number {
  return (Deno.statSync(path).mode ?? 0) & 0o777;
}

Deno.test("setup without a terminal", async (context) => {
  await withServer(async (server) => {
    for (const { behaviour, run } of FLOWS) {
      await context.step(behaviour, () => atDesk((desk) => run(desk, server)));
    }
  });
});

/** Runs setup, which must succeed. */
async function works(running: ReturnType<Desk["setup"]>) {
  const result = await running;
  equal(result.code, 0, `${result.stdout}\n${result.stderr}`);
  return result;
}

interface Mistake {
  readonly words: string;
  readonly stdin?: string;
  readonly errors: readonly string[];
}

const ADDRESS = "--url http://127.0.0.1:4/mcp";
const NO_CLIENT = "Error: Cannot ask here: add --client <ids> or --all.";
const NO_YES = "Error: Cannot ask here: add --yes.";

/** The error if no server is given, which lists the options for a server. */
const NO_SERVER = [
  "Error: No server is known, and setup cannot ask here.",
  "Hint: Add --stdio (each agent starts its own server; recommended), --url",
  "      http://127.0.0.1:8000/mcp (a server on this computer: layerwright",
  "      serve), or --url <address> (a team's server)",
];

const USAGE = "Usage: layerwright setup [options] [command]";

/** Command lines with mistakes, and the errors. Setup reports all mistakes at once. */
const MISTAKES: readonly Mistake[] = [
  { words: "", errors: [...NO_SERVER, NO_CLIENT, NO_YES] },
  { words: "--client codex --dry-run", errors: NO_SERVER },
  {
    words: ADDRESS,
    errors: ["Error: Cannot ask here: add --api-key-stdin or --device.", NO_CLIENT, NO_YES],
  },
  { words: `${ADDRESS} --key-from-env`, errors: [NO_CLIENT, NO_YES] },
  { words: "--stdio", errors: [NO_CLIENT, NO_YES] },
  { words: "--stdio --dry-run", errors: [NO_CLIENT] },
  ...[
    `--stdio ${ADDRESS}`,
    "--stdio --api-key-stdin",
    "--stdio --device",
    "--stdio --key-from-env",
    "--stdio --file-mode keep",
    "--device --api-key-stdin",
    "--device --key-from-env",
    "--all --client codex",
  ].map((words) => {
    const [first, second] = words.match(/--[a-z-]+/g) ?? [];
    return { words, errors: [`Error: Cannot use '${first}' with '${second}'.`, USAGE] };
  }),
  { words: "remove", errors: [NO_YES] },
  ...[
    ["--list", "layerwright setup list"],
    ["--remove --yes", "layerwright setup remove"],
    ["--logout", "layerwright setup logout"],
    ["--local", "--stdio"],
  ].map(([words = "", now]) => ({
    words,
    errors: [`Error: Unknown option '${words.split(" ")[0]}'.`, USAGE, `Hint: Use ${now}`],
  })),
  {
    words: "--all remove --yes",
    errors: [
      "Error: 'setup remove' has no option '--all'.",
      "Usage: layerwright setup remove [options]",
    ],
  },
  { words: "lst", errors: ["Error: Unknown command 'lst'. Did you mean 'list'?"] },
  { words: "--client coddex", errors: ["Error: Unknown agent 'coddex'. Did you mean 'codex'?"] },
  {
    words: "--client vcode,curser --name a.b",
    errors: [
      "Error: Invalid --name 'a.b' (must be letters, digits, - and _).",
      "Error: Unknown agent 'vcode'. Did you mean 'vscode'?",
      "Error: Unknown agent 'curser'. Did you mean 'cursor'?",
    ],
  },
  {
    words: "--file-mode 0600",
    errors: ["Error: Invalid --file-mode '0600' (must be private or keep)."],
  },
  {
    words: "--scope global",
    errors: ["Error: Invalid --scope 'global' (must be user or project)."],
  },
  ...["", "list ", "remove "].map((command) => ({
    words: `${command}--scope local`,
    errors: [
      "Error: Invalid --scope 'local' (must be user or project).",
      "Hint: Use --scope project",
    ],
  })),
  { words: "--api-key-stdin", stdin: "\n", errors: ["Error: No API key on stdin."] },
  {
    words: "--url ftp://example.com",
    errors: ["Error: Invalid address 'ftp://example.com' (not an HTTP address)."],
  },
  {
    words: "--url https://example.com/$(touch%20x)/mcp",
    errors: [
      "Error: Invalid address 'https://example.com/$(touch%20x)/mcp' (some agents would replace $, `, { and }).",
    ],
  },
  {
    words: "list --client ,",
    errors: ["Error: Invalid --client '' (must name agents, such as codex)."],
  },
  {
    words: "--client , --yes",
    errors: [
      "Error: Invalid --client '' (must name agents, such as codex).",
    ],
  },
  {
    words: "list --client coddex",
    errors: ["Error: Unknown agent 'coddex'. Did you mean 'codex'?"],
  },
  {
    words: "--client cursor --stdio --yes --scope project --project shopp",
    errors: ["Error: Invalid --project '~/shop/shopp' (no such folder)."],
  },
  {
    words: "--url http://example.com",
    errors: [
      "Error: Invalid address 'http://example.com' (a key would be sent unencrypted; use https).",
    ],
  },
];

for (const { words, stdin, errors } of MISTAKES) {
  Deno.test(`setup ${words} reports its mistakes, and writes nothing`, () =>
    atDesk(async ({ setup, tree }) => {
      const before = tree();
      // Nothing listens at the local address, whatever runs on this computer.
      const { code, stdout, stderr } = await setup(words, stdin === undefined ? {} : { stdin });
      deepEqual([stdout, stderr.trimEnd().split("\n")], ["", errors]);
      equal(code, 2);
      deepEqual(tree(), before);
      // No mistake leads to an entry that starts the running program, which is a test here.
    }, IS_FULL_TIER ? asProcess : inTestProcess));
}

for (
  const key of [
    "lw_with$(touch x)_inside",
    "lw_with${HOME}_inside_it",
    'lw_with"quotes"inside',
    "lw_with a_blank_inside",
    "lw_zwölf_und_noch_mehr",
  ]
) {
  Deno.test(`setup rejects the key ${key}, and does not show it`, () =>
    atDesk(async ({ setup, tree }) => {
      const before = tree();
      const done = await setup(`${ADDRESS} --api-key-stdin --client codex --yes`, { stdin: key });
      equal(done.code, 2, done.stdout);
      match(done.stderr, /^Error: Invalid API key \(/);
      hasNoKey(done, key);
      deepEqual(tree(), before);
    }));
}
