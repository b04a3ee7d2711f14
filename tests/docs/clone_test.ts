/** The ways to run a clone, in README.md and in the page about installing, do what the README shows. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { VERSION } from "../../core/version.ts";
import { CLI } from "../../tools/build/programs.ts";
import { type Block, fencedBlocks } from "../../tools/docs/blocks.ts";
import { CHECKOUT } from "../../tools/docs/pages.ts";
import { cliEnvironment, runToEnd } from "../commands/run_cli.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { testInFullTier } from "../tools/tier.ts";

const readBlocks = (path: string) =>
  fencedBlocks(Deno.readTextFileSync(join(CHECKOUT, path))).filter(({ language }) =>
    language === "sh"
  );

const README = readBlocks("README.md");
const INSTALL = readBlocks("docs/how-to/install.md");

/** Returns the one block that contains the words. */
function blockWith(blocks: readonly Block[], words: string): string {
  const [block, other] = blocks.filter(({ text }) => text.includes(words));
  ok(block !== undefined && other === undefined, words);
  return block.text;
}

const CLONE = blockWith(INSTALL, "git clone").split("\n").slice(0, 2).join("\n");

interface Way {
  readonly script: string;
  /** Whether the quick tier tries it, too: all ways run the same script. */
  readonly isQuick?: true;
  /** Whether `deno` is installed. Otherwise, only `npx` runs it. */
  readonly hasDeno: boolean;
}

const WAYS: Readonly<Record<string, Way>> = {
  "README.md's alias": {
    script: blockWith(README, "alias layerwright"),
    hasDeno: false,
    isQuick: true,
  },
  "the program for a computer without Deno": {
    script: `${CLONE}\n${blockWith(INSTALL, "END")}cd ..\n`,
    hasDeno: false,
  },
  "deno install": { script: `${blockWith(INSTALL, "cd layerwright\ndeno")}cd ..\n`, hasDeno: true },
};

/** Commands that need files, variables, the network, other programs, and the computer's name. */
const SCRIPT = `
layerwright generate api shop --json shop.json --quiet && ls shop/api/__init__.py
layerwright mock shop.json --port $TAKEN
layerwright setup --stdio --client codex --yes --quiet && ls .codex/config.toml
cd layerwright
layerwright --version`;

for (const [name, { script, hasDeno, isQuick }] of Object.entries(WAYS)) {
  const test = isQuick ? Deno.test : testInFullTier;
  test(`${name} runs what README.md shows`, () =>
    inTemporaryFolder(async (home) => {
      const bin = join(home, "bin");
      Deno.mkdirSync(bin);
      const write = (program: string, text: string) =>
        Deno.writeTextFileSync(join(bin, program), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
      write("git", `ln -s '${CHECKOUT.replace(/\/$/, "")}' layerwright`);
      write("npx", `[ "$1 $2" = "-y deno@2.9.6" ] && shift 2 && exec '${Deno.execPath()}' "$@"`);
      if (hasDeno) write("deno", `exec '${Deno.execPath()}' "$@"`);
      Deno.writeTextFileSync(join(home, "shop.json"), '{ "routes": { "a": { "type": "GET" } } }');
      Deno.mkdirSync(join(home, ".codex"));
      using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      const { port } = taken.addr as Deno.NetAddr;
      const { DENO_DIR = join(Deno.env.get("HOME") ?? "", ".cache/deno") } = Deno.env.toObject();
      const ended = await runToEnd(["bash", "-c", `shopt -s expand_aliases\n${script}${SCRIPT}`], {
        cwd: home,
        env: cliEnvironment({
          HOME: home,
          DENO_DIR,
          DENO_NO_PROMPT: "1",
          PATH: `${home}/.local/bin:${home}/.deno/bin:${bin}:/usr/bin:/bin`,
          TAKEN: String(port),
        }),
      });
      equal(ended.stdout, "shop/api/__init__.py\n.codex/config.toml\nlayerwright 1.0.0\n");
      const problems = ended.stderr.split("\n").filter((line) => line.startsWith("Error"));
      deepEqual(problems, [`Error: Cannot listen on 127.0.0.1:${port} (Address already in use).`]);
    }));
}

Deno.test("every way to run the package names this version, and the permissions that it grants", () => {
  const blocks = INSTALL.filter(({ text }) => text.includes("jsr:"));
  const used = blocks.map(({ text }) => [
    text.match(/jsr:\S+/g),
    text.match(/--allow-[a-z=-]+|-A\b/g)?.toSorted(),
  ]);
  const needed = CLI.permissions.filter((each) => each !== "--no-prompt").toSorted();
  const named = [`jsr:@layerwright/layerwright@${VERSION}/cli`];
  deepEqual(used, [
    [named, needed],
    [named, ["--allow-env", "--allow-read", "--allow-write"]],
  ]);
});

Deno.test("every way to run a clone grants the permissions of the executables", () => {
  const needed = CLI.permissions.filter((each) => each !== "--no-prompt");
  const blocks = [...README, ...INSTALL].filter(({ text }) => text.includes("cli.ts"));
  equal(blocks.length, 3);
  for (const { line, text } of blocks) {
    const granted = text.match(/--allow-[a-z=-]+/g);
    deepEqual(granted?.toSorted(), needed.toSorted(), `line ${line}`);
  }
});
