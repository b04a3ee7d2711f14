/** Messages and hints for agents. They name the next tool call, where those for people name a command. */

import type { Diagnostic, DiagnosticCode } from "../core/diagnostic.ts";
import { inToolWords } from "./tool_words.ts";

const EDITED = "Move or rename that code, or change the spec. Or call again: " +
  "diff: true shows the conflicts, overwrite: true replaces the edits after a backup";

const EDITED_TARGET = "Call again: diff: true shows the conflicts, keep_edited: true leaves the " +
  "edited code and what it calls, force: true removes it after a backup";

const CHANGED_SINCE = "Call again: diff: true shows what would be discarded, keep_edited: true " +
  "keeps the later edits and does the rest";

const CHANGED_HANDLER = "Ask the user about each. Then call again: keep lists the endpoints that " +
  "stay as they are, replace those that follow the spec";

/** The sentence about a renaming in the hint of an undo that conflicts. */
const RENAMING = /^'layerwright rename [^']+' renames the code with these edits\./;

const UNCHANGED =
  "It stays as it is. change_project with action: change_endpoint changes its mock, query, headers, list, body, status or errors";

const HINTS: Partial<Readonly<Record<DiagnosticCode, string>>> = {
  "conflict-changed": "Call again",
  "conflict-busy": "Call again in a minute",
  "route-missing": "Call generate_route first, or analyze_project to see the routes",
  "route-exists": `${UNCHANGED}. To add endpoints, call generate_subroute`,
  "subroute-exists": UNCHANGED,
};

/**
 * Returns a diagnostic for agents.
 *
 * @param command The command that reported the diagnostic.
 */
export function forAgents(diagnostic: Diagnostic, command: string): Diagnostic {
  const hint = agentHint(diagnostic, command);
  return {
    ...diagnostic,
    message: messageForAgents(diagnostic.message, command),
    hint: hint === null ? null : inToolWords(hint),
  };
}

/**
 * Returns a message of a report for agents.
 *
 * @param command The command that made the report.
 */
export function messageForAgents(message: string, command: string): string {
  // These messages quote commands of the history.
  return isReversal(command) ? message : inToolWords(message);
}

function isReversal(command: string): boolean {
  return command === "undo" || command === "redo";
}

function agentHint({ code, hint }: Diagnostic, command: string): string | null {
  const isRemoval = command.startsWith("remove ");
  if (code === "conflict-handler") return CHANGED_HANDLER;
  if (code === "conflict-edited" && command === "generate api") return EDITED;
  if (code === "conflict-edited" && isRemoval) return EDITED_TARGET;
  if (isReversal(command)) {
    if (code === "conflict-edited") {
      const [renaming] = RENAMING.exec(hint ?? "") ?? [];
      return renaming === undefined ? CHANGED_SINCE : `${renaming} ${CHANGED_SINCE}`;
    }
    if (code === "history-unknown") return "Leave out id to undo the last change";
  }
  const call = code === "route-missing" && !command.startsWith("generate ")
    ? "Call analyze_project to see the routes"
    : HINTS[code];
  if (call === undefined) return hint;
  return hint === null ? call : `${hint}${hint.endsWith("?") ? "" : "."} ${call}`;
}
