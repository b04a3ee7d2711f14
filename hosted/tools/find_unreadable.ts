/** Finds the endpoints of a project whose files do not parse. */

import { onProject } from "../../actions/on_project.ts";
import { readPython } from "../../actions/project_files.ts";
import type { Snapshot } from "../../core/change_set.ts";
import { type Report, report } from "../../core/report.ts";
import { printedPath, requestKey } from "../../project/layout/url_paths.ts";
import { recordsIn, routeRecordsIn } from "../../project/records/records.ts";
import { RECORDS_FOLDER } from "../../project/records/route_record.ts";
import { type UnreadableFile, UnreadableFiles } from "../../project/problems/unreadable_files.ts";
import { analyzeRoutes } from "../../project/routing/analysis.ts";
import type { Workspace } from "../../workspace/workspace.ts";

/** An endpoint whose code is in a file that does not parse, as far as the records or the rest of the file tell. */
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
    const broken = new UnreadableFiles(files);
    const endpoints = broken.all.length === 0 ? [] : await endpointsOf(workspace, files, broken);
    const data: Unreadable = { files: broken.all, endpoints };
    return report("analyze", "unchanged", { message: "", data });
  });
}

async function endpointsOf(
  workspace: Workspace,
  files: Snapshot,
  broken: UnreadableFiles,
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
        const at = broken.at(file);
        if (at === null) served.add(requestKey(method, path ?? "?"));
        else add({ ...at, route, method, path: printedPath(path ?? "?") });
      }
    }
  }
  const folders = new Map([[RECORDS_FOLDER, await workspace.entries(RECORDS_FOLDER)]]);
  const records = routeRecordsIn(await workspace.read(recordsIn(folders)));
  for (const [route, { endpoints }] of records) {
    for (const { method, path, definitions } of endpoints) {
      const handler = definitions.find(({ layer }) => layer === "route")?.name;
      if (handler === undefined) continue;
      const isServed = served.has(requestKey(method, path));
      // People may have moved the handler to a file that does not belong to the route.
      const at = broken.ofRoute(route) ?? (isServed ? null : broken.defining(handler));
      if (at !== null) add({ ...at, route, method, path: printedPath(path) });
    }
  }
  return [...found.values()];
}
