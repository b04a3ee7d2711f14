/** Setup in a terminal: screens, questions and Ctrl-C. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { lastingWords } from "../../../setup/lasting_words.ts";
import { IS_FULL_TIER } from "../../tools/tier.ts";
import { type RunningServer, withServer } from "../../http/run_server.ts";
import { atDesk, type Desk, git } from "./desk.ts";
import {
  CHOOSE,
  CONFIRM,
  CTRL_C,
  DOWN,
  ENTER,
  program,
  SPACE,
  type Step,
  typeInTerminal as type,
} from "./terminal.ts";

/** Chooses a team's server. */
const TEAM: Step = ["reach the tools?", `${DOWN}${DOWN}${ENTER}`];

interface Scene {
  readonly behaviour: string;
  /** Whether the quick tier leaves this scene out, because others show most of it. */
  readonly isSlow?: true;
  run(desk: Desk, server: RunningServer): Promise<void>;
}

const SCENES: readonly Scene[] = [
  {
    behaviour: "asks, previews, writes, verifies and shows the next steps",
    async run(desk, server) {
      desk.write(".config/zed/settings.json", '{\n  "theme": "x"\n  "y": 1 }');
      const before = desk.tree();
      const { code, lines } = await type(desk, "", [
        TEAM,
        ["https://", `\x15${server.url}${ENTER}`],
        ["API key", `${server.key}${ENTER}`],
        ["up/down", `${DOWN}${DOWN}${DOWN}${SPACE}${ENTER}`],
        CONFIRM,
      ]);
      const end = server.key.slice(-4);
      deepEqual(lines, [
        "┌  Layerwright setup",
        "│",
        "◇  Agents get Layerwright's commands as tools of a server",
        "│",
        "◇  How do agents reach the tools?",
        "│  A team's server",
        "│",
        "◇  Server address",
        `│  ${server.url}`,
        "│",
        "◇  API key",
        `│  ${"▪".repeat(server.key.length)}`,
        "│",
        `◇  API key lw_****${end}`,
        "│  ~/.config/layerwright/credentials.json (0600)",
        "│",
        "◇  Connect which agents? (5 found)",
        "│  Claude Code, Codex, Gemini CLI",
        "│",
        "◇  Changes to 3 files",
        "│  ~/.claude.json (update)",
        "│  +    },",
        '│  +    "layerwright": {',
        '│  +      "type": "http",',
        `│  +      "url": "${server.url}",`,
        '│  +      "headers": {',
        `│  +        "Authorization": "Bearer lw_****${end}"`,
        "│  +      }",
        "│  ~/.codex/config.toml (update)",
        "│  +",
        "│  +[mcp_servers.layerwright]",
        `│  +url = "${server.url}"`,
        `│  +http_headers = { Authorization = "Bearer lw_****${end}" }`,
        "│  ~/.gemini/settings.json (update)",
        '│  +  "mcpServers": {',
        '│  +    "layerwright": {',
        `│  +      "httpUrl": "${server.url}",`,
        '│  +      "headers": {',
        `│  +        "Authorization": "Bearer lw_****${end}"`,
        "│  +      }",
        "│  +    }",
        "│  +  },",
        "│",
        "◇  Write 3 files? A backup is kept beside each",
        "│  Yes",
        "│",
        "◇  3 of 3 written",
        "│  done     Claude Code  ~/.claude.json",
        "│  done     Codex        ~/.codex/config.toml",
        "│  done     Gemini CLI   ~/.gemini/settings.json",
        "│",
        "◇  Verified from the files on disk",
        "│  ok       Claude Code  8 tools",
        "│  ok       Codex        8 tools",
        "│  ok       Gemini CLI   8 tools",
        "│",
        "◇  Next",
        ...lines.slice(lines.indexOf("◇  Next") + 1, -2),
        "│",
        "└  3 connected",
      ]);
      equal(lines.at(-3), "│  Undo: layerwright setup remove");
      equal(code, 0);
      const removed = await type(desk, "remove", [["from 3 files?", ENTER]]);
      equal(removed.lines.at(-1), "└  Removed 'layerwright' from 3 files");
      deepEqual(desk.tree(), before);
    },
  },
  {
    behaviour: "marks the current line without colours, and shows why an agent cannot be chosen",
    isSlow: true,
    async run(desk, server) {
      desk.write(".config/zed/settings.json", '{\n  "theme": "x"\n  "y": 1 }');
      const words = `--url ${server.url} --key-from-env`;
      const { sent, code } = await type(desk, words, [
        ["enter: confirm", DOWN],
        ["> ◼ Codex", CTRL_C],
      ], { env: { NO_COLOR: "1" } });
      equal(code, 130);
      match(sent, /^│ {2}> ◼ Claude Code {2}~\/\.claude\.json, user\r$/m);
      match(sent, /^│ {4}◻ Zed {10}its file cannot refer to a variable; leave out\r$/m);
      // deno-lint-ignore no-control-regex
      doesNotMatch(sent, /\u001b\[\d*(?:;\d+)*m/);
    },
  },
  {
    behaviour: "fits 60 columns",
    async run(desk, server) {
      desk.write(".config/zed/settings.json", '{\n  "theme": "x"\n  "y": 1 }');
      desk.write(".config/layerwright/local-key", server.key);
      const words = `--url ${server.url}`;
      const { sent, lines, code } = await type(desk, words, [CHOOSE, CONFIRM], { columns: 60 });
      equal(code, 0, lines.join("\n"));
      // deno-lint-ignore no-control-regex
      const plain = sent.replace(/\u001b\[[?\d;]*[A-Za-z]/g, "").split("\r\n");
      deepEqual(plain.filter((line) => line.length > 60), []);
      ok(plain.includes("│                   settings.json:3:3 does not parse"), plain.join("\n"));
    },
  },
  {
    behaviour: "asks again after an invalid address or key",
    isSlow: true,
    async run(desk, server) {
      const before = desk.tree();
      const { code, sent } = await type(desk, "", [
        TEAM,
        ["https://", ENTER],
        ["Invalid address", `\x15${server.url}${ENTER}`],
        ["API key", ENTER],
        ["Invalid API key", CTRL_C],
      ]);
      equal(code, 130, sent);
      deepEqual(desk.tree(), before);
    },
  },
  {
    behaviour: "asks first how agents reach the tools, and recommends --stdio",
    async run(desk) {
      const { code, sent, lines } = await type(desk, "--client cursor", [
        ["reach the tools?", ENTER],
        CONFIRM,
      ], { columns: 60 });
      equal(code, 0, lines.join("\n"));
      // deno-lint-ignore no-control-regex
      const plain = sent.replace(/\u001b\[[?\d;]*[A-Za-z]/g, "").split("\r\n");
      const question = plain.indexOf(
        "◆  How do agents reach the tools?",
      );
      deepEqual(plain.slice(question + 1, question + 4), [
        "│  ● Each starts its own server (recommended)",
        "│  ○ A server on this computer",
        "│  ○ A team's server",
      ]);
      deepEqual(plain.filter((line) => line.length > 60), []);
      ok(lines.includes("│  ok       Cursor  8 tools"), lines.join("\n"));
    },
  },
  {
    behaviour: "waits until a server on this computer runs and proves its key",
    async run(desk, server) {
      desk.write(".config/layerwright/local-key", server.key);
      const { code, lines } = await type(desk, "--client cursor", [
        ["reach the tools?", `${DOWN}${ENTER}`],
        ["http://127.0.0.1:8000/mcp", `\x15http://127.0.0.1:4/mcp${ENTER}`],
        ["layerwright serve", ""],
        ["Server address", `\x15${server.url}${ENTER}`],
        CONFIRM,
      ]);
      equal(code, 0, lines.join("\n"));
      ok(lines.includes("▲  No Layerwright server at http://127.0.0.1:4/mcp"), lines.join("\n"));
      ok(lines.includes("│  ~/.config/layerwright/local-key (0600)"), lines.join("\n"));
      ok(lines.includes("│  ok       Cursor  8 tools"), lines.join("\n"));
    },
  },
  {
    behaviour: "asks before it replaces a foreign entry",
    async run(desk, server) {
      const own = '{ "mcpServers": { "layerwright": { "command": "mine" } } }\n';
      desk.write(".cursor/mcp.json", own);
      desk.write(".config/layerwright/local-key", server.key);
      const words = `--url ${server.url} --client cursor`;
      // Enter means no.
      const no = await type(desk, words, [["Replace it?", ENTER]]);
      equal(no.code, 3);
      match(no.lines.join("\n"), /refused {2}Cursor {2}~\/\.cursor\/mcp\.json has another entry/);
      equal(desk.read(".cursor/mcp.json"), own);
      const yes = await type(desk, words, [["Replace it?", `y`], CONFIRM]);
      equal(yes.code, 0);
      ok(desk.read(".cursor/mcp.json").includes(server.url));
      equal(desk.read(".cursor/mcp.json.before-layerwright"), own);
      equal((await desk.setup("remove --yes")).code, 0);
      equal(desk.read(".cursor/mcp.json"), own);
    },
  },
  {
    behaviour: "asks before it writes the key to a file that others can read",
    isSlow: true,
    async run(desk, server) {
      desk.write(".config/layerwright/local-key", server.key);
      const file = `${desk.home}/.claude.json`;
      Deno.chmodSync(file, 0o644);
      Deno.chmodSync(desk.home, 0o711);
      const before = desk.tree();
      const words = `--url ${server.url} --client claude-code`;
      const no = await type(desk, words, [["Make private", "n"]]);
      equal(no.code, 3);
      match(no.lines.join("\n"), /^│ {2}refused {2}Claude Code {2}Other people on this computer/m);
      deepEqual(desk.tree(), before);
      const yes = await type(desk, words, [["Make private", ENTER], CONFIRM]);
      equal(yes.code, 0, yes.lines.join("\n"));
      ok(desk.read(".claude.json").includes(server.key));
      equal((Deno.statSync(file).mode ?? 0) & 0o777, 0o600);
    },
  },
  {
    behaviour: "offers to keep a project's key out of git, and can undo that",
    async run(desk, server) {
      desk.write(".config/layerwright/local-key", server.key);
      const words = `--url ${server.url} --scope project --client codex,claude-code`;
      await git(desk, "init", "--quiet");
      const question: Step = ["to the project's .gitignore?", ENTER];
      const all = ["dist\r\n*.log\r\n", "dist\n*.log", "", null];
      for (const ignored of IS_FULL_TIER ? all : ["dist\n*.log"]) {
        if (ignored === null) Deno.removeSync(`${desk.project}/.gitignore`);
        else desk.write("shop/.gitignore", ignored);
        const before = desk.tree();
        const { code, lines } = await type(desk, words, [question, CONFIRM]);
        equal(code, 0, lines.join("\n"));
        ok(lines.includes("▲  ~/shop/.mcp.json would add the key to git"), lines.join("\n"));
        deepEqual(desk.read("shop/.gitignore").slice((ignored ?? "").length).trim().split(/\s+/), [
          "/.mcp.json*",
          "/.codex/config.toml*",
        ]);
        // Setup asks this question only once.
        equal((await type(desk, `${words} --name spare`, [CONFIRM])).code, 0);
        await desk.setup("remove --yes");
        await desk.setup("remove --name spare --yes");
        deepEqual(desk.tree(), before);
      }
    },
  },
  {
    behaviour: "writes an entry that starts this program",
    isSlow: true,
    async run(desk) {
      const { code, lines } = await type(desk, "--stdio --client cursor", [CONFIRM]);
      equal(code, 0, lines.join("\n"));
      ok(lines.includes("│  ok       Cursor  8 tools"), lines.join("\n"));
      const { mcpServers } = JSON.parse(desk.read(".cursor/mcp.json"));
      const [command] = lastingWords(await program, Deno.version.deno, "linux");
      equal(mcpServers.layerwright.command, command);
    },
  },
  {
    behaviour:
      "says what to set where agents take the key from the environment, and their commands",
    async run(desk, server) {
      const words = `--url ${server.url} --key-from-env --client codex,claude-code`;
      const { code, lines } = await type(desk, words, [CONFIRM], { before: ["--verbose"] });
      equal(code, 1);
      const screen = lines.join("\n");
      equal(
        screen.match(/^│ {2}Set it where the agents start: export LAYERWRIGHT_API_KEY=<key>$/gm)
          ?.length,
        1,
      );
      match(screen, /^◇ {2}The agents' own commands$/m);
      match(screen, /^│ {2}codex mcp add layerwright --url /m);
    },
  },
  {
    behaviour: "draws in ASCII if the terminal shows nothing else",
    isSlow: true,
    async run(desk, server) {
      desk.write(".config/layerwright/local-key", server.key);
      const env = { LC_ALL: "C", NO_COLOR: "1" };
      const { code, lines, sent } = await type(desk, "", [
        TEAM,
        ["https://", `\x15${server.url}${ENTER}`],
        CHOOSE,
        CONFIRM,
      ], { env });
      equal(code, 0);
      // deno-lint-ignore no-control-regex
      doesNotMatch(sent, /[^\x00-\x7f]/);
      equal(lines[0], "+  Layerwright setup");
    },
  },
  {
    behaviour: "reports a wrong key before it writes, and asks whether to go on",
    async run(desk, server) {
      const words = `--url ${server.url} --client codex`;
      const key: Step = ["API key", `lw_0123456789abcdef${ENTER}`];
      const before = desk.tree();
      const no = await type(desk, words, [key, ["it anyway?", ENTER]]);
      equal(no.code, 1);
      match(no.lines.join("\n"), /^▲ {2}Cannot use the server: http:\S+ answered 401$/m);
      equal(no.lines.at(-1), "└  Cancelled; no agent file was changed");
      deepEqual(desk.tree(), before);
      const yes = await type(desk, words, [key, ["it anyway?", "y"], CONFIRM]);
      equal(yes.code, 1);
      const screen = yes.lines.join("\n");
      match(screen, /^▲ {2}Not verified from the files on disk$/m);
      match(screen, /^│ {2}failed {3}Codex {2}http:\S+\/mcp answered 401$/m);
      equal(yes.lines.at(-1), "└  0 connected, 1 not verified");
    },
  },
];

/** The questions, each one cancelled with Ctrl-C. */
const QUESTIONS: readonly (readonly [question: string, steps: readonly Step[]])[] = [
  ["the way to reach the tools", [["reach the tools?", CTRL_C]]],
  ["the address", [TEAM, ["https://", CTRL_C]]],
  ["the key", [TEAM, ["https://", `\x15{{url}}${ENTER}`], ["API key", CTRL_C]]],
  ["the agents", [
    TEAM,
    ["https://", `\x15{{url}}${ENTER}`],
    ["API key", `{{key}}${ENTER}`],
    ["up/down", CTRL_C],
  ]],
  ["the changes", [
    TEAM,
    ["https://", `\x15{{url}}${ENTER}`],
    ["API key", `{{key}}${ENTER}`],
    CHOOSE,
    ["A backup is kept", CTRL_C],
  ]],
];

/** The last question in the quick tier, all in the full tier. */
const LEFT_AT = IS_FULL_TIER ? QUESTIONS : QUESTIONS.slice(-1);

function leaving(question: string, steps: readonly Step[]): Scene {
  return {
    behaviour: `writes nothing on Ctrl-C at the question for ${question}`,
    async run(desk, { url, key }) {
      const before = desk.tree();
      const filled = steps.map(([shown, typed]): Step => [
        shown,
        typed.replace("{{url}}", url).replace("{{key}}", key),
      ]);
      const { code, lines, sent } = await type(desk, "", filled);
      equal(code, 130, sent);
      deepEqual(lines.slice(-2), ["│", "└  Interrupted; no agent file was changed"]);
      ok(lines.some((line) => line.startsWith("■")), lines.join("\n"));
      deepEqual(desk.tree(), before);
    },
  };
}

Deno.test("setup in a terminal", async (context) => {
  await withServer(async (server) => {
    const scenes = [...SCENES, ...LEFT_AT.map((each) => leaving(...each))];
    for (const { behaviour, isSlow = false, run } of scenes) {
      if (isSlow && !IS_FULL_TIER) continue;
      await context.step(behaviour, () => atDesk((desk) => run(desk, server)));
    }
  });
});
