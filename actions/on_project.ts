/** Work on one project: under its lock or beside it, and never on one that is half changed. */

import { type Diagnostic, error, info } from "../core/diagnostic.ts";
import { type Report, report } from "../core/report.ts";
import { type Recovery, type Workspace, WorkspaceError } from "../workspace/workspace.ts";

/**
 * Does work on a project, after undoing what an interrupted run left.
 *
 * @param access Whether others may change the project meanwhile.
 * @returns The work's report, or one that says why there was none.
 */
export async function onProject<Data = unknown>(
  command: string,
  workspace: Workspace,
  access: "reading" | "exclusively",
  work: () => Promise<Report<Data>>,
): Promise<Report<Data>> {
  try {
    const outcome = await workspace[access](work);
    if (outcome.kind === "done") return withRecovery(outcome.value, outcome);
    const busy = error("conflict-busy", "Another run holds the project.");
    return report(command, "refused", { diagnostics: [busy] });
  } catch (problem) {
    if (!(problem instanceof WorkspaceError)) throw problem;
    return report(command, "failed", { diagnostics: [unreadable(problem)] });
  }
}

function unreadable({ kind, path, reason }: WorkspaceError): Diagnostic {
  const where = { path, line: null, column: null, pointer: null };
  return kind === "outside"
    ? error("path-outside", `Path '${path}' leaves the project.`, { where })
    : error("file-unreadable", `Cannot read '${path}' (${reason}).`, { where });
}

function withRecovery<Data>(
  result: Report<Data>,
  { recovered, left }: Recovery,
): Report<Data> {
  if (recovered === false) return result;
  const files = left.length === 0 ? "" : `; left as edited since: ${left.join(", ")}`;
  const undone = recovered === "on disk"
    ? info("run-recovered", `Undid an interrupted run${files}`)
    : info("run-interrupted", `An interrupted run is not undone yet; read as if it were${files}`, {
      hint: "The next generate that writes undoes it; patches fit only then",
    });
  return { ...result, diagnostics: [undone, ...result.diagnostics] };
}
