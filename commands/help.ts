/** Formats the help of every command. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { type Style, wrap } from "../presentation/style.ts";

/** The parts of a command's help that commander does not store. */
export interface Description {
  /** The effect of the command, in one or two sentences. */
  readonly purpose: string;
  readonly examples: readonly string[];
}

const descriptions = new WeakMap<CommandUnknownOpts, Description>();

/** Sets the description in a command's help. */
export function describe(command: CommandUnknownOpts, description: Description): void {
  descriptions.set(command, description);
}

/** The terminal for which help is formatted. */
export interface HelpView {
  readonly columns: number;
  readonly style: Style;
}

interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
}

/** A term and its meaning. */
type Row = readonly [string, string];

/** Formats the help of a command. */
export function formatHelp(command: CommandUnknownOpts, view: HelpView): string {
  const description = descriptions.get(command);
  const isRoot = command.parent === null;
  const sections = isRoot ? rootSections(command) : ownSections(command);
  const bold = (text: string) => view.style("bold", text);
  const wrapped = (text: string, indent: number) => wrap(text, 0, view.columns, indent);
  return [
    wrapped(description?.purpose ?? "", 0),
    [bold("Examples:"), ...(description?.examples ?? []).map((each) => `  ${each}`)].join("\n"),
    wrapped(`Usage: ${usage(command)}`, 7).replace(/^Usage:/, bold),
    ...formatSections(sections, view),
    isRoot ? [wrapped(EXIT_CODES, 12), EXIT_CODES_HELP, DOCUMENTATION].join("\n") : END,
  ].join("\n\n") + "\n";
}

const EXIT_CODES = "Exit codes: 0 done, 1 failed, 2 usage, 3 conflict, 130 interrupted";
const EXIT_CODES_HELP = "            layerwright help exit-codes";

const DOCUMENTATION = "Documentation: https://github.com/layerwright/layerwright";

const END = `Global options, environment: layerwright --help
Exit codes: layerwright help exit-codes`;

/** A help page that is not about a command. */
export interface Topic {
  /** Lines above the section; not wrapped. */
  readonly example?: readonly string[];
  readonly section: Section;
  /** The closing sentence, or `null`. */
  readonly end: string | null;
}

/** Formats the help on a topic. */
export function formatTopic({ example, section, end }: Topic, view: HelpView): string {
  const first = example === undefined
    ? []
    : [[view.style("bold", "Example:"), ...example.map((line) => `  ${line}`)].join("\n")];
  const last = end === null ? [] : [wrap(end, 0, view.columns, 0)];
  return [...first, ...formatSections([section], view), ...last].join("\n\n") + "\n";
}

/** Returns a command's full name, such as `generate route`; empty for the program itself. */
export function commandName(command: CommandUnknownOpts): string {
  return commandPath(command).slice(1).join(" ");
}

function commandPath(command: CommandUnknownOpts): string[] {
  const parents = command.parent === null ? [] : commandPath(command.parent);
  return [...parents, command.name()];
}

/** Returns a command's usage line, such as `layerwright generate route [options] <route>`. */
export function usage(command: CommandUnknownOpts): string {
  const hasCommands = visibleCommands(command).length > 0;
  const hasOptions = visibleOptions(command).length > 0;
  const next = worksAlone(command) ? "[command]" : "<command>";
  const rest = hasCommands ? [next] : argumentTerms(command);
  const words = [...commandPath(command), ...(hasOptions ? ["[options]"] : [])];
  return [...words, ...rest].join(" ");
}

/**
 * Reports whether a command with subcommands also works without one, as `setup` does. Only such
 * commands have options of their own.
 */
function worksAlone(command: CommandUnknownOpts): boolean {
  return command.parent !== null && visibleOptions(command).length > 0;
}

function argumentTerms(command: CommandUnknownOpts): string[] {
  return visibleArguments(command).map((argument) => {
    const name = argument.variadic ? `${argument.name()}...` : argument.name();
    return argument.required ? `<${name}>` : `[${name}]`;
  });
}

function visibleCommands(command: CommandUnknownOpts): readonly CommandUnknownOpts[] {
  return command.commands.filter((each) => each.name() !== "help");
}

/**
 * Returns the arguments to show. Those without a description are internal: only completion scripts
 * pass them.
 */
function visibleArguments(command: CommandUnknownOpts) {
  return command.registeredArguments.filter(({ description }) => description !== "");
}

function visibleOptions(command: CommandUnknownOpts) {
  return command.options.filter((option) => !option.hidden);
}

function rootSections(program: CommandUnknownOpts): Section[] {
  const leaves = visibleCommands(program).flatMap((command) =>
    command.commands.length === 0 || worksAlone(command)
      ? [command, ...command.commands]
      : command.commands
  );
  const groups = new Map<string, Row[]>();
  for (const command of leaves) {
    const group = command.helpGroup() || command.parent?.helpGroup() || "";
    groups.set(group, [...groups.get(group) ?? [], commandRow(command, program)]);
  }
  return [
    ...[...groups].map(([title, rows]) => ({ title, rows })),
    { title: "Global options:", rows: [...optionRows(program), HELP_ROW] },
    { title: "Environment:", rows: ENVIRONMENT_ROWS },
  ];
}

const HELP_ROW: Row = ["-h, --help", "Help for any command"];

const ENVIRONMENT_ROWS: readonly Row[] = [
  ["NO_COLOR=1", "As --no-color"],
  ["LAYERWRIGHT_URL", "Server address"],
  ["All others", "layerwright help environment"],
];

function ownSections(command: CommandUnknownOpts): Section[] {
  const rows = visibleCommands(command).map((each) => commandRow(each, command));
  const terms = visibleArguments(command).map((each): Row => [each.name(), each.description]);
  return [
    { title: "Commands:", rows },
    { title: "Arguments:", rows: terms },
    { title: "Options:", rows: optionRows(command) },
  ].filter((section) => section.rows.length > 0);
}

/**
 * Returns a command's row in the help of `outer`: the words to type after the name of `outer`, and
 * the command's summary.
 */
function commandRow(command: CommandUnknownOpts, outer: CommandUnknownOpts): Row {
  const parent = command.parent === outer ? [] : [command.parent?.name() ?? ""];
  return [[...parent, command.name(), ...argumentTerms(command)].join(" "), command.summary()];
}

function optionRows(command: CommandUnknownOpts): Row[] {
  return visibleOptions(command).map(({ flags, description }) => [flags, description]);
}

/** Formats sections, with the terms of all of them in one column. */
function formatSections(sections: readonly Section[], { columns, style }: HelpView): string[] {
  const terms = sections.flatMap(({ rows }) => rows.map(([term]) => term.length));
  const column = Math.max(...terms) + 4;
  return sections.map(({ title, rows }) => {
    const lines = rows.map(([term, meaning]) =>
      `  ${term}`.padEnd(column) + wrap(meaning, column, columns, column)
    );
    return [style("bold", title), ...lines].join("\n");
  });
}
