/** What an agent can do about a diagnostic: where people would type a command, it names the next call. */

import type { Diagnostic, DiagnosticCode } from "../core/diagnostic.ts";

const EDITED = "Add beside the edits with generate_route or generate_subroute; call again with " +
  "diff: true to see what collides, with overwrite: true to discard it after a backup";

const HINTS: Partial<Readonly<Record<DiagnosticCode, string>>> = {
  "conflict-changed": "Call again",
  "conflict-busy": "Call again in a minute",
  "route-missing": "Call generate_route first, or analyze_project to see the routes",
  "route-exists": "Call generate_subroute to add endpoints to it",
};

/**
 * The hint for an agent; `null` for none.
 *
 * @param command The command that the diagnostic is of.
 */
export function agentHint({ code, hint }: Diagnostic, command: string): string | null {
  if (code === "conflict-edited" && command === "generate api") return EDITED;
  const call = HINTS[code];
  if (call === undefined) return hint;
  return hint === null ? call : `${hint} ${call}`;
}
