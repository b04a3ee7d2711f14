/** The projects below one folder on disk. */

import { basename, relative, sep } from "node:path";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { isProjectPath } from "../core/project_path.ts";
import { quotable } from "../core/printable.ts";
import { DiskWorkspace } from "./disk_workspace.ts";
import { ownFolderProblem } from "./own_folder.ts";
import type { Project, Projects } from "./projects.ts";
import { asReadable, type RealPath, RealPaths } from "./real_paths.ts";
import { STATE_FOLDER } from "./state_folder.ts";
import { exists } from "./system_calls.ts";
import { WorkspaceError } from "./workspace.ts";

/**
 * Opens the projects below a folder.
 *
 * @param root The folder; a relative path starts at the current folder.
 * @param readOnly Whether to refuse all writes.
 * @returns The projects, or the problem with the folder.
 *
 * @example
 * ```ts
 * import { openDiskProjects } from "./disk_projects.ts";
 * import { equal } from "node:assert/strict";
 *
 * const projects = openDiskProjects("no/such/folder");
 * equal("severity" in projects && projects.code, "file-unreadable");
 * ```
 */
export function openDiskProjects(root: string, readOnly = false): Projects | Diagnostic {
  try {
    const { isDirectory } = asReadable(root, () => Deno.statSync(root));
    if (!isDirectory) return unusable(root, "Not a directory");
    return new DiskProjects(asReadable(root, () => Deno.realPathSync(root)), readOnly);
  } catch (problem) {
    if (!(problem instanceof WorkspaceError)) throw problem;
    return unusable(root, problem.reason);
  }
}

function unusable(root: string, reason: string): Diagnostic {
  return error("file-unreadable", `Cannot serve '${quotable(root)}' (${reason}).`);
}

/**
 * Maximum length of a path. The lookup is recursive, so a path of a million folders would exhaust the stack.
 */
const MAX_PATH_LENGTH = 4_096;

class DiskProjects implements Projects {
  readonly foldsCase = Deno.build.os === "windows" || Deno.build.os === "darwin";
  readonly #root: string;
  readonly #readOnly: boolean;
  /**
   * The workspace of each open project. All calls for a project share its workspace, so that they queue in
   * memory instead of polling the lock file.
   */
  readonly #open = new Map<string, WeakRef<DiskWorkspace>>();
  readonly #closed = new FinalizationRegistry<string>((place) => {
    if (this.#open.get(place)?.deref() === undefined) this.#open.delete(place);
  });

  constructor(root: string, readOnly: boolean) {
    this.#root = root;
    this.#readOnly = readOnly;
  }

  open(path: string): Promise<Project | Diagnostic> {
    return Promise.try(() => {
      const place = this.#place(path);
      if ("severity" in place) return place;
      const { real, info } = place;
      const workspace = this.#workspace(real);
      return {
        name: basename(real),
        location: this.#fromRoot(real) || ".",
        exists: info !== null,
        workspace,
        readIf: (path, mayRead) => workspace.readIf(path, (real) => mayRead(this.#fromRoot(real))),
      };
    });
  }

  #fromRoot(real: string): string {
    return relative(this.#root, real).replaceAll(sep, "/");
  }

  list(limit: number, prefix = ""): Promise<readonly string[]> {
    return Promise.try(() =>
      [...Deno.readDirSync(this.#root)]
        .filter(({ name, isDirectory }) =>
          isDirectory && name.startsWith(prefix) && isProjectPath(name)
        )
        .map(({ name }) => name).sort().values()
        .filter((name) => exists(`${this.#root}/${name}/${STATE_FOLDER}/manifest`))
        .take(limit).toArray()
    );
  }

  /** Resolves the real path of a project, which need not exist. */
  #place(path: string): RealPath | Diagnostic {
    const places = new RealPaths(this.#root);
    if (path === ".") return places.top;
    if (path.length > MAX_PATH_LENGTH) return unreadable(path, "File name too long");
    if (!isProjectPath(path)) return outside(path);
    try {
      const place = places.follow(path);
      const { real, info } = place;
      const problem = ownFolderProblem(path, relative(this.#root, real));
      if (problem !== null) return problem;
      // The lookup ends at the first missing folder, so the rest of the path was not checked, for example its
      // length.
      if (info === null) asReadable(path, () => exists(real));
      return info === null || info.isDirectory ? place : unreadable(path, "Not a directory");
    } catch (problem) {
      if (!(problem instanceof WorkspaceError)) throw problem;
      return problem.kind === "outside" ? outside(path) : unreadable(path, problem.reason);
    }
  }

  #workspace(place: string): DiskWorkspace {
    const open = this.#open.get(place)?.deref();
    if (open !== undefined) return open;
    const workspace = new DiskWorkspace(place, { readOnly: this.#readOnly }, this.#root);
    this.#open.set(place, new WeakRef(workspace));
    this.#closed.register(workspace, place);
    return workspace;
  }
}

function outside(path: string): Diagnostic {
  const message = `Project '${quotable(path)}' is not a path below the root.`;
  return error("path-outside", message, { hint: "Use a relative path, such as 'shop' or '.'" });
}

function unreadable(path: string, reason: string): Diagnostic {
  return error("file-unreadable", `Cannot open project '${quotable(path)}' (${reason}).`);
}
