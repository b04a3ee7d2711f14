/** Comparing a project with a spec before and after a run. */

import type { Change, Snapshot } from "../core/change_set.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { analyzeFiles } from "../project/analysis.ts";
import type { Records } from "../project/records.ts";
import { type ApiCode, wantedEndpoints } from "./api_code.ts";
import { endpointSummary } from "./endpoint_summary.ts";
import type { EndpointSummary } from "./plan.ts";
import { type ComparedEndpoint, comparedEndpoints } from "./project_state.ts";

/** Compares a project with the spec, as it is or as it will be after some changes. */
export function comparedProject(
  snapshot: Snapshot,
  records: Records,
  code: ApiCode,
  changes: readonly Change[] = [],
): readonly ComparedEndpoint[] {
  const files = pythonIn(snapshot);
  for (const { path, after } of changes) {
    if (after === null) files.delete(path);
    else if (path.endsWith(".py")) files.set(path, after);
  }
  const analysis = analyzeFiles(files);
  return comparedEndpoints({ records, wanted: wantedEndpoints(code), analysis, files });
}

/** Returns the Python files of a project. */
export function pythonIn(snapshot: Snapshot): Map<ProjectPath, string> {
  return new Map([...snapshot].filter(([path]) => path.endsWith(".py")));
}

/** Summarizes the endpoints of the spec that a project serves, as it serves them. */
export function servedSummaries(compared: readonly ComparedEndpoint[]): readonly EndpointSummary[] {
  return compared.flatMap(({ state: { state, method, path, file }, endpoint }) =>
    endpoint === null || file === null || state === "unregistered"
      ? []
      : [{ ...endpointSummary(endpoint), method, path }]
  );
}
