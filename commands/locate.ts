/** Finding the project that a command is run in. */

import { basename, dirname, join } from "node:path";
import { error } from "../core/diagnostic.ts";
import { type Report, report } from "../core/report.ts";
import { MANIFEST_PATH } from "../project/manifest.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Host } from "./host.ts";

export interface Project {
  readonly name: string;
  readonly workspace: Workspace;
}

/** The nearest folder, here or above, that Layerwright generated, or that has its layout. */
export function findProject(host: Host, cwd: string): Project | null {
  const root = nearestProject(host, cwd);
  return root === null ? null : { name: basename(root), workspace: host.workspace(root) };
}

function nearestProject(host: Host, folder: string): string | null {
  if (PROJECT_MARKS.some((path) => host.exists(join(folder, path)))) return folder;
  const parent = dirname(folder);
  return parent === folder ? null : nearestProject(host, parent);
}

const PROJECT_MARKS = [MANIFEST_PATH, "api/routes"];

/** What a command says that found no project. */
export function projectMissing(command: string): Report {
  const missing = error("project-missing", "No project here or above.", {
    hint: "Make one with 'layerwright generate api', or name its folder with -C",
  });
  return report(command, "failed", { diagnostics: [missing] });
}
