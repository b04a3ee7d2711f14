/** Exports the spec of a project. */

import { Project } from "../project/project.ts";
import { error } from "../core/diagnostic.ts";
import { counted, type Report, report } from "../core/report.ts";
import type { OmittedPart } from "../generators/export/exported_endpoints.ts";
import {
  completeSpec,
  draftServedSpec,
  type ExportedRoutes,
} from "../generators/export/exported_spec.ts";
import { firstRouteIn, README_PATH } from "../project/layout/layout.ts";
import { countEndpoints } from "../spec/api_spec.ts";
import { specText } from "../spec/spec_text.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { onProject } from "./on_project.ts";
import { readPython, routeRecords } from "./project_files.ts";

/** Data of the report of {@linkcode exportSpec}. */
export interface ExportedSpec {
  /** The spec's text; `null` if the project has no endpoint that a spec can describe. */
  readonly spec: string | null;
  /** The parts of the project that the spec leaves out: first endpoints, then mocks and status codes. */
  readonly omitted: readonly OmittedPart[];
}

const COMMAND = "export spec";

/**
 * Writes the spec of a project from its code: routes, methods and paths, with the mocks that the code returns
 * as literals. The spec of a generated project generates the same project again.
 *
 * @param workspace Any Flask project.
 * @param name The project's name, for the report.
 * @returns The report with {@linkcode ExportedSpec}: `unchanged`, or `failed` if the project has no endpoint
 * that a spec can describe.
 *
 * @example
 * ```ts
 * import { createMemoryWorkspace, exportSpec } from "@layerwright/layerwright";
 * import { deepEqual, equal } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace({
 *   "app.py": "app = Flask(__name__)\n\n@app.get('/ping')\ndef ping():\n    return {'ok': True}\n",
 * });
 * const { data } = await exportSpec(workspace, "shop");
 * deepEqual(JSON.parse(data?.spec ?? ""), {
 *   routes: { ping: { type: "GET", mock: { ok: true } } },
 * });
 * equal(data?.omitted.length, 0);
 * ```
 */
export function exportSpec(workspace: Workspace, name: string): Promise<Report<ExportedSpec>> {
  return onProject<ExportedSpec>(COMMAND, workspace, "reading", async () => {
    const { routes, omitted } = await readCodeSpec(workspace);
    if (routes.length === 0) {
      const message = `Project '${name}' has no endpoint that a spec can describe.`;
      const diagnostics = [error("export-empty", message)];
      return report(COMMAND, "failed", { diagnostics, data: { spec: null, omitted } });
    }
    const endpoints = countEndpoints({ description: null, routes });
    const message = `${name}: ${counted(routes.length, "route")}, ${
      counted(endpoints, "endpoint")
    }`;
    return report(COMMAND, "unchanged", { message, data: { spec: specText(routes), omitted } });
  });
}

/** Reads the routes that the code of a project describes. */
async function readCodeSpec(workspace: Workspace): Promise<ExportedRoutes> {
  const records = await routeRecords(workspace);
  const python = await readPython(workspace);
  const draft = draftServedSpec(new Project(python), records);
  const files = await workspace.read([README_PATH, ...draft.dataFiles]);
  return completeSpec(draft, files, firstRouteIn(files.get(README_PATH) ?? ""));
}
