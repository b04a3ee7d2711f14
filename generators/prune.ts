/** Removing endpoints that a spec no longer has. */

import type { Snapshot } from "../core/change_set.ts";
import { type Diagnostic, info } from "../core/diagnostic.ts";
import type { ProjectPath } from "../core/project_path.ts";
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
import type { Plan } from "./plan.ts";
import { planRemoval, type RemovalTarget, type RemovedData } from "./remove.ts";

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
  const deleted = new Set(
    [...target.data].flatMap(([name, path]) => texts.has(path) ? [name] : []),
  );
  const gone = new Set<string>(removed.map(({ recordedKey }) => recordedKey));
  const isGone = (each: DefinitionRecord) =>
    gone.has(homeKey(each)) || each.layer === "mock" && deleted.has(each.name);
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

/** An endpoint to remove. */
interface Obsolete {
  readonly route: string;
  readonly endpoint: EndpointRecord;
}

/**
 * Removes endpoints. An endpoint that people edited stays, and so does one that other code uses.
 *
 * @param routes The endpoints to remove, by route.
 * @param files The project's Python files and data files.
 */
export function pruned(routes: readonly RouteEndpoints[], files: Snapshot): Pruned {
  const pruning = new Pruning(new Map(routes.map(({ route, record }) => [route, record])), files);
  pruning.remove(
    routes.flatMap(({ route, endpoints }) => endpoints.map((endpoint) => ({ route, endpoint }))),
  );
  return pruning;
}

class Pruning implements Pruned {
  readonly texts = new Map<ProjectPath, string | null>();
  readonly records: Map<string, RouteRecord>;
  readonly removed: EndpointRecord[] = [];
  readonly diagnostics: Diagnostic[] = [];
  /** The project's files, without what was removed so far. */
  readonly #files: Map<ProjectPath, string>;

  constructor(records: Map<string, RouteRecord>, files: Snapshot) {
    this.records = records;
    this.#files = new Map(files);
  }

  /**
   * Removes all endpoints at once, because each removal searches the whole project. If some have to stay, removes
   * the two halves one after the other.
   */
  remove(endpoints: readonly Obsolete[]): void {
    const [first] = endpoints;
    if (first === undefined) return;
    const parts = this.#parts(endpoints);
    const what = `${first.endpoint.method} ${printedPath(first.endpoint.path)}`;
    const plan = planRemoval(
      combined(what, parts.map(({ target }) => target)),
      this.#files,
      "refuse",
    );
    const problem = plan.diagnostics.find(({ severity }) => severity === "error");
    const isRefused = plan.conflicts.length > 0;
    if (!isRefused && problem === undefined) return this.#apply(parts, plan);
    if (endpoints.length > 1) {
      const half = endpoints.length >> 1;
      this.remove(endpoints.slice(0, half));
      this.remove(endpoints.slice(half));
      return;
    }
    const why = isRefused || problem === undefined ? "you edited it" : problem.message;
    this.diagnostics.push(info("definition-kept", `Kept ${what}: ${why}`));
  }

  #parts(endpoints: readonly Obsolete[]): readonly RemovedPart[] {
    return [...Map.groupBy(endpoints, ({ route }) => route)].flatMap(([route, group]) => {
      const record = this.records.get(route);
      if (record === undefined) return [];
      const part = { route, record, endpoints: group.map(({ endpoint }) => endpoint) };
      return [{ part, target: removalTarget("", part, this.#files) }];
    });
  }

  #apply(parts: readonly RemovedPart[], { changes, data }: Plan<RemovedData>): void {
    for (const { path, after } of changes) {
      this.texts.set(path, after);
      if (after === null) this.#files.delete(path);
      else this.#files.set(path, after);
    }
    for (const { part, target } of parts) {
      const gone = recordedKeys(target, data?.removed ?? []);
      this.records.set(part.route, recordAfterRemoval(part, gone, false));
      this.removed.push(...part.endpoints);
    }
  }
}

/** The endpoints of a route to remove, with what was generated for them alone. */
interface RemovedPart {
  readonly part: RouteEndpoints;
  readonly target: RemovalTarget;
}

/** Combines targets into one. */
function combined(what: string, targets: readonly RemovalTarget[]): RemovalTarget {
  return {
    what,
    definitions: targets.flatMap(({ definitions }) => definitions),
    files: new Set(targets.flatMap(({ files }) => [...files])),
    data: new Map(targets.flatMap(({ data }) => [...data])),
  };
}
