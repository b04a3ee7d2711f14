/** Usage errors: the message for an invalid command line, and a suggestion. */

import type { CommanderError, CommandUnknownOpts } from "@commander-js/extra-typings";
import {
  type Diagnostic,
  type DiagnosticCode,
  type DiagnosticDetails,
  error,
} from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { report } from "../core/report.ts";
import { shellQuote } from "../core/shell_quote.ts";
import { isName, nearest } from "../spec/names.ts";
import { commandName, usage } from "./help.ts";
import type { Outcome } from "./outcome.ts";

/** Thrown when commander stops: at a usage error, or after it printed help or the version. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly kind: "help" | "mistake";

  constructor(readonly command: CommandUnknownOpts, readonly problem: CommanderError) {
    super(problem.message);
    this.kind = HELP_CODES.has(problem.code) ? "help" : "mistake";
  }
}

/** Our error code, in addition to commander's: the folder of `--directory` does not exist. */
export const NO_FOLDER = "layerwright.noFolder";

/** Our error code, in addition to commander's: two options would both print to stdout. */
export const STDOUT_TAKEN = "layerwright.stdoutTaken";

const HELP_CODES = new Set(["commander.help", "commander.helpDisplayed", "commander.version"]);

/** Returns the outcome of a usage error. */
export function usageOutcome({ command, problem }: UsageError): Outcome {
  const mistake = mistakeOf(command, problem);
  const diagnostic = error(mistake.code, mistake.message, mistake.details);
  const failure = report(commandName(command), "failed", { diagnostics: [diagnostic] });
  return { report: failure, exitCode: 2 };
}

/** The parts of a usage error from which a diagnostic is made. */
export interface Mistake extends Pick<Diagnostic, "code" | "message"> {
  readonly details?: DiagnosticDetails;
}

function mistakeOf(command: CommandUnknownOpts, { code, message }: CommanderError): Mistake {
  const word = /'(.*)'/s.exec(message)?.[1] ?? "";
  switch (code) {
    case "commander.unknownOption": {
      // Commander does not look for an unknown command before an unknown option.
      const [first = "-"] = command.args;
      if (command.commands.length > 0 && !first.startsWith("-")) {
        return unknownCommand(command, first, command.commands.map((each) => each.name()));
      }
      const now = EXPECTED.get(`${commandName(command)} ${withoutValue(word)}`);
      if (now === undefined) return unknownOptionOf(command, withoutValue(word));
      const mistake = withUsage(command, "usage-option", `Unknown option '${quotable(word)}'.`);
      return { ...mistake, details: { hint: `Use ${now}` } };
    }
    case "commander.missingArgument": {
      const mistake = withUsage(command, "usage-argument", `Missing argument '${word}'.`);
      if (word === "spec_file") return { ...mistake, details: HOW_TO_WRITE_A_SPEC };
      const argument = command.registeredArguments.find((each) => each.name() === word);
      return argument === undefined
        ? mistake
        : { ...mistake, details: { hint: argument.description } };
    }
    case "commander.excessArguments": {
      const extra = command.args[command.registeredArguments.length] ?? "";
      const known = command.commands.map((each) => each.name());
      if (known.length > 0) return unknownCommand(command, extra, known);
      const mistake = withUsage(
        command,
        "usage-argument",
        `Unexpected argument '${quotable(extra)}'.`,
      );
      const details = hintOfSpec(command, extra) ?? hintOfFolder(command, extra);
      return details === null ? mistake : { ...mistake, details };
    }
    case "commander.optionMissingArgument": {
      const flag = word.replace(/^-\w, /, "");
      return withUsage(command, "usage-option", `Missing value for option '${flag}'.`);
    }
    case "commander.missingMandatoryOptionValue": {
      // Commander reports a missing option even if that option was typed with a wrong name.
      const names = optionNames(command);
      const mistyped = command.args.find((each) =>
        each.startsWith("--") && nearest(withoutValue(each), names) !== null
      );
      if (mistyped !== undefined) {
        const meant = unknown(
          "option",
          withoutValue(mistyped),
          similar(withoutValue(mistyped), names),
        );
        return withUsage(command, "usage-option", meant);
      }
      const mistake = withUsage(command, "usage-option", `Missing option '${word}'.`);
      const hint = HINTS_OF_MISSING.get(`${commandName(command)} ${word}`);
      if (hint !== undefined) return { ...mistake, details: { hint } };
      if (!word.endsWith("<spec_file>")) return mistake;
      const details = command.args.map((each) => hintOfSpec(command, each)).find(Boolean);
      return { ...mistake, details: details ?? HOW_TO_WRITE_A_SPEC };
    }
    case "commander.conflictingOption": {
      const [, first = "", second = ""] = /'(--[a-z-]+)[^']*'[^']*'(--[a-z-]+)/.exec(message) ?? [];
      return withUsage(command, "usage-option", `Cannot use '${first}' with '${second}'.`);
    }
    case "commander.invalidArgument": {
      const [, flag = "", value = "", choices = ""] = CHOICE.exec(message) ?? [];
      const invalid = `Invalid value '${quotable(value)}' for option '${flag}'`;
      return withUsage(command, "usage-option", `${invalid} (must be one of ${choices}).`);
    }
    case NO_FOLDER:
    case STDOUT_TAKEN:
      return { code: "usage-option", message };
    default:
      return withUsage(command, "usage-option", `${message.replace(/^error: /, "")}.`);
  }
}

/** Commander's message for a value that is not one of an option's choices. */
const CHOICE = /'(--[a-z-]+).*?' argument '(.*)' is invalid\. Allowed choices are (.*)\.$/s;

const HOW_TO_WRITE_A_SPEC: DiagnosticDetails = {
  hint: "'layerwright help spec' shows how to write a spec",
};

/** Hints for missing options, preceded by their command. */
const HINTS_OF_MISSING: ReadonlyMap<string, string> = new Map([
  ["adopt --spec <spec_file>", "'layerwright export spec -o spec.json' makes a spec of the code"],
  [
    "generate resource --example <json>",
    `Type an item, such as --example '{"id": 1, "name": "Teapot"}'`,
  ],
]);

/** Returns the hint for a folder that was typed without the option that takes it, or `null`. */
function hintOfFolder(command: CommandUnknownOpts, word: string): DiagnosticDetails | null {
  const option = command.options.find(({ long }) => long === "--root");
  if (option === undefined) return null;
  return { hint: `To serve another folder, type ${option.long} ${shellQuote(word)}` };
}

/** Returns the hint for a spec that was typed without the option that takes it, or `null`. */
function hintOfSpec(command: CommandUnknownOpts, word: string): DiagnosticDetails | null {
  const option = command.options.find(({ flags }) => flags.endsWith("<spec_file>"));
  if (option === undefined || !/\.(?:json|ya?ml)$/i.test(word)) return null;
  return { hint: `To read a spec, type ${option.long} ${shellQuote(word)}` };
}

/** Options and commands that people know from other programs, with our names for them. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ["create", "generate api"],
  ["init", "generate api"],
  ["new", "generate api"],
  ["-V", "--version"],
  ["-v", "--version"],
  ["list", "status"],
  ["ls", "status"],
  ["analyze", "status"],
  ["info", "status"],
  ["check", "status"],
  ["schema", "export schema"],
  ["openapi", "export openapi"],
  ["add", "generate"],
  ["delete", "remove"],
  ["rm", "remove"],
  ["edit", "change"],
  ["mv", "rename"],
  ["history", "log"],
  ["run", "mock"],
  ["start", "mock"],
]);

/** Options that people expect, preceded by their command, with what does the same. */
const EXPECTED: ReadonlyMap<string, string> = new Map([
  ["setup --list", "layerwright setup list"],
  ["setup --remove", "layerwright setup remove"],
  ["setup --logout", "layerwright setup logout"],
  ["setup --local", "--stdio"],
  ["setup --agent", "--client"],
]);

/**
 * Returns the mistake for an unknown command. Names the command that was probably meant, or else says
 * where all are listed.
 */
export function unknownCommand(
  above: CommandUnknownOpts,
  word: string,
  known: readonly string[],
): Mistake {
  const meant = similar(word, known) ?? routeCommand(above, word);
  const mistake: Mistake = { code: "usage-command", message: unknown("command", word, meant) };
  if (meant !== null) return mistake;
  const hint = above.parent === null
    ? "'layerwright --help' lists all commands"
    : `The commands of '${commandName(above)}' are ${known.join(", ")}`;
  return { ...mistake, details: { hint } };
}

/** Returns the command for a route that was typed without `route`, as in `remove orders`, or `null`. */
function routeCommand(above: CommandUnknownOpts, word: string): string | null {
  const takesRoute = above.commands.some((each) => each.name() === "route");
  return takesRoute && isName(word) ? `${commandName(above)} route ${word}` : null;
}

/** Formats the message for an unknown word, with a suggestion. */
export function unknown(what: string, word: string, meant: string | null): string {
  return `Unknown ${what} '${quotable(word)}'.${meant === null ? "" : ` Did you mean '${meant}'?`}`;
}

/** Returns the known word that was probably meant, or `null`. */
export function similar(word: string, known: readonly string[]): string | null {
  return fromElsewhere(word, known) ?? nearest(word, known) ?? onlyStartingWith(word, known);
}

function fromElsewhere(word: string, known: readonly string[]): string | null {
  const ours = ELSEWHERE.get(word) ?? "";
  return ours.startsWith("--") || known.includes(ours.split(" ")[0] ?? "") ? ours : null;
}

/**
 * Returns the only known word that starts with the typed one; `null` if there is none, or more than
 * one.
 */
function onlyStartingWith(word: string, known: readonly string[]): string | null {
  const longer = word.length < 2 ? [] : known.filter((each) => each.startsWith(word));
  return longer.length === 1 ? longer[0] ?? null : null;
}

function unknownOptionOf(command: CommandUnknownOpts, word: string): Mistake {
  const meant = similar(word, optionNames(command)) ?? otherSpecOption(command, word);
  const mistake = withUsage(command, "usage-option", unknown("option", word, meant));
  if (meant !== null) return mistake;
  const [argument] = command.registeredArguments;
  const isFile = SPEC_OPTIONS.includes(word) && /^\w+_file$/.test(argument?.name() ?? "");
  const list = `'${
    ["layerwright", commandName(command)].join(" ").trim()
  } --help' lists the options`;
  const hint = isFile
    ? "Type the file without an option"
    : command.parent === null
    ? `${list}. A command's options follow it`
    : list;
  return { ...mistake, details: { hint } };
}

/** The options that take a spec. Which of them a command has is easily mixed up. */
const SPEC_OPTIONS: readonly string[] = ["--json", "--spec"];

/** Returns a command's own option for a spec if the typed one is that of another command, or `null`. */
function otherSpecOption(command: CommandUnknownOpts, word: string): string | null {
  const own = command.options.flatMap(({ long }) => long ?? []);
  return SPEC_OPTIONS.includes(word)
    ? own.find((each) => SPEC_OPTIONS.includes(each)) ?? null
    : null;
}

/** Returns `--jsn` for `--jsn=shop.json`. */
function withoutValue(word: string): string {
  return word.replace(/=.*/s, "");
}

/** Returns the long names of a command's options and of the global options. */
function optionNames(command: CommandUnknownOpts): string[] {
  const own = command.options.flatMap((option) => option.long ?? []);
  return command.parent === null ? [...own, "--help"] : [...own, ...optionNames(root(command))];
}

function root(command: CommandUnknownOpts): CommandUnknownOpts {
  return command.parent === null ? command : root(command.parent);
}

function withUsage(
  command: CommandUnknownOpts,
  code: DiagnosticCode,
  message: string,
): Mistake {
  return { code, message: `${message}\nUsage: ${usage(command)}` };
}
