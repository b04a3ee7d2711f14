/** The paths under which a project serves its endpoints, before and after a renaming. */

import type { Project } from "../../project/project.ts";
import { printedPath, requestKey } from "../../project/layout/url_paths.ts";
import type { CodePlace } from "./renamed_references.ts";

/** An endpoint whose path changes. */
export interface RenamedPath {
  /** The HTTP method in upper case; `?` if static analysis cannot determine it. */
  readonly method: string;
  /** The full URL path before, as specs write it. */
  readonly before: string;
  /** The full URL path after the renaming. */
  readonly after: string;
}

/** The effects of a renaming on the endpoints that Flask serves. */
export interface ComparedPaths {
  readonly renamed: readonly RenamedPath[];
  /** Keys of the requests whose paths stay. */
  readonly stayed: ReadonlySet<string>;
  /** Endpoints that other code serves under a new path already. */
  readonly taken: readonly CodePlace[];
  /** Endpoints that would no longer be served. */
  readonly lost: readonly CodePlace[];
}

/** An endpoint with one of its methods. */
interface Served {
  readonly method: string;
  readonly path: string;
  readonly file: string;
  readonly line: number;
  readonly registered: boolean;
}

/**
 * Compares the endpoints of a project before and after a renaming. Pairs endpoints by their order
 * in each file, because a renaming keeps that order.
 *
 * @param fileAfter Returns the new path of a file.
 */
export function comparedPaths(
  before: Project,
  after: Project,
  fileAfter: (path: string) => string,
): ComparedPaths {
  const old = Map.groupBy(
    servedBy(before),
    ({ file }) => fileAfter(file),
  );
  const now = Map.groupBy(servedBy(after), ({ file }) => file);
  const renamed: RenamedPath[] = [];
  const lost: CodePlace[] = [];
  const stayed = new Set<string>();
  const moved = new Set<Served>();
  for (const [file, endpoints] of old) {
    const others = now.get(file) ?? [];
    for (const [index, each] of endpoints.entries()) {
      const other = others[index];
      const isLost = other === undefined || other.method !== each.method ||
        each.registered && !other.registered;
      if (isLost) lost.push({ path: each.file, line: each.line, what: labelOf(each) });
      else if (other.path === each.path) stayed.add(keyOf(each));
      else {
        moved.add(other);
        renamed.push({
          method: each.method,
          before: printedPath(each.path),
          after: printedPath(other.path),
        });
      }
    }
  }
  return { renamed, lost, stayed, taken: takenBy(moved, [...now.values()].flat()) };
}

function servedBy({ routes }: Project): readonly Served[] {
  return routes.flatMap(({ endpoints }) =>
    endpoints.flatMap(({ methods, path, file, line, registered }) =>
      (methods ?? ["?"]).map((method) => ({ method, path: path ?? "?", file, line, registered }))
    )
  );
}

/** Finds endpoints of other code that already have the new path of a renamed endpoint. */
function takenBy(moved: ReadonlySet<Served>, all: readonly Served[]): readonly CodePlace[] {
  const keys = new Set([...moved].filter(({ path }) => path !== "?").map(keyOf));
  return all.filter((each) => each.registered && !moved.has(each) && keys.has(keyOf(each)))
    .map((each) => ({ path: each.file, line: each.line, what: labelOf(each) }));
}

function keyOf({ method, path }: Served): string {
  return requestKey(method, path);
}

function labelOf({ method, path }: Served): string {
  return `${method} ${printedPath(path)}`;
}
