/** Confinement: where the paths of a project really are, symbolic links followed. */

import { dirname, posix, resolve, sep } from "node:path";
import type { ProjectPath } from "../core/project_path.ts";
import { orNullIfAbsent, systemReason } from "./system_calls.ts";
import { WorkspaceError } from "./workspace.ts";

/** A real location; `info` is `null` where nothing is. */
export interface Place {
  readonly real: string;
  readonly info: Deno.FileInfo | null;
}

/**
 * The real locations below one root. It remembers folders, so many paths cost little; make a new one
 * for every call, because links can change.
 */
export class RealPaths {
  readonly #root: string;
  readonly #folders = new Map<string, Place>();

  /** @param root The root's own real path. */
  constructor(root: string) {
    this.#root = root;
  }

  /** The root itself. */
  get top(): Place {
    return this.#folder(".", "." as ProjectPath);
  }

  /**
   * Where a path leads.
   *
   * @throws {WorkspaceError} `outside` if that is not below the root, `unreadable` if it cannot be told.
   */
  follow(path: ProjectPath): Place {
    return asReadable(path, () => this.#follow(this.#entry(path, path), path));
  }

  /** Where a path itself is: the same as {@linkcode RealPaths.follow}, but a link stays a link. */
  entry(path: ProjectPath): Place {
    return asReadable(path, () => this.#entry(path, path));
  }

  /** The folders above a path that do not exist, outermost first. */
  missingFolders(path: ProjectPath): readonly ProjectPath[] {
    const folder = posix.dirname(path) as ProjectPath;
    if (folder === "." || this.#folder(folder, path).info !== null) return [];
    return [...this.missingFolders(folder), folder];
  }

  #entry(path: string, asked: ProjectPath): Place {
    const name = posix.basename(path);
    const folder = posix.dirname(path);
    // Of the root, what is in it tells enough.
    const above = folder === "." ? null : this.#folder(folder, asked);
    const real = within(above?.real ?? this.#root, name);
    if (above?.info === null) return { real, info: null };
    return { real, info: orNullIfAbsent(() => Deno.lstatSync(real)) };
  }

  #folder(folder: string, asked: ProjectPath): Place {
    let place = this.#folders.get(folder);
    if (place === undefined) {
      place = folder === "."
        ? { real: this.#root, info: orNullIfAbsent(() => Deno.statSync(this.#root)) }
        : this.#follow(this.#entry(folder, asked), asked);
      this.#folders.set(folder, place);
    }
    if (place.info !== null && !place.info.isDirectory) {
      throw new WorkspaceError("unreadable", asked, "Not a directory");
    }
    return place;
  }

  #follow(place: Place, asked: ProjectPath): Place {
    if (!place.info?.isSymlink) return place;
    const real = orNullIfAbsent(() => Deno.realPathSync(place.real));
    if (!contains(this.#root, real ?? danglingTarget(place.real))) {
      throw new WorkspaceError("outside", asked, "Link leads outside the project");
    }
    // Writing "through" it would create a file in a place that nobody looked at.
    if (real === null) throw new WorkspaceError("unreadable", asked, "Broken link");
    return { real, info: Deno.statSync(real) };
  }
}

/** Reports whether a real path is that of a folder, or below it. */
export function contains(folder: string, real: string): boolean {
  return real === folder || real.startsWith(within(folder, ""));
}

/** The same as `join` of what it would leave as it is, but it need not look at every character. */
function within(folder: string, name: string): string {
  return folder.endsWith(sep) ? folder + name : folder + sep + name;
}

/** The nearest thing that exists on the way to where a link wants to lead. */
function danglingTarget(link: string): string {
  let target = resolve(dirname(link), Deno.readLinkSync(link));
  for (;;) {
    const real = orNullIfAbsent(() => Deno.realPathSync(target));
    if (real !== null) return real;
    target = dirname(target);
  }
}

/** Runs a step that reads; what the system refuses becomes a {@linkcode WorkspaceError}. */
export function asReadable<T>(path: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    const reason = systemReason(error);
    throw reason === null ? error : new WorkspaceError("unreadable", path, reason);
  }
}
