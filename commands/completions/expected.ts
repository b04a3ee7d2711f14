/** Finds out from the commands' definitions which words can come next on a command line. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { commandName } from "../help.ts";
import { findHelp } from "../help_topics.ts";

/** A word and its meaning. */
export interface Candidate {
  readonly value: string;
  readonly meaning: string;
}

/** The words that can complete a command line. */
export type Expected =
  | { readonly kind: "words"; readonly words: readonly Candidate[] }
  | {
    readonly kind: "value";
    /**
     * The command's name, and the name of the argument or of the option's value, such as
     * `generate subroute METHOD`. {@linkcode VALUES} has such keys.
     */
    readonly of: string;
    /** The part of the word before the value, such as `--type=`. */
    readonly before: string;
    /** The folder in which the command would run, as typed. */
    readonly directory: string | null;
  };

type Option = CommandUnknownOpts["options"][number];

/**
 * Finds the words that can complete a command line.
 *
 * @param typed The words before the last, without the program's name.
 * @param last The part of the last word typed so far.
 */
export function expectedWord(
  program: CommandUnknownOpts,
  typed: readonly string[],
  last: string,
): Expected {
  const { command, operands, open, isOptionAllowed, directory } = walk(program, typed);
  const value = (term: string, before: string): Expected => ({
    kind: "value",
    of: `${commandName(command)} ${term}`.trim(),
    before,
    directory,
  });
  if (open !== null) return value(placeholder(open), "");
  if (isOptionAllowed && last.startsWith("-")) {
    const [flag = "", ...rest] = last.split("=");
    const option = rest.length > 0 ? findOption(command, flag) : undefined;
    return option === undefined
      ? { kind: "words", words: optionWords(command) }
      : value(placeholder(option), `${flag}=`);
  }
  if (command.commands.length > 0) return { kind: "words", words: commandWords(command) };
  if (command.name() === "help") return { kind: "words", words: helpWords(program, operands) };
  const term = command.registeredArguments[operands.length];
  return term === undefined ? { kind: "words", words: [] } : value(term.name(), "");
}

/** The command line before the word to complete. */
interface TypedWords {
  readonly command: CommandUnknownOpts;
  /** The words for the command's arguments. */
  readonly operands: readonly string[];
  /** The option whose value comes next. */
  readonly open: Option | null;
  /** Whether `--` has not occurred yet. */
  readonly isOptionAllowed: boolean;
  readonly directory: string | null;
}

function walk(program: CommandUnknownOpts, typed: readonly string[]): TypedWords {
  let command = program;
  let open: Option | null = null;
  let isOptionAllowed = true;
  let directory: string | null = null;
  const operands: string[] = [];
  for (const word of typed) {
    if (open !== null) {
      if (open.long === "--directory") directory = word;
      open = null;
    } else if (isOptionAllowed && word === "--") {
      isOptionAllowed = false;
    } else if (isOptionAllowed && word.startsWith("-")) {
      const [flag = "", ...value] = word.split("=");
      const option = findOption(command, flag);
      if (option?.required && value.length === 0) open = option;
      else if (option?.long === "--directory") directory = value.join("=");
    } else {
      const below = command.commands.find((each) => each.name() === word);
      if (below === undefined) operands.push(word);
      else command = below;
    }
  }
  return { command, operands, open, isOptionAllowed, directory };
}

function findOption(command: CommandUnknownOpts, flag: string): Option | undefined {
  const own = command.options.find(({ short, long }) => short === flag || long === flag);
  return own ?? (command.parent === null ? undefined : findOption(command.parent, flag));
}

/** Returns `dir` for `-C, --directory <dir>`. */
function placeholder({ flags }: Option): string {
  return /[<[](.*?)[>\]]/.exec(flags)?.[1] ?? "";
}

function optionWords(command: CommandUnknownOpts): Candidate[] {
  const own = command.options.filter(({ hidden }) => !hidden).map(({ long, description }) => ({
    value: long ?? "",
    meaning: description,
  }));
  return [...own, { value: "--help", meaning: "Help for any command" }];
}

function commandWords(command: CommandUnknownOpts): Candidate[] {
  return command.commands.map((each) => ({ value: each.name(), meaning: each.summary() }));
}

function helpWords(program: CommandUnknownOpts, operands: readonly string[]): Candidate[] {
  const found = findHelp(program, [...operands, ""]);
  const known = found.kind === "unknown" && found.word === "" ? found.known : [];
  return known.map((value) => ({ value, meaning: "" }));
}
