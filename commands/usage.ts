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
      if (now === undefined) {
        return withUsage(command, "usage-option", unknownOption(word, optionNames(command)));
      }
      const mistake = withUsage(command, "usage-option", `Unknown option '${quotable(word)}'.`);
      return { ...mistake, details: { hint: `Use ${now}` } };
    }
    case "commander.missingArgument": {
      const mistake = withUsage(command, "usage-argument", `Missing argument '${word}'.`);
      return word === "spec_file" ? { ...mistake, details: HOW_TO_WRITE_A_SPEC } : mistake;
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
      const details = hintOfSpec(command, extra);
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
        return withUsage(command, "usage-option", unknownOption(mistyped, names));
      }
      const mistake = withUsage(command, "usage-option", `Missing option '${word}'.`);
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
]);

/** Options that people expect, preceded by their command, with what does the same. */
const EXPECTED: ReadonlyMap<string, string> = new Map([
  ["setup --list", "layerwright setup list"],
  ["setup --remove", "layerwright setup remove"],
  ["setup --logout", "layerwright setup logout"],
  ["setup --local", "--stdio"],
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

function unknownOption(word: string, known: readonly string[]): string {
  return unknown("option", withoutValue(word), similar(withoutValue(word), known));
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
