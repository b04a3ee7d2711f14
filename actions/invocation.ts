/** Commands that change a project, as data for plan files and histories. */

import { shellQuote } from "../core/shell_quote.ts";
import {
  type Argument,
  argumentsOf,
  type ChangingCommand,
  filedName,
  type Given,
} from "./commands.ts";
import { errorWords, jsonText, type ParsedJson } from "./json_option.ts";

/** A command that changes a project, with all its input. */
export interface Invocation {
  /** The command's name. */
  readonly command: ChangingCommand;
  /** The arguments by name, as plain JSON. Defaults are left out. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The kinds of arguments that plan files list last, in this order. */
const LAST: readonly Argument["kind"][] = ["texts", "flag"];

/** Returns a command with its arguments as data. */
export function invocationOf<Command extends ChangingCommand>(
  command: Command,
  given: Given<Command>,
): Invocation {
  const values = new Map(Object.entries(given));
  const rank = ({ kind, typed }: Argument) => typed === undefined ? -1 : LAST.indexOf(kind);
  const rows = argumentsOf(command).toSorted(([, one], [, other]) => rank(one) - rank(other));
  const filed = rows.map((
    [name, { kind }],
  ) => [filedName(name), filedValue(kind, values.get(name))]);
  return {
    command,
    arguments: Object.fromEntries(filed.filter(([, value]) => value !== undefined)),
  };
}

/** Returns a value as plain JSON; `undefined` for a default. */
function filedValue(kind: Argument["kind"], value: unknown): unknown {
  if (kind === "flag") return value === true ? true : undefined;
  if (kind === "json" || kind === "errors") return jsonText(value as ParsedJson | undefined);
  return kind === "texts" && Array.isArray(value) && value.length === 0 ? undefined : value;
}

/**
 * Returns the command line of an invocation, without the program's name. For specs and mocks that
 * were read from a file, the file's path is used.
 *
 * @example
 * ```ts
 * import { commandWords } from "./invocation.ts";
 * import { equal } from "node:assert/strict";
 *
 * const words = commandWords({
 *   command: "generate route",
 *   arguments: { route: "rates", type: "POST", mock: '{"eur": 1.0}' },
 * });
 * equal(words, `generate route rates --type POST --mock '{"eur": 1.0}'`);
 * ```
 */
export function commandWords({ command, arguments: given }: Invocation): string {
  const words = argumentsOf(command).flatMap(([name, row]) =>
    name === "name" && given["inside"] === true ? [] : argumentWords(filedName(name), row, given)
  );
  return [command, ...words.map(shellQuote)].join(" ");
}

function argumentWords(
  name: string,
  { kind, typed, default: usual }: Argument,
  given: Invocation["arguments"],
): readonly string[] {
  const value = given[name];
  if (typed === undefined || value === undefined || value === usual) return [];
  const [option = ""] = typed.split(" ");
  if (!option.startsWith("-")) return [String(value)];
  switch (kind) {
    case "flag":
      return [option];
    case "texts":
      return (value as readonly string[]).flatMap((each) => [option, each]);
    case "json":
      return [option, String(given[`${name}_path`] ?? value)];
    case "errors":
      return errorWords(String(value)).flatMap((each) => [option, each]);
    case "spec": {
      const { spec_path: path = "spec.json" } = given;
      return [option, path === "<stdin>" ? "-" : String(path)];
    }
    default:
      return [option, String(value)];
  }
}
