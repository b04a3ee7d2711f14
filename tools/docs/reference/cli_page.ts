/** The page about the command line. */

import { allHelp, type CommandHelp, commandWords } from "./help_texts.ts";
import { code, fenced, heading, plain, table } from "./markdown.ts";
import type { HelpSection } from "./read_help.ts";

/** Names the test that runs the examples of `--help`. */
const NOT_RUN = 'sh not-run="tests/docs/help_examples_test.ts runs the examples of --help"';

/** Returns the page as Markdown. */
export async function cliPage(): Promise<string> {
  const [root, ...commands] = await allHelp();
  if (root === undefined) throw new Error("The command line has no help");
  return heading("Command line") + [
    `${
      plain(root.purpose)
    } \`layerwright <command> --help\` shows the same text, and begins with examples.\n`,
    fenced("text", root.usage),
    table(["command", "what it does"], root.sections.flatMap(commandRows(commands))),
    ...root.sections.filter(({ title }) => title === "Global options").map(rowsBelow("##")),
    "See also [exit codes](exit-codes.md) and [environment variables](environment.md).\n",
    ...commands.map(commandPart),
  ].join("\n");
}

/** Returns rows with the purpose of each command, because the summaries in the help are too short for a page. */
function commandRows(commands: readonly CommandHelp[]): (section: HelpSection) => string[][] {
  return ({ rows }) =>
    rows.flatMap(({ term }) => {
      const name = commandWords(term);
      const command = commands.find((each) => each.name === name);
      if (command === undefined) return [];
      return [[`[${code(term)}](#${name.replaceAll(" ", "-")})`, plain(command.purpose)]];
    });
}

function commandPart({ name, purpose, usage, examples, sections }: CommandHelp): string {
  return [
    `## ${name}\n`,
    `${plain(purpose)}\n`,
    fenced("text", usage),
    fenced(NOT_RUN, examples.join("\n")),
    ...sections.map((section) => table(...rowsOf(section))),
  ].join("\n");
}

function rowsBelow(level: string): (section: HelpSection) => string {
  return (section) => `${level} ${section.title}\n\n${table(...rowsOf(section))}`;
}

function rowsOf({ title, rows }: HelpSection): [string[], string[][]] {
  const kind = title.toLowerCase().replace(/s$/, "").replace("global ", "");
  return [[kind, "meaning"], rows.map(({ term, meaning }) => [code(term), plain(meaning)])];
}
