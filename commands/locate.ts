/** Finds the project in which a command runs. */

import { basename, dirname, join } from "node:path";
import { error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { type Report, report } from "../core/report.ts";
import { DEFAULT_LAYOUT } from "../project/layout/layout.ts";
import { MANIFEST_PATH } from "../project/records/manifest.ts";
import type { Project } from "../workspace/projects.ts";
import type { Host } from "./host.ts";

/** A project on the disk. */
export interface FoundProject extends Omit<Project, "location" | "readIf"> {
  /** The project's folder, an absolute path. */
  readonly root: string;
}

/** Paths that mark a project that Layerwright generated, or that has the same layout. */
const OWN_MARKS = [MANIFEST_PATH, DEFAULT_LAYOUT.routesFolder];

/** Files that mark the root of any other Python project. */
const FOREIGN_MARKS = ["pyproject.toml", "setup.py", "requirements.txt", "wsgi.py", "app.py"];

/** Finds the nearest project to which routes can be added, in the folder or in one above it. */
export function findProject(host: Host, cwd: string): FoundProject | null {
  return projectAt(host, nearestWith(host, cwd, OWN_MARKS));
}

/** Finds the nearest Layerwright project, otherwise the nearest other Python project. */
export function findAnyProject(host: Host, cwd: string): FoundProject | null {
  return findProject(host, cwd) ?? projectAt(host, nearestWith(host, cwd, FOREIGN_MARKS));
}

/** Finds the nearest project that Layerwright generated, in the folder or in one above it. */
export function findGeneratedProject(host: Host, cwd: string): FoundProject | null {
  return projectAt(host, nearestWith(host, cwd, [MANIFEST_PATH]));
}

function projectAt(host: Host, root: string | null): FoundProject | null {
  return root === null ? null : {
    root,
    name: basename(root),
    exists: true,
    workspace: host.workspace(root),
  };
}

function nearestWith(host: Host, folder: string, marks: readonly string[]): string | null {
  if (marks.some((path) => host.exists(join(folder, path)))) return folder;
  const parent = dirname(folder);
  return parent === folder ? null : nearestWith(host, parent, marks);
}

/**
 * Returns a path with its links resolved. If the path does not exist, only the links in its parent are
 * resolved.
 *
 * @param path An absolute path.
 */
export function realPlace(host: Host, path: string): string {
  const folder = dirname(path);
  return host.realPath(path) ?? join(host.realPath(folder) ?? folder, basename(path));
}

/**
 * Creates the report of a command that found no project.
 *
 * @param other A Python project that the command cannot change, because it has another layout.
 */
export function projectMissing(command: string, other: FoundProject | null = null): Report {
  const missing = other === null
    ? error("project-missing", "No project here or above.", {
      hint: "Create one with 'layerwright generate api', or choose its folder with -C",
    })
    : error(
      "project-missing",
      `Project '${quotable(other.name)}' has no ${DEFAULT_LAYOUT.routesFolder} folder.`,
      {
        hint:
          "If layerwright generated it, run 'layerwright adopt --spec <file>'. In projects of other " +
          "layouts, use 'layerwright status' and 'layerwright export spec'",
      },
    );
  return report(command, "failed", { diagnostics: [missing] });
}
