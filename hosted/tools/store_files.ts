/** Stores files that an agent edited on its own disk, before a command uses them. */

import type { Change, Snapshot } from "../../core/change_set.ts";
import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { printable, quotable } from "../../core/printable.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { counted, type Report, report } from "../../core/report.ts";
import { allFiles } from "../../workspace/all_files.ts";
import { type GivenFiles, withGiven } from "../projects/overlay.ts";
import { PathTree } from "../../workspace/path_tree.ts";
import { type Workspace, WorkspaceError } from "../../workspace/workspace.ts";
import { onProject } from "../../actions/on_project.ts";
import { applyProblem, type RunOptions } from "../../actions/run_planner.ts";

const COMMAND = "store files";

/**
 * Stores files and replaces existing ones.
 *
 * @returns The report: its status is `applied`, `unchanged`, or `planned` for a dry run. With any other
 * status, nothing was stored.
 *
 * @example
 * ```ts
 * import { projectPath } from "../../core/project_path.ts";
 * import { createMemoryWorkspace } from "../../workspace/memory_workspace.ts";
 * import { storeFiles } from "./store_files.ts";
 * import { equal } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace({ "a.py": "old" });
 * const files = new Map([[projectPath("a.py"), "new"], [projectPath("b.py"), "new"]]);
 * equal((await storeFiles(workspace, files)).message, "Stored 2 files");
 * ```
 */
export function storeFiles(
  workspace: Workspace,
  files: GivenFiles,
  { dryRun = false }: Pick<RunOptions, "dryRun"> = {},
): Promise<Report> {
  return onProject(COMMAND, workspace, dryRun ? "reading" : "exclusively", async () => {
    const present = await allFiles(workspace);
    const diagnostics = collisions(withGiven(present, files), files);
    if (diagnostics.length > 0) return report(COMMAND, "failed", { diagnostics });
    const known = new Set(present);
    const old = await workspace.read([...files.keys()].filter((path) => known.has(path)));
    const changes = changesTo(old, files);
    if (changes.length === 0) return report(COMMAND, "unchanged", { message: "Nothing to store" });
    const message = messageOf(changes);
    if (dryRun) return report(COMMAND, "planned", { message });
    const problem = applyProblem(await workspace.apply(changes), "");
    if (problem !== null) return report(COMMAND, problem.status, { diagnostics: [problem.error] });
    return report(COMMAND, "applied", { message });
  });
}

function changesTo(old: Snapshot, files: GivenFiles): Change[] {
  return [...files].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([path, after]): Change[] => {
    const before = old.get(path) ?? null;
    if (before === after) return [];
    if (before === null) return after === null ? [] : [{ kind: "create", path, before, after }];
    return after === null
      ? [{ kind: "delete", path, before, after }]
      : [{ kind: "update", path, before, after }];
  });
}

function messageOf(changes: readonly Change[]): string {
  const removed = changes.filter(({ kind }) => kind === "delete").length;
  const stored = changes.length - removed;
  return [
    ...(stored > 0 ? [`Stored ${counted(stored, "file")}`] : []),
    ...(removed > 0 ? [`${stored > 0 ? "r" : "R"}emoved ${counted(removed, "file")}`] : []),
  ].join(", ");
}

/**
 * Returns an error for each file that a disk could not hold together with the other files, for example
 * because two paths differ only in case.
 */
function collisions(all: ReadonlySet<ProjectPath>, files: GivenFiles): Diagnostic[] {
  const tree = new PathTree(all);
  return [...files].flatMap(([path, text]) => {
    if (text === null) return [];
    const reason = misplaced(tree, path) ?? respelled(path, tree);
    const message = `Cannot store '${quotable(printable(path))}' (${reason}); nothing was stored.`;
    return reason === null ? [] : [error("files-invalid", message)];
  });
}

function misplaced(tree: PathTree, path: ProjectPath): string | null {
  try {
    tree.checkIsFile(path);
    return null;
  } catch (problem) {
    if (!(problem instanceof WorkspaceError)) throw problem;
    return problem.reason;
  }
}

function respelled(path: ProjectPath, tree: PathTree): string | null {
  const other = tree.otherSpelling(path);
  return other === null ? null : `the same file as '${quotable(printable(other))}' on many disks`;
}
