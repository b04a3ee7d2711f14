/** Opens a project for reading or changing it, after recovery from an interrupted run. */

import { type Diagnostic, error, info } from "../core/diagnostic.ts";
import { type Report, report } from "../core/report.ts";
import { type Recovery, type Workspace, WorkspaceError } from "../workspace/workspace.ts";

/**
 * Runs work on a project. If an earlier run was interrupted, the work finds the project as it was
 * before that run.
 *
 * @param access `exclusively` to take the project's lock, `reading` for work that writes nothing.
 * @returns The report of the work, or a report of the problem that prevented it.
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
    const busy = error("conflict-busy", "Another run is using the project.");
    return report(command, "refused", { diagnostics: [busy] });
  } catch (problem) {
    if (!(problem instanceof WorkspaceError)) throw problem;
    return report(command, "failed", { diagnostics: [unreadable(problem)] });
  }
}

function unreadable({ kind, path, reason }: WorkspaceError): Diagnostic {
  const where = { path, line: null, column: null, pointer: null };
  return kind === "outside"
    ? error("path-outside", `Path '${path}' leaves the project.`, {
      where,
      hint: "Replace the link with the file or the folder that it leads to",
    })
    : error("file-unreadable", `Cannot read '${path}' (${reason}).`, {
      where,
      ...(reason === "Not a directory" && {
        hint: "A file is in the place of a folder: move it away",
      }),
    });
}

function withRecovery<Data>(
  result: Report<Data>,
  { recovered, left }: Recovery,
): Report<Data> {
  if (recovered === false) return result;
  const files = left.length === 0 ? "" : `; kept files that were edited since: ${left.join(", ")}`;
  const undone = recovered === "on disk"
    ? info("run-recovered", `Undid an interrupted run${files}`)
    : info("run-interrupted", `Showing the project as it was before an interrupted run${files}`, {
      hint: "Patches apply once a command that writes has rolled back that run",
    });
  return { ...result, diagnostics: [undone, ...result.diagnostics] };
}
