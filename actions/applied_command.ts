/** Describes commands for the history. */

import type { Change } from "../core/change_set.ts";
import type { AppliedCommand } from "../core/history.ts";
import { oneLine, printable } from "../core/printable.ts";
import { MANIFEST_PATH } from "../project/records/manifest.ts";
import { commandWords, type Invocation } from "./invocation.ts";

/** Maximum length of a command in the history. A mock on the command line can be longer. */
const MAX_COMMAND_LENGTH = 200;

/**
 * Describes a command and its changes for the history.
 *
 * @param changeSet The id of the change set.
 * @param data The report's data, which may list endpoints.
 */
export function appliedCommand(
  invocation: Invocation,
  changes: readonly Change[],
  changeSet: string,
  data: unknown,
): AppliedCommand {
  const isCreation = createsProject(invocation, changes);
  return {
    command: shortened(oneLine(printable(commandWords(invocation)))),
    changeSet,
    endpoints: changedEndpoints(invocation, data, isCreation),
    isCreation,
  };
}

function createsProject({ command }: Invocation, changes: readonly Change[]): boolean {
  return command === "generate api" &&
    changes.every(({ kind }) => kind === "create") &&
    changes.some(({ path }) => path === MANIFEST_PATH);
}

/**
 * Counts the endpoints that a command added or changed; `null` if the report's data lists no
 * endpoints, or unchanged ones, too.
 */
function changedEndpoints(
  { command }: Invocation,
  data: unknown,
  isCreation: boolean,
): number | null {
  const { endpoints } = (data ?? {}) as { readonly endpoints?: unknown };
  // On an existing project, `generate api` lists all endpoints, changed or not.
  const isOfAll = command === "generate api" && !isCreation;
  return Array.isArray(endpoints) && !isOfAll ? endpoints.length : null;
}

function shortened(words: string): string {
  if (words.length <= MAX_COMMAND_LENGTH) return words.toWellFormed();
  // The cut can split a surrogate pair.
  return `${words.slice(0, MAX_COMMAND_LENGTH - 1).toWellFormed()}…`;
}
