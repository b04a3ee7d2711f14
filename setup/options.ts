/** The options of setup, their checks, and the context of a run. */

import { error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { report } from "../core/report.ts";
import { nearest } from "../spec/names.ts";
import type { Scope } from "./client.ts";
import type { FoundServer, KeyFiles } from "./credentials.ts";
import type { SetupDiagnostic, SetupReport } from "./diagnostic.ts";
import type { SetupHost } from "./host.ts";
import type { Ui } from "./ui.ts";

/**
 * `private`: makes files that get the key readable only by their owner. `keep`: keeps their mode.
 */
export type FileMode = "private" | "keep";

/** Options that choose entries in the files of agents. */
export interface EntryOptions {
  /** Ids of agents; `null` to take every agent, or to let the person choose. */
  readonly clients: readonly string[] | null;
  readonly scope: Scope;
  /** The folder for scope `project`, as an absolute path. */
  readonly project: string;
  /** The entry's name. */
  readonly name: string;
}

/** The options of `setup`. */
export interface SetupOptions extends EntryOptions {
  /** The server's address as typed; `null` to find one. */
  readonly url: string | null;
  /** The key read from stdin, or `null`. */
  readonly key: string | null;
  /** Whether to connect every agent found. */
  readonly all: boolean;
  readonly yes: boolean;
  readonly dryRun: boolean;
  /** Whether to call the server. */
  readonly verify: boolean;
  /** Whether each agent starts its own server, over stdio. */
  readonly stdio: boolean;
  /** Whether files refer to the key's variable instead of holding the key. */
  readonly keyFromEnv: boolean;
  /**
   * For files that would get the key and that others can read: whether to make them private; `null`
   * to ask.
   */
  readonly fileMode: FileMode | null;
  /** Whether to log in with a code, on any device. */
  readonly device: boolean;
}

/** The options of `setup remove`. */
export interface RemoveOptions extends Omit<EntryOptions, "scope"> {
  /** `null` for all scopes. */
  readonly scope: Scope | null;
  readonly yes: boolean;
  readonly dryRun: boolean;
}

/** The options of `setup logout`. */
export type LogoutOptions = Pick<SetupOptions, "url" | "dryRun">;

/** The default name of the entry. */
export const DEFAULT_NAME = "layerwright";

/** The variable that files refer to with `--key-from-env`. */
export const KEY_VARIABLE = "LAYERWRIGHT_API_KEY";

/** Reports a missing option that a person at a terminal would be asked for. */
export function noTerminal(flags: string): SetupDiagnostic {
  return error("usage-no-terminal", `Cannot ask here: add ${flags}.`);
}

/** Checks the options. */
export function optionProblems(
  options: Pick<EntryOptions, "name" | "clients">,
  known: readonly string[],
): SetupDiagnostic[] {
  const problems: SetupDiagnostic[] = [];
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(options.name)) {
    const message = `Invalid --name '${
      quotable(options.name)
    }' (must be letters, digits, - and _).`;
    problems.push(error("usage-option", message));
  }
  if (options.clients?.length === 0) {
    problems.push(error("usage-option", "Invalid --client '' (must name agents, such as codex)."));
  }
  for (const id of options.clients ?? []) {
    if (!known.includes(id)) problems.push(unknownClient(id, known));
  }
  return problems;
}

function unknownClient(id: string, known: readonly string[]): SetupDiagnostic {
  const meant = suggestedClients(id, known).map((each) => `'${each}'`);
  const message = `Unknown agent '${quotable(id)}'.`;
  if (meant.length > 0) {
    const last = meant.slice(-2).join(" or ");
    const hint = [...meant.slice(0, -2), last].join(", ");
    return error("setup-client", `${message} Did you mean ${hint}?`);
  }
  return error("setup-client", message, { hint: `Known agents: ${known.toSorted().join(", ")}` });
}

/** Minimum length of an id that is suggested because the given word contains it. */
const MIN_PART_LENGTH = 4;

/**
 * Finds the ids to suggest for a word: those that contain the word or are part of it, otherwise the
 * nearest one.
 */
function suggestedClients(id: string, known: readonly string[]): string[] {
  const word = bare(id);
  const related = known.filter((each) =>
    word.length > 2 && bare(each).includes(word) ||
    each.length >= MIN_PART_LENGTH && word.includes(bare(each))
  );
  if (related.length > 0) return related;
  const near = nearest(id, known);
  return near === null ? [] : [near];
}

/** Returns the lower-case letters and digits of an id. */
function bare(id: string): string {
  return id.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/**
 * Reports the options that a run without a terminal lacks.
 *
 * @param hasKey Whether a key is known.
 */
export function missingFlags(options: SetupOptions, hasKey: boolean): SetupDiagnostic[] {
  const canDoWithout = hasKey || options.stdio || options.keyFromEnv;
  // A dry run cannot create a key by logging in.
  const ways = options.dryRun ? "--api-key-stdin" : "--api-key-stdin or --device";
  const missing = [
    ...(canDoWithout || options.device && !options.dryRun ? [] : [ways]),
    ...(options.clients !== null || options.all ? [] : ["--client <ids> or --all"]),
    ...(options.yes || options.dryRun ? [] : ["--yes"]),
  ];
  return missing.map(noTerminal);
}

/** The context of a run of `setup`. */
export interface Job {
  readonly host: SetupHost;
  readonly options: SetupOptions;
  readonly ui: Ui | null;
  readonly keys: KeyFiles;
  /** `null` if each agent starts its own server. */
  readonly server: FoundServer | null;
}

/** Runs work under the lock, or reports that another setup is running. A dry run needs no lock. */
export async function withLock(
  host: SetupHost,
  command: string,
  isDryRun: boolean,
  work: () => Promise<SetupReport>,
): Promise<SetupReport> {
  if (isDryRun) return await work();
  return await host.exclusively(work) ?? report(command, "refused", { diagnostics: [BUSY] });
}

const BUSY = error("conflict-busy", "Another setup is running.", {
  hint: "Try again when it ends",
});
