/** The arguments of commands that change a project, from the table of commands. */

import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { relative } from "node:path";
import type { FolderOption } from "../actions/added_endpoints.ts";
import {
  type Argument,
  argumentsOf,
  type ChangingCommand,
  type Given,
  RUN,
} from "../actions/commands.ts";
import { type JsonOption, readErrorWords } from "../actions/json_option.ts";
import type { RunOptions } from "../actions/run_planner.ts";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import type { Report } from "../core/report.ts";
import { type Method, METHODS, parseMethod } from "../spec/api_spec.ts";
import type { Context } from "./context.ts";
import { type ProjectCommand, runInProject } from "./in_project.ts";
import { readJsonOption } from "./input.ts";
import type { FoundProject } from "./locate.ts";
import { type PreviewFlags, previewOptions } from "./preview_options.ts";
import { missingSpec, readSpecOption, type SpecInput, type SpecWords } from "./spec_option.ts";

/** Adds the arguments and options of a command. Those of a run follow the spec, or end the list. */
export function addArguments(
  command: CommandUnknownOpts,
  name: ChangingCommand,
): CommandUnknownOpts {
  const rows = argumentsOf(name);
  const before = rows.findIndex(([, { kind }]) => kind === "spec") + 1 || rows.length;
  for (const [, row] of rows.slice(0, before)) addArgument(command, row);
  for (const row of Object.values<Argument>(RUN)) addArgument(command, row);
  for (const [, row] of rows.slice(before)) addArgument(command, row);
  return command;
}

function addArgument(command: CommandUnknownOpts, { typed, help, ...row }: Argument): void {
  if (typed === undefined) return;
  if (!typed.startsWith("-")) return void command.argument(typed, help);
  const option = new Option(typed, help);
  if (row.excludes !== undefined) option.conflicts([row.excludes].flat());
  const { also } = row;
  if (also !== undefined) option.conflicts(nameOf(also));
  if (row.kind === "texts" || row.kind === "errors") option.argParser(repeated);
  if (row.kind === "json" && row.isRequired) option.makeOptionMandatory();
  command.addOption(option);
  if (also === undefined) return;
  command.addOption(new Option(also.typed, also.help).hideHelp(also.help === undefined));
}

/** Collects the values of an option that may be repeated. */
function repeated(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

/** The arguments of a command, with the options of its run. */
export type GivenHere<Command extends ChangingCommand> =
  & Given<Command>
  & RunOptions
  & Required<FolderOption>
  & (Command extends "generate api" | "adopt" ? Omit<SpecInput, "text"> & { readonly spec: string }
    : unknown);

/**
 * Runs a command that changes the project around the current folder.
 *
 * @param what The command, and how to show its report.
 */
export async function runChange<Command extends ChangingCommand>(
  context: Context,
  command: CommandUnknownOpts,
  what: ProjectCommand & { readonly name: Command },
  run: (project: FoundProject, given: GivenHere<Command>) => Promise<Report>,
): Promise<void> {
  await runInProject(context, what, async (project) => {
    const given = await readArguments(context, project.root, command, what.name);
    return "severity" in given ? given : await run(project, given);
  });
}

/**
 * Reads the arguments of a command, and the files that they name.
 *
 * @param root The project's folder, an absolute path.
 * @returns The arguments, or the problem with them.
 */
export async function readArguments<Command extends ChangingCommand>(
  context: Context,
  root: string,
  command: CommandUnknownOpts,
  name: Command,
): Promise<GivenHere<Command> | Diagnostic> {
  const options: PreviewFlags & SpecWords & Readonly<Record<string, unknown>> = command.opts();
  const positional = command.processedArgs.values();
  const rows = argumentsOf(name);
  const isExcluded = (key: string) =>
    rows.some(([other, { excludes }]) => excludes === key && options[other] !== undefined);
  const given = new Map<string, unknown>();
  for (const [key, row] of rows) {
    if (row.typed === undefined) continue;
    if (row.kind === "spec") {
      const input = await readSpecOption(context, root, options);
      if (input === null) return missingSpec(command, row.typed);
      if ("severity" in input) return input;
      const { text, ...paths } = input;
      for (const [name, path] of Object.entries(paths)) given.set(name, path);
      given.set(key, text);
      continue;
    }
    const usual = isExcluded(key) ? undefined : row.default;
    const word = row.typed.startsWith("-")
      ? options[nameOf(row)] ?? otherValue(row, options) ?? usual
      : positional.next().value;
    if (word === undefined) continue;
    const read = await readWord(context, key, row, word);
    if ("severity" in read) return read;
    given.set(key, read.value);
    if (read.path !== undefined) given.set(`${key}Path`, read.path);
  }
  return {
    ...Object.fromEntries(given),
    ...previewOptions(context, root, options),
    folder: relative(context.host.cwd, root),
  } as unknown as GivenHere<Command>;
}

/** Returns the value of an option that was typed with its other name. */
function otherValue({ also }: Argument, options: Readonly<Record<string, unknown>>): unknown {
  return also === undefined ? undefined : options[nameOf(also)];
}

/** Returns the name under which commander keeps the value of an option. */
function nameOf({ typed = "" }: Pick<Argument, "typed">): string {
  return new Option(typed).attributeName();
}

/** The value of an argument. */
interface ReadWord {
  readonly value: unknown;
  /** The path of the file with the value, as typed. */
  readonly path?: string;
}

async function readWord(
  { host, cwd }: Context,
  name: string,
  { kind, choices = METHODS }: Argument,
  word: unknown,
): Promise<ReadWord | Diagnostic> {
  switch (kind) {
    case "method":
      return readMethod(String(word), choices);
    case "methods":
      return readMethods(String(word));
    case "status":
      return { value: Number(word) };
    case "errors": {
      const read = readErrorWords(word as readonly string[]);
      return "severity" in read ? read : { value: read };
    }
    case "json":
      return await readJsonOption(host, cwd(), name as JsonOption, String(word));
    default:
      return { value: word };
  }
}

function readMethod(typed: string, choices: readonly Method[]): ReadWord | Diagnostic {
  const value = parseMethod(typed);
  if (value !== null && choices.includes(value)) return { value };
  const isWhole = choices.length === METHODS.length;
  const choice = isWhole ? "GET, POST, PUT, or DELETE" : "GET or POST";
  const elsewhere = value === null || isWhole ? "" : `; --methods takes PUT and DELETE`;
  return error(
    "type-invalid",
    `Invalid --type '${quotable(typed)}' (must be ${choice}${elsewhere}).`,
  );
}

function readMethods(typed: string): ReadWord | Diagnostic {
  const words = typed.split(",").map((each) => each.trim());
  const value = words.map(parseMethod).filter((each) => each !== null);
  if (value.length === words.length) return { value };
  return error(
    "type-invalid",
    `Invalid --methods '${quotable(typed)}' (must be GET, POST, PUT, or DELETE, with commas).`,
  );
}
