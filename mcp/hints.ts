/** Hints for agents. A hint for agents names the next tool call, where a hint for people names a command. */

import type { Diagnostic, DiagnosticCode } from "../core/diagnostic.ts";

const EDITED = "Move or rename that code, or change the spec. Or call again: " +
  "diff: true shows the conflicts, overwrite: true replaces the edits after a backup";

const EDITED_TARGET = "Call again: diff: true shows the conflicts, keep_edited: true leaves the " +
  "edited code and what it calls, force: true removes it after a backup";

const CHANGED_SINCE = "Call again: diff: true shows what would be discarded, keep_edited: true " +
  "keeps the later edits and does the rest";

const CHANGED_HANDLER = "Ask the user about each. Then call again: keep lists the endpoints that " +
  "stay as they are, replace those that follow the spec";

const RENAMED = "To rename the code with the later edits, call a rename action instead.";

const HINTS: Partial<Readonly<Record<DiagnosticCode, string>>> = {
  "conflict-changed": "Call again",
  "conflict-busy": "Call again in a minute",
  "route-missing": "Call generate_route first, or analyze_project to see the routes",
  "rename-suggested": "Or call change_project",
  "route-exists": "Call generate_subroute to add endpoints to it",
};

/**
 * Returns an agent's hint for a diagnostic, or `null` if there is none.
 *
 * @param command The command that reported the diagnostic.
 */
export function agentHint({ code, hint }: Diagnostic, command: string): string | null {
  const isRemoval = command.startsWith("remove ");
  if (code === "conflict-handler") return CHANGED_HANDLER;
  if (code === "conflict-edited" && command === "generate api") return EDITED;
  if (code === "conflict-edited" && isRemoval) return EDITED_TARGET;
  if (command === "undo" || command === "redo") {
    if (code === "conflict-edited") {
      return hint?.includes("layerwright rename") ? `${RENAMED} ${CHANGED_SINCE}` : CHANGED_SINCE;
    }
    if (code === "definition-used") {
      return hint?.replace("with --keep-edited", "with keep_edited") ?? null;
    }
    if (code === "history-unknown") return "Leave out id to undo the last change";
  }
  if (code === "spec-route-name" || code === "spec-subroute-name") {
    return hint?.replace("with --path", "with path") ?? null;
  }
  const call = code === "route-missing" && !command.startsWith("generate ")
    ? "Call analyze_project to see the routes"
    : HINTS[code];
  if (call === undefined) return hint;
  return hint === null ? call : `${hint}${hint.endsWith("?") ? "" : "."} ${call}`;
}
