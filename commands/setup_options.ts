/** Options that `setup` shares with its subcommands, and the diagnostics about their values. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { report } from "../core/report.ts";
import type { Scope } from "../setup/client.ts";
import { DEFAULT_NAME } from "../setup/options.ts";
import type { Outcome } from "./outcome.ts";

/** The options that choose entries in the files of agents, as typed. */
export interface EntryWords {
  readonly client?: string | undefined;
  readonly scope?: string | undefined;
  readonly project?: string | undefined;
  readonly name: string;
}

/** Adds the options that choose entries in the files of agents. */
export function addEntryOptions(
  command: CommandUnknownOpts,
  meanings: { readonly client: string; readonly scope: string; readonly project: string },
): void {
  command
    .option("--client <ids>", meanings.client)
    .option("--scope <scope>", meanings.scope)
    .option("--project <dir>", meanings.project)
    .option("--name <name>", "Name of the entry (default: layerwright)", DEFAULT_NAME);
}

/**
 * Returns the options of a subcommand of `setup`. If `setup` has an option of the same name,
 * commander stores the value with `setup`, even if the option is typed after the subcommand.
 */
export function optionsOf(command: CommandUnknownOpts): unknown {
  const { parent: setup, options } = command;
  const foreign = setup?.options.find((each) =>
    setup.getOptionValueSource(each.attributeName()) === "cli" &&
    options.every(({ long }) => long !== each.long)
  );
  if (foreign !== undefined) {
    command.error(`'setup ${command.name()}' has no option '${foreign.long}'`);
  }
  return command.optsWithGlobals();
}

/** Reports whether a value of `--scope` is valid. */
export function isScope(word: string): word is Scope {
  return word === "user" || word === "project";
}

/** Returns the outcome of a command with an invalid `--scope`. */
export function invalidScope(command: string, word: string): Outcome {
  const message = `Invalid --scope '${quotable(word)}' (must be user or project).`;
  // Some agents call the scope of a project `local`.
  const details = word === "local" ? { hint: "Use --scope project" } : {};
  return usageFailure(command, error("usage-option", message, details));
}

/** Returns the ids in the value of `--client`; `null` without the option. */
export function clientIds(list: string | undefined): string[] | null {
  return list?.split(",").map((id) => id.trim()).filter((id) => id !== "") ?? null;
}

/** Returns the outcome of a command whose options have a wrong value. */
export function usageFailure(command: string, problem: Diagnostic): Outcome {
  return { report: report(command, "failed", { diagnostics: [problem] }), exitCode: 2 };
}
