/** Confines paths to a project: resolves paths and their links, and rejects real paths outside of the project. */

import { dirname, posix, relative, resolve, sep } from "node:path";
import type { ProjectPath } from "../core/project_path.ts";
import { orNullIfAbsent, systemReason } from "./system_calls.ts";
import { WorkspaceError } from "./workspace.ts";

/** A real location; `info` is `null` if nothing exists there. */
export interface RealPath {
  readonly real: string;
  readonly info: Deno.FileInfo | null;
}

/**
 * Resolves paths below one root. Caches folders, so that resolving many paths is fast. Links can change, so
 * every call needs a new instance.
 */
export class RealPaths {
  readonly #root: string;
  readonly #folders = new Map<string, RealPath>();

  /** @param root The real path of the root. */
  constructor(root: string) {
    this.#root = root;
  }

  /** Converts a real path below the root to a path relative to the root, with `/` between its segments. */
  relative(real: string): string {
    return relative(this.#root, real).split(sep).join("/");
  }

  /** The root itself. */
  get top(): RealPath {
    return this.#folder(".", "." as ProjectPath);
  }

  /**
   * Resolves a path, including a link at its end.
   *
   * @throws {WorkspaceError} `outside` if the path leaves the root, `unreadable` if the system refuses.
   */
  follow(path: ProjectPath): RealPath {
    return asReadable(path, () => this.#follow(this.#entry(path, path), path));
  }

  /** Resolves a path as {@linkcode RealPaths.follow} does, but does not follow a link at its end. */
  entry(path: ProjectPath): RealPath {
    return asReadable(path, () => this.#entry(path, path));
  }

  /** Returns the missing folders above a path, outermost first. */
  missingFolders(path: ProjectPath): readonly ProjectPath[] {
    const folder = posix.dirname(path) as ProjectPath;
    if (folder === "." || this.#folder(folder, path).info !== null) return [];
    return [...this.missingFolders(folder), folder];
  }

  #entry(path: string, asked: ProjectPath): RealPath {
    const end = path.lastIndexOf("/");
    const name = path.slice(end + 1);
    const folder = end === -1 ? "." : path.slice(0, end);
    // The root is not checked here: if it does not exist, its entries do not exist either.
    const above = folder === "." ? null : this.#folder(folder, asked);
    const real = within(above?.real ?? this.#root, name);
    if (above?.info === null) return { real, info: null };
    return { real, info: orNullIfAbsent(() => Deno.lstatSync(real)) };
  }

  #folder(folder: string, asked: ProjectPath): RealPath {
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

  #follow(place: RealPath, asked: ProjectPath): RealPath {
    if (!place.info?.isSymlink) return place;
    const real = orNullIfAbsent(() => Deno.realPathSync(place.real));
    if (!contains(this.#root, real ?? danglingTarget(place.real))) {
      throw new WorkspaceError("outside", asked, "Link leads outside the project");
    }
    // Writing through the link would create a file at an unchecked location.
    if (real === null) throw new WorkspaceError("unreadable", asked, "Broken link");
    return { real, info: Deno.statSync(real) };
  }
}

/** Reports whether a real path is the given folder, or is below it. */
export function contains(folder: string, real: string): boolean {
  return real === folder || real.startsWith(within(folder, ""));
}

/** Joins two paths without normalizing the result, which is faster than `join`. */
function within(folder: string, name: string): string {
  return folder.endsWith(sep) ? folder + name : folder + sep + name;
}

/** Returns the nearest existing folder above the target of a broken link. */
function danglingTarget(link: string): string {
  let target = resolve(dirname(link), Deno.readLinkSync(link));
  for (;;) {
    const real = orNullIfAbsent(() => Deno.realPathSync(target));
    if (real !== null) return real;
    target = dirname(target);
  }
}

/** Runs a step that reads, and converts errors of the system to a {@linkcode WorkspaceError}. */
export function asReadable<T>(path: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    const reason = systemReason(error);
    throw reason === null ? error : new WorkspaceError("unreadable", path, reason);
  }
}
