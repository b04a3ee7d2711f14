/** Output on a terminal: colours, width, and no control characters. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { python } from "../../tools/python.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { writeFiles } from "../workspace/tree.ts";
import { inCodeFolder } from "./code_folder.ts";
import { CLI_COMMAND, cliEnvironment, type CliOptions, runCli, runToEnd } from "./run_cli.ts";
import { runHere } from "./run_here.ts";

const SCRIPT = fileURLToPath(new URL("run_in_terminal.py", import.meta.url));

interface TerminalOptions extends CliOptions {
  readonly columns?: number;
}

/** The terminal's output, stdout and stderr combined. */
async function runInTerminal(
  args: readonly string[],
  { cwd, env, columns = 80 }: TerminalOptions,
): Promise<string> {
  const command = [python(), SCRIPT, String(columns), ...CLI_COMMAND, ...args];
  const { stdout, stderr } = await runToEnd(command, { cwd, env: terminalEnvironment(env) });
  equal(stderr, "");
  return stdout.replaceAll("\r\n", "\n");
}

/** Runs a command on a terminal: in the quick tier, on a real one only if it is the first of its kind. */
async function shown(
  args: readonly string[],
  { cwd, env, columns = 80 }: TerminalOptions,
  isFirst: boolean,
): Promise<string> {
  const own = terminalEnvironment(env);
  if (IS_FULL_TIER || isFirst) return await runInTerminal(args, { cwd, env: own, columns });
  const { stdout, stderr } = await runHere(args, { cwd, env: own }, { columns });
  return stdout + stderr;
}

function terminalEnvironment(env: CliOptions["env"]): Record<string, string> {
  return cliEnvironment({ TERM: "xterm-256color", ...env });
}

const ESCAPE = "\u001b";
const [GREEN, RED, YELLOW, CYAN, BOLD] = [32, 31, 33, 36, 1].map((code) => `${ESCAPE}[${code}m`);
const [PLAIN, LIGHT] = [39, 22].map((code) => `${ESCAPE}[${code}m`);

const COLOURED: readonly (readonly [words: string, shown: string])[] = [
  ["--help", `${BOLD}Usage:${LIGHT} layerwright`],
  ["-C shop generate route refunds", `${GREEN}Successfully${PLAIN} generated GET route`],
  ["-C shop generate route refunds", `  ${CYAN}GET${PLAIN}     /refunds  200  default\n`],
  [
    "-C shop status --all",
    `  same  ${CYAN}DELETE${PLAIN}  /products/retired       api/routes/products_route.py:`,
  ],
  ["-C shop generate subroute refunds a", `${RED}Error:${PLAIN} Route 'refunds' does not exist.`],
  ["-C shop generate route products", `${YELLOW}Warning:${PLAIN} Route 'products'`],
  ["-C shop generate route refunds --diff", `\n${GREEN}+class RefundsService:${PLAIN}\n`],
  ["-C shop generate route refunds --diff", `\n${CYAN}@@ -`],
];

for (const [index, [words, part]] of COLOURED.entries()) {
  Deno.test(`layerwright ${words} has colours on a terminal`, async () => {
    await inCodeFolder(async (folder) => {
      const screen = await shown(words.split(" "), { cwd: folder }, index === 0);
      ok(screen.includes(part), screen);
    });
  });
}

const ERROR = ["-C", "shop", "generate", "subroute", "refunds", "a"];

const PLAIN_RUNS:
  readonly (readonly [behaviour: string, args: string[], env: CliOptions["env"]])[] = [
    ["with --no-color before the command", ["--no-color", ...ERROR], {}],
    ["with --no-color after the command", [...ERROR, "--no-color"], {}],
    ["with NO_COLOR", ERROR, { NO_COLOR: "1" }],
    ["with TERM=dumb", ERROR, { TERM: "dumb" }],
    ["of help with NO_COLOR", ["--help"], { NO_COLOR: "1" }],
  ];

for (const [behaviour, args, env] of PLAIN_RUNS) {
  Deno.test(`a terminal shows the same text as a pipe ${behaviour}`, async () => {
    await inCodeFolder(async (folder) => {
      const screen = await runInTerminal(args, { cwd: folder, ...(env && { env }) });
      const { stdout, stderr } = await runHere(args, { cwd: folder });
      equal(screen, stdout + stderr);
      ok(!screen.includes(ESCAPE));
    });
  });
}

Deno.test("an empty NO_COLOR keeps the colours", async () => {
  await inCodeFolder(async (folder) => {
    const screen = await runInTerminal(ERROR, { cwd: folder, env: { NO_COLOR: "" } });
    ok(screen.startsWith(`${RED}Error:${PLAIN}`), screen);
  });
});

const HELPS = [
  "--help",
  "generate subroute --help",
  "generate api --help",
  "help exit-codes",
  "help spec",
];

for (const columns of [60, 80, 200]) {
  Deno.test(`help fits a terminal of ${columns} columns`, async () => {
    await inCodeFolder(async (folder) => {
      for (const words of HELPS) {
        const args = [...words.split(" "), "--no-color"];
        const screen = await shown(args, { cwd: folder, columns }, words === HELPS[0]);
        const lines = screen.split("\n");
        deepEqual(lines.filter((line) => line.length > columns && !EXAMPLE.test(line)), []);
        ok(lines.length > 5);
      }
    });
  });
}

/** Matches an example in the help. Examples never wrap, so that people can copy them. */
const EXAMPLE = /^ {2}layerwright /;

Deno.test("a terminal of unknown width counts as 80 columns wide", async () => {
  await inCodeFolder(async (folder) => {
    const wide = await runInTerminal(["--help"], { cwd: folder });
    equal(await runInTerminal(["--help"], { cwd: folder, columns: 0 }), wide);
  });
});

Deno.test("status --all wraps its lists only on a terminal", async () => {
  await inCodeFolder(async (folder) => {
    const screen = await runInTerminal(["-C", "shop", "status", "--all"], {
      cwd: folder,
      columns: 60,
    });
    match(
      screen,
      /^ {2}Models {6}Health, Products, ProductsFeatured,\n {14}ProductsReprice$/m,
    );
    const { stdout } = await runCli(["-C", "shop", "status", "--all"], {
      cwd: folder,
      env: { COLUMNS: "60" },
    });
    match(stdout, /^ {2}Models {6}Health, .*, ProductsReprice$/m);
  });
});

/** Text that moves the cursor, sets the title and colours, rings the bell, and hides or reverses text. */
const HOSTILE = "\u001b[2J\u001b]0;title\u0007\u0000\u009b31m\u202e\u200b\ufeff\u2028\r\b";
/** The same text as a program argument, which cannot contain NUL. */
const HOSTILE_WORD = HOSTILE.replace("\u0000", "");

const HOSTILE_SPEC = JSON.stringify({
  project: { description: `A${HOSTILE}\nSuccessfully generated` },
  [`unknown${HOSTILE}`]: 1,
  routes: { ping: { type: "GET", mock: HOSTILE } },
});

const HOSTILE_PYTHON = `from flask import Flask
app = Flask(__name__)


@app.get("/a\\x1b[2J\\u202e\\n/b")
def f(): ...


x = ${HOSTILE.replace("\r", "")} + (
`;

interface HostileRun {
  readonly behaviour: string;
  readonly args: readonly string[];
}

const HOSTILE_RUNS: readonly HostileRun[] = [
  {
    behaviour: "a description and an unknown key",
    args: ["--verbose", "generate", "api", "new", "--json", "hostile.json"],
  },
  {
    behaviour: "a patch",
    args: ["generate", "api", "new", "--json", "hostile.json", "--diff"],
  },
  {
    behaviour: "names and methods in a spec",
    args: ["--verbose", "validate", "names.json"],
  },
  { behaviour: "JSON that does not parse", args: ["validate", "broken_hostile.json"] },
  { behaviour: "Python that does not parse", args: ["-C", "shop", "status", "--all"] },
  { behaviour: "the name of a route", args: ["-C", "shop", "generate", "route", HOSTILE_WORD] },
  {
    behaviour: "the name of a project",
    args: ["generate", "api", HOSTILE_WORD, "--json", "shop.json"],
  },
  { behaviour: "the name of a spec", args: ["validate", HOSTILE_WORD] },
  { behaviour: "a mock", args: ["-C", "shop", "generate", "route", "a", "--mock", HOSTILE_WORD] },
  { behaviour: "a type", args: ["-C", "shop", "generate", "route", "a", "--type", HOSTILE_WORD] },
  { behaviour: "a command", args: [HOSTILE_WORD] },
  { behaviour: "an option", args: [`--${HOSTILE_WORD}`] },
  { behaviour: "a route to look for", args: ["-C", "shop", "status", HOSTILE_WORD] },
  { behaviour: "a folder", args: ["-C", HOSTILE_WORD, "status"] },
];

const HOSTILE_FILES = {
  "hostile.json": HOSTILE_SPEC,
  "names.json": JSON.stringify({
    routes: { [`a${HOSTILE}`]: { type: HOSTILE, subroutes: { [HOSTILE]: { type: HOSTILE } } } },
  }),
  "broken_hostile.json": `{"a": "\u202e\u009b", ${HOSTILE}}`,
  "shop/api/routes/products_route.py": HOSTILE_PYTHON,
};

for (const [index, { behaviour, args }] of HOSTILE_RUNS.entries()) {
  Deno.test(`hostile text in ${behaviour} is escaped on a terminal`, async () => {
    await inCodeFolder(async (folder) => {
      writeFiles(folder, HOSTILE_FILES);
      const screen = await shown([...args, "--no-color"], { cwd: folder }, index === 0);
      isHarmless(screen);
      match(screen, /\\u(?:202e|001b)/, "the text is there, made visible");
    });
  });
}

Deno.test("a patch is escaped on a terminal and unchanged in a pipe", async () => {
  await inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    const path = join(cwd, "api/services/orders_service.py");
    Deno.writeTextFileSync(path, `    # ${ESCAPE}[2J\u202e\n`, { append: true });
    const args = ["generate", "subroute", "orders", "late", "--diff"];
    const screen = await runInTerminal([...args, "--no-color"], { cwd });
    isHarmless(screen);
    ok(screen.includes("\n     # \\u001b[2J\\u202e\n"), screen);
    const { stdout } = await runCli(args, { cwd });
    ok(stdout.includes(`\n     # ${ESCAPE}[2J\u202e\n`), stdout);
  });
});

Deno.test("hostile text is escaped in pipes too", async () => {
  await inCodeFolder(async (folder) => {
    writeFiles(folder, HOSTILE_FILES);
    const { stdout, stderr } = await runHere(
      ["--verbose", "generate", "api", "new", "--json", "hostile.json"],
      { cwd: folder },
    );
    isHarmless(stdout);
    isHarmless(stderr);
    match(stdout, /^Description: A\\u001b\[2J.*\\u202e.*\n {13}Successfully generated\n/);
    match(stderr, /^Warning: Unknown key 'unknown\\u001b/);
  });
});

function isHarmless(text: string): void {
  doesNotMatch(text, /(?!\n)[\p{Control}\p{Format}\p{Line_Separator}\p{Paragraph_Separator}]/u);
}

const FAKED: readonly (readonly string[])[] = [
  ["x\nError: faked"],
  ["--x\nError: faked"],
  ["validate", "x\nError: faked"],
  ["validate", "shop.json", "x\nError: faked"],
  ["-C", "x\nError: faked", "status"],
  ["-C", "shop", "generate", "route", "a", "--type", "x\nError: faked"],
  ["-C", "shop", "generate", "route", "a", "--mock", "x\nError: faked"],
];

for (const args of FAKED) {
  Deno.test(`line breaks in ${JSON.stringify(args)} add no lines to the output`, async () => {
    await inCodeFolder(async (folder) => {
      const { stderr } = await runHere(args, { cwd: folder });
      equal(stderr.match(/^Error: /gm)?.length, 1);
      match(stderr, /x\\nError: faked/);
    });
  });
}

Deno.test("status keeps a rule with a line break in one row", async () => {
  await inCodeFolder(async (folder) => {
    writeFiles(folder, HOSTILE_FILES);
    const { stdout } = await runHere(["status", "--all"], { cwd: join(folder, "shop") });
    match(
      stdout,
      /^ {2}unreadable +GET {5}\/a\\u001b\[2J\\u202e\\n\/b +api\/routes\/products_route\.py:9 does not parse$/m,
    );
  });
});
