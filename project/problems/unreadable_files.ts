/** Finds the files of a project's app that do not parse, and the code that seems to be in them. */

import type { Snapshot } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { fileSymbols } from "../facts/file_symbols.ts";
import { isInTests } from "../layout/layout.ts";
import { layoutOf } from "../layout/layout_of.ts";

/** A file that Python cannot import. */
export interface UnreadableFile {
  readonly file: string;
  /** The first line that does not parse. 1-based. */
  readonly line: number;
  readonly message: string;
}

/** The files of an app that do not parse. Each file is read at most once. */
export class UnreadableFiles {
  readonly #files: Snapshot;
  #all: readonly UnreadableFile[] | undefined;
  #byRoute: ReadonlyMap<string, UnreadableFile> | undefined;
  #byName: ReadonlyMap<string, UnreadableFile> | undefined;

  /** @param files The project's Python files. */
  constructor(files: Snapshot) {
    this.#files = files;
  }

  /** All of them, in the order of the files. */
  get all(): readonly UnreadableFile[] {
    return this.#all ??= [...this.#files.keys()].flatMap((path) =>
      isInTests(path) ? [] : this.at(path) ?? []
    );
  }

  /** Returns the problem of a file; `null` if the file parses, or does not exist. */
  at(path: string): UnreadableFile | null {
    const file = path as ProjectPath;
    if (!this.#files.has(file)) return null;
    const [problem] = fileSymbols(this.#files, file).problems;
    return problem === undefined ? null : { file, line: problem.line, message: problem.message };
  }

  /** Returns the first of them that belongs to a route; `null` if there is none. */
  ofRoute(route: string): UnreadableFile | null {
    const layout = layoutOf(this.#files);
    this.#byRoute ??= firstBy(this.all, ({ file }) => {
      const found = layout.routeFileAt(file as ProjectPath);
      return found === null ? [] : [found.route];
    });
    return this.#byRoute.get(route) ?? null;
  }

  /** Returns the one that seems to define a function; `null` if there is none. */
  defining(name: string): UnreadableFile | null {
    this.#byName ??= firstBy(
      this.all,
      ({ file }) =>
        (this.#files.get(file as ProjectPath) ?? "").matchAll(/\bdef\s+(\w+)/g).map((
          [, found = ""],
        ) => found),
    );
    return this.#byName.get(name) ?? null;
  }

  /**
   * Returns the one that may have a handler: the module of its route, or a file that seems to define it. `null` if
   * there is none.
   */
  mayHave(route: string, handler: string): UnreadableFile | null {
    const layout = layoutOf(this.#files);
    return this.at(layout.layerPath(route, "route")) ?? this.at(layout.routePackage(route)) ??
      this.defining(handler);
  }
}

/** Returns the first file for each of its keys. */
function firstBy(
  all: readonly UnreadableFile[],
  keysOf: (each: UnreadableFile) => Iterable<string>,
): ReadonlyMap<string, UnreadableFile> {
  const found = new Map<string, UnreadableFile>();
  for (const each of all) {
    for (const key of keysOf(each)) if (!found.has(key)) found.set(key, each);
  }
  return found;
}
