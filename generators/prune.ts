/** Removing endpoints that a spec no longer has. */

import type { Snapshot } from "../core/change_set.ts";
import { type Diagnostic, info } from "../core/diagnostic.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { dataFilePath } from "../project/layout.ts";
import { homeKey } from "../project/route_home.ts";
import type { DefinitionRecord, EndpointRecord, RouteRecord } from "../project/route_record.ts";
import { printedPath } from "../project/url_paths.ts";
import {
  recordAfterRemoval,
  recordedKeys,
  removalTarget,
  type RouteEndpoints,
} from "./removal_target.ts";
import { removeFromProject } from "./removal.ts";
import { planRemoval } from "./remove.ts";

/** The outcome of pruning. */
export interface Pruned {
  /** The new text of each changed file; `null` if it is deleted. */
  readonly texts: ReadonlyMap<ProjectPath, string | null>;
  /** The new records of routes, by name. */
  readonly records: ReadonlyMap<string, RouteRecord>;
  readonly removed: readonly EndpointRecord[];
  /** Says which endpoints stay, and why. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Removes definitions that an endpoint no longer needs, such as the models of an earlier mock. Definitions that
 * people edited or use stay.
 *
 * @param isStale Reports whether an endpoint of the route no longer needs a definition.
 */
export function withoutStale(
  route: string,
  record: RouteRecord,
  isStale: (definition: DefinitionRecord) => boolean,
  files: Snapshot,
): Pick<Pruned, "texts"> & { readonly record: RouteRecord } {
  const endpoints = record.endpoints.map((each) => ({
    ...each,
    definitions: each.definitions.filter(isStale),
  })).filter(({ definitions }) => definitions.length > 0);
  if (endpoints.length === 0) return { texts: new Map(), record };
  // The target is not the whole route, because its shared definitions stay.
  const part = { ...record, endpoints: [...endpoints, ...record.endpoints] };
  const target = removalTarget("", { route, record: part, endpoints }, files);
  const definitions = target.definitions.map((each) => ({ ...each, stays: each.isEdited }));
  const { texts, removed } = removeFromProject(files, { ...target, definitions });
  const gone = new Set<string>(removed.map(({ recordedKey }) => recordedKey));
  const isGone = (each: DefinitionRecord) =>
    gone.has(homeKey(each)) || each.layer === "mock" && texts.has(dataFilePath(each.name));
  return {
    texts,
    record: {
      ...record,
      endpoints: record.endpoints.map((each) => ({
        ...each,
        definitions: each.definitions.filter((definition) => !isGone(definition)),
      })),
    },
  };
}

/**
 * Removes endpoints one by one. An endpoint that people edited stays, and so does one that other code uses.
 *
 * @param routes The endpoints to remove, by route.
 * @param files The project's Python files and data files.
 */
export function pruned(routes: readonly RouteEndpoints[], files: Snapshot): Pruned {
  const after = new Map(files);
  const texts = new Map<ProjectPath, string | null>();
  const records = new Map<string, RouteRecord>();
  const removed: EndpointRecord[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { route, record: first, endpoints } of routes) {
    let record = first;
    for (const endpoint of endpoints) {
      const what = `${endpoint.method} ${printedPath(endpoint.path)}`;
      const one = { route, record, endpoints: [endpoint] };
      const target = removalTarget(what, one, after);
      const plan = planRemoval(target, after, "refuse");
      const problem = plan.diagnostics.find(({ severity }) => severity === "error");
      if (plan.conflicts.length > 0) {
        diagnostics.push(info("definition-kept", `Kept ${what}: you edited it`));
      } else if (problem !== undefined) {
        diagnostics.push(info("definition-kept", `Kept ${what}: ${problem.message}`));
      } else {
        for (const { path, after: text } of plan.changes) {
          texts.set(path, text);
          if (text === null) after.delete(path);
          else after.set(path, text);
        }
        const gone = recordedKeys(target, plan.data?.removed ?? []);
        record = recordAfterRemoval(one, gone, false);
        removed.push(endpoint);
      }
    }
    records.set(route, record);
  }
  return { texts, records, removed, diagnostics };
}
