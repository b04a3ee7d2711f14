/** Pages name only existing commands and options, even in examples that no test runs. */

import { deepEqual } from "node:assert/strict";
import { join } from "node:path";
import { fencedBlocks, shownCommands } from "../../tools/docs/blocks.ts";
import { CHECKOUT, readPages } from "../../tools/docs/pages.ts";
import { allHelp, type CommandHelp } from "../../tools/docs/reference/help_texts.ts";

const commands = await allHelp();

const [program] = commands;

/** Returns the options of a command, and the global options. */
function optionsOf(command: CommandHelp | undefined): ReadonlySet<string> {
  const rows = [program, command].flatMap((each) => each?.sections ?? []).flatMap(({ rows }) =>
    rows
  );
  return new Set([
    "--help",
    ...rows.flatMap(({ term }) => term.match(/--?[a-zA-Z][a-z-]*/g) ?? []),
  ]);
}

/** Returns the arguments of each `layerwright` command on a page. */
function calls(page: string): string[] {
  const typed = fencedBlocks(page).flatMap(({ language, text }) => {
    if (language === "console") return shownCommands(text).map(({ command }) => command);
    return language === "sh" ? [text] : [];
  });
  const prose = page.replaceAll(/^```.*?^```$/gms, "");
  const named = [...prose.matchAll(/`([^`]+)`/g)].map(([, words = ""]) => words);
  return [...typed, ...named].flatMap((text) => {
    const found = text.replaceAll(/\\\n\s*/g, " ")
      .matchAll(/(?:^(?:[A-Z_]+=\S+ )*|[|(] *|^ +)layerwright ([^\n]*)/gm);
    return [...found].map(([, words = ""]) => words.replace(/ (?:[|&<>]|2>).*$/, ""));
  });
}

/** Returns the unknown commands and options of a call. */
function problems(words: string): string[] {
  const quoteless = words.replaceAll(/'[^']*'|"[^"]*"/g, "_");
  const typed = quoteless.split(" ").filter((word) => word !== "");
  const names = typed.filter((word, index) =>
    !word.startsWith("-") && !["-C", "--directory"].includes(typed[index - 1] ?? "")
  );
  const [first = "", second = ""] = names;
  const command = commands.find(({ name }) => name !== "" && name === `${first} ${second}`) ??
    commands.find(({ name }) => name !== "" && name === first);
  const isGroup = commands.some(({ name }) => name.startsWith(`${first} `));
  const isOther = first === "" || first === "help" || /^[<[]/.test(first);
  const options = typed.filter((word) => /^--?[a-zA-Z]/.test(word))
    .map((word) => word.replace(/=.*/, ""));
  const known = optionsOf(command);
  return [
    ...(command === undefined && !isGroup && !isOther ? [`no command '${first} ${second}'`] : []),
    ...options.filter((option) => !known.has(option)).map((option) => `no option '${option}'`),
  ];
}

Deno.test("pages and README name existing commands and options", () => {
  const readme = { path: "../README.md", text: Deno.readTextFileSync(join(CHECKOUT, "README.md")) };
  const found = [readme, ...readPages()].flatMap(({ path, text }) =>
    calls(text).flatMap((words) =>
      problems(words).map((problem) => `docs/${path}: layerwright ${words}: ${problem}`)
    )
  );
  deepEqual(found, []);
});

Deno.test("options in prose belong to a command or to the install script", () => {
  const script = Deno.readTextFileSync(join(CHECKOUT, "install.sh"));
  const all = new Set([
    ...commands.flatMap((command) => [...optionsOf(command)]),
    ...script.match(/(?<=^ {2})--[a-z]+/gm) ?? [],
  ]);
  const found = readPages().flatMap(({ path, text }) =>
    [...text.matchAll(/`(--[a-z-]+)(?: [^`]*)?`/g)]
      .filter(([, option = ""]) => !all.has(option) && !option.startsWith("--allow-"))
      .map(([, option]) => `docs/${path}: ${option}`)
  );
  deepEqual(found, []);
});
