/** Finds the endpoints of a project whose files do not parse. */

import { onProject } from "../../actions/on_project.ts";
import { readPython } from "../../actions/project_files.ts";
import type { Snapshot } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { type Report, report } from "../../core/report.ts";
import { layoutOf } from "../../project/layout/layout_of.ts";
import { isInTests, type Layout } from "../../project/layout/layout.ts";
import { printedPath, requestKey } from "../../project/layout/url_paths.ts";
import { recordsIn, routeRecordsIn } from "../../project/records/records.ts";
import { RECORDS_FOLDER } from "../../project/records/route_record.ts";
import { analyzeRoutes } from "../../project/routing/analysis.ts";
import { readPython as parsePython } from "../../python/python_module.ts";
import type { Workspace } from "../../workspace/workspace.ts";

/** A file that Python cannot import. */
export interface UnreadableFile {
  readonly file: string;
  /** The first line that does not parse. 1-based. */
  readonly line: number;
  readonly message: string;
}

/** An endpoint whose code is in such a file, as far as the records or the rest of the file tell. */
export interface UnreadableEndpoint extends UnreadableFile {
  /** The route's name; for code of other layouts, the name of the blueprint or its variable. */
  readonly route: string;
  /** The HTTP method in upper case; `?` if unknown. */
  readonly method: string;
  /** The full URL path as specs write it; `?` if unknown. */
  readonly path: string;
}

/** The files of a project that do not parse, and their endpoints. */
export interface Unreadable {
  readonly files: readonly UnreadableFile[];
  /** Each endpoint once. */
  readonly endpoints: readonly UnreadableEndpoint[];
}

/**
 * Finds the files of a project's app that do not parse, and their endpoints. The records of a route still have
 * its endpoints when its file has lost them.
 */
export function findUnreadable(workspace: Workspace): Promise<Report<Unreadable>> {
  return onProject("analyze", workspace, "reading", async () => {
    const files = await readPython(workspace);
    const broken = brokenIn(files);
    const endpoints = broken.size === 0 ? [] : await endpointsOf(workspace, files, broken);
    const data: Unreadable = { files: [...broken.values()], endpoints };
    return report("analyze", "unchanged", { message: "", data });
  });
}

type Broken = ReadonlyMap<string, UnreadableFile>;

function brokenIn(files: Snapshot): Broken {
  return new Map(
    [...files].filter(([path]) => !isInTests(path)).flatMap(([file, text]) => {
      const [problem] = parsePython(text).problems;
      if (problem === undefined) return [];
      const { line, message } = problem;
      return [[file, { file, line, message }] as const];
    }),
  );
}

async function endpointsOf(
  workspace: Workspace,
  files: Snapshot,
  broken: Broken,
): Promise<readonly UnreadableEndpoint[]> {
  const found = new Map<string, UnreadableEndpoint>();
  const add = (endpoint: UnreadableEndpoint) => {
    const key = requestKey(endpoint.method, endpoint.path);
    if (!found.has(key)) found.set(key, endpoint);
  };
  const served = new Set<string>();
  for (const { name: route, endpoints } of analyzeRoutes(files)) {
    for (const { methods, path, file } of endpoints) {
      for (const method of methods ?? ["?"]) {
        const at = broken.get(file);
        if (at === undefined) served.add(requestKey(method, path ?? "?"));
        else add({ ...at, route, method, path: printedPath(path ?? "?") });
      }
    }
  }
  const byRoute = brokenByRoute(broken, layoutOf(files));
  const names = namesIn(files, broken);
  const folders = new Map([[RECORDS_FOLDER, await workspace.entries(RECORDS_FOLDER)]]);
  const records = routeRecordsIn(await workspace.read(recordsIn(folders)));
  for (const [route, { endpoints }] of records) {
    for (const { method, path, definitions } of endpoints) {
      const handler = definitions.find(({ layer }) => layer === "route")?.name;
      if (handler === undefined) continue;
      const isServed = served.has(requestKey(method, path));
      // People may have moved the handler to a file that does not belong to the route.
      const at = byRoute.get(route) ?? (isServed ? undefined : names.get(handler));
      if (at !== undefined) add({ ...at, route, method, path: printedPath(path) });
    }
  }
  return [...found.values()];
}

/** Returns the first broken file of each route. */
function brokenByRoute(broken: Broken, layout: Layout): ReadonlyMap<string, UnreadableFile> {
  const found = new Map<string, UnreadableFile>();
  for (const [path, file] of broken) {
    const route = layout.routeFileAt(path)?.route;
    if (route !== undefined && !found.has(route)) found.set(route, file);
  }
  return found;
}

/** Returns the broken file that seems to define each function. */
function namesIn(files: Snapshot, broken: Broken): ReadonlyMap<string, UnreadableFile> {
  const found = new Map<string, UnreadableFile>();
  for (const [path, file] of broken) {
    const text = files.get(path as ProjectPath) ?? "";
    for (const [, name = ""] of text.matchAll(/\bdef\s+(\w+)/g)) found.set(name, file);
  }
  return found;
}
