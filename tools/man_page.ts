/** The manual page of the command line, in the format of `man`: https://man.openbsd.org/man.7 */

import { wrap } from "../presentation/style.ts";
import type { HelpSection } from "./docs/reference/read_help.ts";
import { allHelp, type CommandHelp, topic } from "./docs/reference/help_texts.ts";

/** The edition of a page. */
export interface Edition {
  readonly version: string;
  /** Such as `2026-11-20`. */
  readonly date: string;
}

/**
 * Creates the page from `--help` and the help topics.
 *
 * @returns Its roff source.
 */
export async function manPage({ version, date }: Edition): Promise<string> {
  const [root, ...commands] = await allHelp();
  if (root === undefined) throw new Error("The command line has no help");
  const globals = root.sections.filter(({ title }) => title === "Global options");
  const environment = await topic("environment");
  const exitCodes = await topic("exit-codes");
  return [
    `.TH LAYERWRIGHT 1 ${date} "Layerwright ${version}"`,
    ".SH NAME",
    `layerwright \\- ${roff(root.purpose.replace(/\.$/, ""))}`,
    ".SH SYNOPSIS",
    `.B ${roff(root.usage)}`,
    ".SH COMMANDS",
    ...commands.flatMap(commandPart),
    ".SH OPTIONS",
    "Put these options before the command.",
    ...globals.flatMap(rows),
    ".SH ENVIRONMENT",
    ...rows(environment),
    ".SH EXIT STATUS",
    ...rows(exitCodes),
    ".PP",
    paragraph(exitCodes.end),
    ".SH EXAMPLES",
    ...examples(root),
    ".SH SEE ALSO",
    "https://github.com/layerwright/layerwright",
  ].join("\n") + "\n";
}

function commandPart(command: CommandHelp): string[] {
  return [
    `.SS "${roff(command.usage)}"`,
    paragraph(command.purpose),
    ...command.sections.flatMap(rows),
    ".PP",
    ...examples(command),
  ];
}

function rows(section: Pick<HelpSection, "rows">): string[] {
  return section.rows.flatMap(({ term, meaning }) => [
    ".TP",
    `.B ${roff(term)}`,
    paragraph(meaning),
  ]);
}

/** Returns examples as typed, without line breaks. */
function examples({ examples }: CommandHelp): string[] {
  return [".nf", ...examples.map((example) => `  ${roff(example)}`), ".fi"];
}

/** Wraps a text at 80 columns. */
function paragraph(text: string): string {
  return wrap(roff(text), 0, 80, 0).replaceAll("\n.", "\n\\&.");
}

/** Escapes a text for roff, so that nothing is an instruction and hyphens can be copied. */
function roff(text: string): string {
  return text.replaceAll("\\", "\\e").replaceAll('"', "\\(dq").replaceAll("'", "\\(aq")
    .replaceAll("-", "\\-").replaceAll("`", "\\(ga").replaceAll("^", "\\(ha")
    .replaceAll("~", "\\(ti").replace(/^\./, "\\&.");
}
