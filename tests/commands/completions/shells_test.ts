/** Completion with the tab key in real shells. The quick tier omits zsh and fish. */

import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { IS_FULL_TIER } from "../../tools/tier.ts";
import { writeFiles } from "../../workspace/tree.ts";
import { inCodeFolder } from "../code_folder.ts";
import { prepareHome, type ShellName, typeAndTab } from "./shells.ts";

const NAMES: readonly ShellName[] = IS_FULL_TIER ? ["bash", "zsh", "fish"] : ["bash"];

interface Case {
  readonly behaviour: string;
  readonly typed: string;
  /** The resulting line. */
  readonly line: string;
  /** The shell's folder. `shop` is a project. */
  readonly folder?: string;
  /** Whether only the full tier tries it: it takes the same way as its neighbour. */
  readonly isSlow?: true;
}

const CASES: readonly Case[] = [
  { behaviour: "a command", typed: "layerwright vali", line: "layerwright validate " },
  {
    behaviour: "a subcommand",
    typed: "layerwright generate su",
    line: "layerwright generate subroute ",
    isSlow: true,
  },
  {
    behaviour: "an option",
    typed: "layerwright generate api x --dr",
    line: "layerwright generate api x --dry-run ",
  },
  {
    behaviour: "a value of an option",
    typed: "layerwright generate route x --type DEL",
    line: "layerwright generate route x --type DELETE ",
    isSlow: true,
  },
  {
    behaviour: "a value behind '='",
    typed: "layerwright generate route x --type=DEL",
    line: "layerwright generate route x --type=DELETE ",
  },
  {
    behaviour: "a route of the project",
    typed: "layerwright generate subroute prod",
    line: "layerwright generate subroute products ",
    folder: "shop",
  },
  {
    behaviour: "a route of the project around",
    typed: "layerwright status car",
    line: "layerwright status carts ",
    folder: "shop/api",
    isSlow: true,
  },
  {
    behaviour: "a route of the project that -C names",
    typed: "layerwright -C shop status car",
    line: "layerwright -C shop status carts ",
  },
  {
    behaviour: "no route where there is no project",
    typed: "layerwright status prod",
    line: "layerwright status prod",
  },
  {
    behaviour: "an agent",
    typed: "layerwright setup --client gemi",
    line: "layerwright setup --client gemini-cli ",
    isSlow: true,
  },
  {
    behaviour: "a further agent",
    typed: "layerwright setup --client codex,gemi",
    line: "layerwright setup --client codex,gemini-cli ",
  },
  {
    behaviour: "a spec",
    typed: "layerwright validate mini",
    line: "layerwright validate minimal.json ",
  },
  {
    behaviour: "an OpenAPI document",
    typed: "layerwright import pets.y",
    line: "layerwright import pets.yaml ",
    isSlow: true,
  },
  {
    behaviour: "a document in a folder",
    typed: "layerwright mock parts/pets.y",
    line: "layerwright mock parts/pets.yml ",
  },
];

for (const name of NAMES) {
  Deno.test(`the tab key in ${name} completes words`, async (test) => {
    await inCodeFolder(async (code) => {
      const home = join(code, "home");
      await prepareHome(home, [name]);
      writeFiles(code, { "pets.yaml": "", "parts/pets.yml": "" });
      // After the files of the expected type, fish offers all others.
      if (name !== "fish") writeFiles(code, { "pets.yang": "" });
      for (const { behaviour, typed, line, folder = ".", isSlow = false } of CASES) {
        if (isSlow && !IS_FULL_TIER) continue;
        await test.step(behaviour, async () => {
          const completed = await typeAndTab(name, typed, { home, cwd: join(code, folder) });
          // Some shells add a space after a completed word.
          equal(completed.line.trimEnd(), line.trimEnd(), completed.screen);
        });
      }
    });
  });

  Deno.test(`the tab key in ${name} lists every route`, async () => {
    await inCodeFolder(async (code) => {
      const home = join(code, "home");
      await prepareHome(home, [name]);
      const cwd = join(code, "shop");
      const { screen } = await typeAndTab(name, "layerwright status ", { home, cwd });
      for (const route of ["carts", "health", "orders", "products"]) {
        match(stripVTControlCharacters(screen), new RegExp(`\\b${route}\\b`));
      }
    });
  });

  Deno.test(`the tab key in ${name} executes nothing in names or typed words`, async () => {
    await inCodeFolder(async (code) => {
      const home = join(code, "home");
      await prepareHome(home, [name]);
      const cwd = join(code, "other");
      const hacked = `$(touch ${join(code, "hacked")})`;
      writeFiles(cwd, {
        "app.py": HOSTILE_NAMES.map((each, index) =>
          `b${index} = Blueprint(${JSON.stringify(each.replaceAll("HACK", hacked))}, __name__)\n` +
          `@b${index}.get("/")\ndef f${index}(): ...\n`
        ).join("from flask import Blueprint\n"),
      });
      for (const each of HOSTILE_NAMES) {
        const path = each.replaceAll("HACK", "$(touch hacked)").replaceAll("/", "");
        Deno.writeTextFileSync(join(cwd, `${path}.json`), "{}");
      }
      for (const typed of HOSTILE_LINES.filter((_, index) => IS_FULL_TIER || index % 3 === 0)) {
        // Zsh expands the word at the cursor before it completes.
        if (name === "zsh" && typed.endsWith("HACK")) continue;
        await typeAndTab(name, `${typed.replaceAll("HACK", hacked)}\t`, { home, cwd });
      }
      const entries = (folder: string) => [...Deno.readDirSync(folder)].map((each) => each.name);
      deepEqual(entries(code).filter((each) => each.includes("hacked")), []);
      deepEqual(entries(cwd).filter((each) => each === "hacked"), []);
    });
  });
}

const HOSTILE_NAMES = [
  "HACK",
  "a`HACK`",
  "a;HACK",
  "a b",
  "'HACK",
  '"HACK',
  "a\u001b[2J",
  "-rf",
  "plain",
];

const HOSTILE_LINES = [
  "layerwright status ",
  "layerwright status p",
  "layerwright status $",
  'layerwright status "',
  "layerwright status 'HACK' ",
  "layerwright status HACK",
  'layerwright -C "HACK" status ',
  "layerwright validate ",
  "layerwright validate a",
  "layerwright validate $",
  "layerwright validate 'a",
  'layerwright validate "$',
];
