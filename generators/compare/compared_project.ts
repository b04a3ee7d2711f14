/** Compares a project with a spec before and after a run. */

import type { Change, Snapshot } from "../../core/change_set.ts";
import { withFactsOf } from "../../project/facts/fact_store.ts";
import { pythonFiles } from "../../project/layout/python_files.ts";
import type { Records } from "../../project/records/records.ts";
import { type ApiCode, wantedEndpoints } from "../code/api_code.ts";
import { endpointSummary } from "../code/endpoint_summary.ts";
import type { EndpointSummary } from "../plans/plan.ts";
import { type ComparedProject, compareProject } from "./compare_project.ts";
import type { EndpointCase } from "./endpoint_case.ts";

/** Compares a project with the spec, as it is or as it will be after some changes. */
export function comparedProject(
  snapshot: Snapshot,
  records: Records,
  code: ApiCode,
  changes: readonly Change[] = [],
): ComparedProject {
  const files = changedPython(snapshot, changes);
  return compareProject({ files, records, wanted: wantedEndpoints(code) });
}

function changedPython(snapshot: Snapshot, changes: readonly Change[]): Snapshot {
  // Files that do not change are not parsed again.
  if (changes.length === 0) return pythonIn(snapshot);
  const files = withFactsOf(new Map(pythonIn(snapshot)), pythonIn(snapshot));
  for (const { path, after } of changes) {
    if (after === null) files.delete(path);
    else if (path.endsWith(".py")) files.set(path, after);
  }
  return files;
}

/**
 * Returns the Python files of a project: always the same map for the same files, so that each file
 * is parsed once.
 */
export function pythonIn(snapshot: Snapshot): Snapshot {
  const known = python.get(snapshot) ??
    withFactsOf(pythonFiles(snapshot), snapshot);
  python.set(snapshot, known);
  return known;
}

const python = new WeakMap<Snapshot, Snapshot>();

/**
 * Summarizes the endpoints of the spec that a project serves, with the methods and paths in its
 * code.
 */
export function servedSummaries(cases: readonly EndpointCase[]): readonly EndpointSummary[] {
  return cases.flatMap(({ wanted, handler, method, path }) =>
    wanted !== null && handler?.registered ? [{ ...endpointSummary(wanted), method, path }] : []
  );
}
