/** The status of a project: what its endpoints are, and how they differ from a spec. */

import type { Snapshot } from "../core/change_set.ts";
import { quotable } from "../core/printable.ts";
import { isProjectPath, type ProjectPath } from "../core/project_path.ts";
import { counted, type Report, report } from "../core/report.ts";
import { error } from "../core/diagnostic.ts";
import { routeEndpoints } from "../generators/endpoint.ts";
import { DRIFT, type EndpointState, projectState } from "../generators/project_state.ts";
import { analyzeFiles, type Problem } from "../project/analysis.ts";
import { MANIFEST_PATH } from "../project/manifest.ts";
import { earlierFiles, readRecords, type Records } from "../project/records.ts";
import { RECORDS_FOLDER } from "../project/route_record.ts";
import type { ApiSpecInput } from "../spec/api_spec_input.ts";
import { nearest } from "../spec/names.ts";
import { readSpec } from "../spec/read_spec.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { onProject } from "./on_project.ts";
import { pythonFiles } from "./project_files.ts";

/** Options of {@linkcode projectStatus}. */
export interface ProjectStatusOptions {
  /** The spec to compare the project with: JSON text or a value. */
  readonly spec?: string | ApiSpecInput;
  /** The spec's path in messages; default: `spec.json`. */
  readonly specPath?: string;
  /** Whether the project's file system ignores case in file names; default: `false`. */
  readonly foldsCase?: boolean;
  /** The only route to report on. */
  readonly route?: string;
}

/** Data of the report of {@linkcode projectStatus}. */
export interface ProjectStatus {
  /** The project's name, as passed. */
  readonly name: string;
  /** The version of Layerwright that generated the project; `null` if it has no records. */
  readonly generator: string | null;
  /** Every endpoint of the code, the records and the spec. */
  readonly endpoints: readonly EndpointState[];
  /** Number of endpoints that differ from the records or from the spec. */
  readonly drift: number;
  /** Generated files that people deleted. */
  readonly deleted: readonly string[];
  /** Problems in the code. */
  readonly problems: readonly Problem[];
}

const COMMAND = "status";

/**
 * Compares a project with what Layerwright recorded about it, and with a spec. Changes nothing.
 *
 * @param workspace Any Flask project.
 * @param name The project's name, for the report.
 * @param options A spec, and a route to which to limit the report.
 * @returns The report with {@linkcode ProjectStatus}: `unchanged`, or `failed` if the spec has errors or the
 * route does not exist. Drift does not change the report's status.
 *
 * @example
 * ```ts
 * import { createMemoryWorkspace, generateApi, projectStatus } from "@layerwright/layerwright";
 * import { deepEqual, equal } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace();
 * await generateApi(workspace, "shop", { routes: { ping: { type: "GET" } } });
 *
 * const spec = { routes: { ping: { type: "GET" }, pong: { type: "GET" } } } as const;
 * const { message, data } = await projectStatus(workspace, "shop", { spec });
 * equal(message, "shop: 1 of 2 endpoints differs from spec.json");
 * deepEqual(data?.endpoints.map(({ state, path }) => [state, path]), [
 *   ["same", "/ping"],
 *   ["new", "/pong"],
 * ]);
 * ```
 */
export function projectStatus(
  workspace: Workspace,
  name: string,
  options: ProjectStatusOptions = {},
): Promise<Report<ProjectStatus>> {
  const { spec, specPath: path = "spec.json", foldsCase = false, route } = options;
  const { spec: checked, diagnostics } = spec === undefined
    ? { spec: null, diagnostics: [] }
    : readSpec(spec, { path, foldsCase });
  if (spec !== undefined && checked === null) {
    return Promise.resolve(report(COMMAND, "failed", { diagnostics }));
  }
  return onProject<ProjectStatus>(COMMAND, workspace, "reading", async () => {
    const { files, records } = await readProject(workspace);
    const analysis = analyzeFiles(new Map([...files].filter(([path]) => path.endsWith(".py"))));
    const wanted = checked?.routes.flatMap(routeEndpoints) ?? null;
    const all = projectState({ records, wanted, analysis, files });
    const names = [...new Set(all.map((each) => each.route))];
    if (route !== undefined && !names.includes(route)) return routeMissing(route, names);
    const endpoints = all.filter((each) => route === undefined || each.route === route);
    const drift = endpoints.filter(({ state }) => DRIFT.has(state)).length;
    const deleted = records === null ? [] : await deletedFiles(workspace, records);
    const data: ProjectStatus = {
      name,
      generator: records?.manifest.version ?? null,
      endpoints,
      drift,
      deleted,
      problems: analysis.problems,
    };
    const message = summary(data, checked === null ? null : path);
    return report(COMMAND, "unchanged", { message, diagnostics, data });
  });
}

interface ReadProject {
  readonly files: Snapshot;
  readonly records: Records | null;
}

async function readProject(workspace: Workspace): Promise<ReadProject> {
  const entries = await workspace.entries(RECORDS_FOLDER);
  const paths = entries.filter(({ kind }) => kind === "file")
    .map(({ name }) => `${RECORDS_FOLDER}/${name}`).filter(isProjectPath);
  const files = await workspace.read([...await pythonFiles(workspace), ...paths, MANIFEST_PATH]);
  const earlier = earlierFiles(files.get(MANIFEST_PATH));
  const more = earlier.length === 0 ? files : new Map([...files, ...await workspace.read(earlier)]);
  return { files: more, records: readRecords(more) };
}

/** Lists the recorded files of no route that do not exist any more. */
async function deletedFiles(
  workspace: Workspace,
  { manifest }: Records,
): Promise<readonly ProjectPath[]> {
  const recorded = [...manifest.files.keys()];
  const present = await workspace.read(recorded);
  return recorded.filter((path) => !present.has(path));
}

function routeMissing(route: string, names: readonly string[]): Report<ProjectStatus> {
  const meant = nearest(route, names);
  const message = `Route '${quotable(route)}' does not exist.`;
  const details = meant === null ? {} : { hint: `Did you mean '${meant}'?` };
  return report(COMMAND, "failed", { diagnostics: [error("route-missing", message, details)] });
}

function summary({ name, endpoints, drift, problems }: ProjectStatus, spec: string | null): string {
  const found = problems.length === 0 ? "" : `, ${counted(problems.length, "problem")}`;
  const all = counted(endpoints.length, "endpoint");
  if (drift > 0) {
    const verb = drift === 1 ? "differs" : "differ";
    return `${name}: ${drift} of ${all} ${verb} from ${spec ?? "what was generated"}${found}`;
  }
  return problems.length > 0 ? `${name}: ${all}${found}` : `${name}: in order. ${all}`;
}
